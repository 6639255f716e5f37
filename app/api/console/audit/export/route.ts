import { auditTable, toAuditFilter } from '@/components/audit/table-spec';
import { parseTableSearchParams } from '@/components/data-table/state';
import { requireSessionContext } from '@/lib/auth/session';
import { answerDownload } from '@/lib/http/download';
import { auditExportQuerySchema } from '@/lib/schemas/ledger';
import { invalidField } from '@/lib/services/errors';
import { exportAudit } from '@/lib/services/ledger/export-audit';

/** The audit table's rows, by the same address as the table, as a file. */
export function GET(request: Request): Promise<Response> {
  return answerDownload(async () => {
    const ctx = { ...(await requireSessionContext()), signal: request.signal };
    const query = new URL(request.url).searchParams;
    const table = parseTableSearchParams(query, auditTable);
    const format = query.get('format') ?? 'csv';
    const asked = auditExportQuerySchema.safeParse({ ...toAuditFilter(table, ctx.now), format });
    if (!asked.success) throw invalidField('format', 'Use csv or jsonl.');
    return exportAudit({ ctx, input: asked.data });
  });
}
