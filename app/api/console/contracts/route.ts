import { capabilitiesTable, toListInput } from '@/components/capabilities/table-spec';
import { parseTableSearchParams } from '@/components/data-table/state';
import { requireSessionContext } from '@/lib/auth/session';
import { answerDownload } from '@/lib/http/download';
import { exportContractsQuerySchema } from '@/lib/schemas/contract';
import { exportContract, exportContracts } from '@/lib/services/contracts/export-contracts';

/** Contracts as a file: of one capability, or of the rows of the table at the same address. */
export function GET(request: Request): Promise<Response> {
  return answerDownload(async () => {
    const ctx = { ...(await requireSessionContext()), signal: request.signal };
    const query = new URL(request.url).searchParams;
    const id = query.get('capability');
    if (id === null) {
      const table = toListInput(parseTableSearchParams(query, capabilitiesTable));
      const input = exportContractsQuerySchema.parse({ ...table, kind: 'Capability' });
      return exportContracts({ ctx, input });
    }
    const text = await exportContract({ ctx, input: { capability_id: id } });
    return new Response(text, {
      headers: {
        'content-type': 'application/yaml; charset=utf-8',
        'content-disposition': `attachment; filename="${id.replaceAll(/[^a-z0-9._-]/g, '_')}.yaml"`,
        'cache-control': 'no-store',
      },
    });
  });
}
