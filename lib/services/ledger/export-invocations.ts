import type { z } from 'zod';
import type { exportQuerySchema, InvocationItem } from '@/lib/schemas/ledger';
import type { Context } from '../context';
import { encodeCursor } from '../cursor';
import { rowsAsText, streamFile } from '../stream-file';
import { INVOCATION_FIELDS } from './invocation-view';
import { readPage } from './list-invocations-view';

type Call = { ctx: Context; input: z.output<typeof exportQuerySchema> };

const PAGE = 500;

/** Every matching call that the caller may read. */
export async function exportInvocations({ ctx, input }: Call): Promise<Response> {
  const { format, ...filter } = input;
  const rows = rowsAsText({
    format,
    fields: INVOCATION_FIELDS,
    cellsOf: (item: InvocationItem) => INVOCATION_FIELDS.map((field) => item[field]),
    read: async (cursor) => {
      const items = await readPage(ctx, filter, PAGE, cursor);
      const last = items.length < PAGE ? undefined : items.at(-1);
      return {
        items,
        next_cursor: last ? encodeCursor([last.started_at, last.invocation_id]) : null,
      };
    },
  });
  return await streamFile(ctx, { name: 'ledger', type: format }, rows);
}
