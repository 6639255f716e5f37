import type { z } from 'zod';
import type { ExportFormat, exportQuerySchema, InvocationItem } from '@/lib/schemas/ledger';
import type { Context } from '../context';
import { csvLine } from '../csv';
import { encodeCursor } from '../cursor';
import { INVOCATION_FIELDS } from './invocation-view';
import { readPage } from './list-invocations-view';

type Call = { ctx: Context; input: z.output<typeof exportQuerySchema> };

const PAGE = 500;
const CONTENT_TYPE: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
};

/**
 * Every matching call as a file, written while it is read: memory holds one page. The first page
 * is read before the answer begins, so that a refusal is still an error and not half a file.
 */
export async function exportInvocations({ ctx, input }: Call): Promise<Response> {
  const { format, ...filter } = input;
  const encoder = new TextEncoder();
  let page = await readPage(ctx, filter, PAGE, undefined);
  let header = format === 'csv' ? csvLine(INVOCATION_FIELDS) : '';
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const text = header + page.map((item) => lineOf(item, format)).join('');
      header = '';
      if (text !== '') controller.enqueue(encoder.encode(text));
      const last = page.at(-1);
      if (page.length < PAGE || !last || ctx.signal?.aborted) {
        controller.close();
        return;
      }
      page = await readPage(ctx, filter, PAGE, encodeCursor([last.started_at, last.invocation_id]));
      if (page.length === 0) controller.close();
    },
  });
  const day = ctx.now.toISOString().slice(0, 10);
  return new Response(body, {
    headers: {
      'content-type': CONTENT_TYPE[format],
      'content-disposition': `attachment; filename="capstan-ledger-${day}.${format}"`,
      'cache-control': 'no-store',
    },
  });
}

function lineOf(item: InvocationItem, format: ExportFormat): string {
  if (format === 'jsonl') return `${JSON.stringify(item)}\n`;
  return csvLine(INVOCATION_FIELDS.map((field) => item[field]));
}
