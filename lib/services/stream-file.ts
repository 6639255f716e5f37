import type { Context } from './context';
import { csvLine } from './csv';

const CONTENT_TYPE = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
  yaml: 'application/yaml; charset=utf-8',
} as const;
type FileType = keyof typeof CONTENT_TYPE;

/**
 * A file written while its pieces are made: memory holds one. The first is made before the answer
 * begins, so that a refusal is still an error and not half a file.
 */
export async function streamFile(
  ctx: Context,
  { name, type }: { name: string; type: FileType },
  pieces: AsyncIterator<string, unknown>,
): Promise<Response> {
  const encoder = new TextEncoder();
  let piece = await pieces.next();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (piece.done || ctx.signal?.aborted) {
        controller.close();
        return;
      }
      controller.enqueue(encoder.encode(piece.value));
      piece = await pieces.next();
    },
  });
  const day = ctx.now.toISOString().slice(0, 10);
  return new Response(body, {
    headers: {
      'content-type': CONTENT_TYPE[type],
      'content-disposition': `attachment; filename="capstan-${name}-${day}.${type}"`,
      'cache-control': 'no-store',
    },
  });
}

type Rows<T> = {
  format: 'csv' | 'jsonl';
  fields: readonly string[];
  cellsOf: (item: T) => readonly unknown[];
  read: (cursor?: string) => Promise<{ items: readonly T[]; next_cursor: string | null }>;
};

/**
 * Every row from the first page to the last: under a header, or as one JSON object a line. Nothing
 * is written before the first page is read.
 */
export async function* rowsAsText<T>(rows: Rows<T>): AsyncGenerator<string> {
  const { format, fields, cellsOf, read } = rows;
  const lineOf = (item: T) =>
    format === 'csv' ? csvLine(cellsOf(item)) : `${JSON.stringify(item)}\n`;
  let page = await read();
  let header = format === 'csv' ? csvLine(fields) : '';
  for (;;) {
    const text = header + page.items.map(lineOf).join('');
    header = '';
    if (text !== '') yield text;
    if (page.next_cursor === null) return;
    page = await read(page.next_cursor);
  }
}
