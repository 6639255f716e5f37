import type { z } from 'zod';
import { type AuditItem, type auditExportQuerySchema, auditItemSchema } from '@/lib/schemas/ledger';
import type { Context } from '../context';
import { rowsAsText, streamFile } from '../stream-file';
import { listAuditView } from './list-audit-view';

type Call = { ctx: Context; input: z.output<typeof auditExportQuerySchema> };

const PAGE = 200;
const FIELDS = Object.keys(auditItemSchema.shape) as (keyof AuditItem)[];

/** Every line of the trail that matches and the caller may read. */
export async function exportAudit({ ctx, input }: Call): Promise<Response> {
  const { format, ...filter } = input;
  const rows = rowsAsText({
    format,
    fields: FIELDS,
    cellsOf: (item: AuditItem) => FIELDS.map((field) => item[field]),
    read: (cursor) =>
      listAuditView({ ctx, input: { ...filter, limit: PAGE, ...(cursor ? { cursor } : {}) } }),
  });
  return await streamFile(ctx, { name: 'audit', type: format }, rows);
}
