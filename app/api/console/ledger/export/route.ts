import { parseTableSearchParams } from '@/components/data-table/state';
import { ledgerTable, toLedgerFilter } from '@/components/ledger/table-spec';
import { requireSessionContext } from '@/lib/auth/session';
import { answerDownload } from '@/lib/http/download';
import { exportQuerySchema } from '@/lib/schemas/ledger';
import { invalidField } from '@/lib/services/errors';
import { exportInvocations } from '@/lib/services/ledger/export-invocations';

/** The ledger table's rows, by the same address as the table, as a file. */
export function GET(request: Request): Promise<Response> {
  return answerDownload(async () => {
    const ctx = { ...(await requireSessionContext()), signal: request.signal };
    const query = new URL(request.url).searchParams;
    const table = parseTableSearchParams(query, ledgerTable);
    const format = query.get('format') ?? 'csv';
    const asked = exportQuerySchema.safeParse({ ...toLedgerFilter(table, ctx.now), format });
    if (!asked.success) throw invalidField('format', 'Use csv or jsonl.');
    return exportInvocations({ ctx, input: asked.data });
  });
}
