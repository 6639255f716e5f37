import type { z } from 'zod';
import { type AuditItem, type auditExportQuerySchema, auditItemSchema } from '@/lib/schemas/ledger';
import type { Context } from '../context';
import { csvLine } from '../csv';
import { listAuditView } from './list-audit-view';

type Call = { ctx: Context; input: z.output<typeof auditExportQuerySchema> };
type Page = Awaited<ReturnType<typeof listAuditView>>;

const PAGE = 200;
const FIELDS = Object.keys(auditItemSchema.shape) as (keyof AuditItem)[];
const CONTENT_TYPE = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
} as const;

/**
 * Every line of the trail that matches and the caller may read, written while it is read: memory
 * holds one page. The first is read before the answer begins, so that a refusal is still an error.
 */
export async function exportAudit({ ctx, input }: Call): Promise<Response> {
  const { format, ...filter } = input;
  const read = (cursor?: string): Promise<Page> =>
    listAuditView({ ctx, input: { ...filter, limit: PAGE, ...(cursor ? { cursor } : {}) } });
  const encoder = new TextEncoder();
  let page = await read();
  let header = format === 'csv' ? csvLine(FIELDS) : '';
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const text = header + page.items.map((item) => lineOf(item, format)).join('');
      header = '';
      if (text !== '') controller.enqueue(encoder.encode(text));
      if (page.next_cursor === null || ctx.signal?.aborted) {
        controller.close();
        return;
      }
      page = await read(page.next_cursor);
      if (page.items.length === 0) controller.close();
    },
  });
  const day = ctx.now.toISOString().slice(0, 10);
  return new Response(body, {
    headers: {
      'content-type': CONTENT_TYPE[format],
      'content-disposition': `attachment; filename="capstan-audit-${day}.${format}"`,
      'cache-control': 'no-store',
    },
  });
}

function lineOf(item: AuditItem, format: keyof typeof CONTENT_TYPE): string {
  if (format === 'jsonl') return `${JSON.stringify(item)}\n`;
  return csvLine(FIELDS.map((field) => item[field]));
}
