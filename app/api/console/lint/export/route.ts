import { lintTable, toLintFilter } from '@/components/capabilities/lint-table-spec';
import { parseTableSearchParams } from '@/components/data-table/state';
import { requireSessionContext } from '@/lib/auth/session';
import { answerDownload } from '@/lib/http/download';
import { lintExportQuerySchema } from '@/lib/schemas/lint';
import { exportLint } from '@/lib/services/catalog/list-lint-view';
import { invalidField } from '@/lib/services/errors';

/** The lint report's rows, by the same address as the table, as a file. */
export function GET(request: Request): Promise<Response> {
  return answerDownload(async () => {
    const ctx = { ...(await requireSessionContext()), signal: request.signal };
    const table = parseTableSearchParams(new URL(request.url).searchParams, lintTable);
    const asked = lintExportQuerySchema.safeParse(toLintFilter(table));
    if (!asked.success) throw invalidField('owner', 'Choose filters of the table.');
    return exportLint({ ctx, input: asked.data });
  });
}
