import { requireSessionContext } from '@/lib/auth/session';
import { answerDownload } from '@/lib/http/download';
import { usageGraphQuerySchema } from '@/lib/schemas/usage';
import { invalidField } from '@/lib/services/errors';
import { exportUsageGraph } from '@/lib/services/usage/export-usage-graph';

/** The edges of the usage graph as CSV. */
export function GET(request: Request): Promise<Response> {
  return answerDownload(async () => {
    const ctx = { ...(await requireSessionContext()), signal: request.signal };
    const query = new URL(request.url).searchParams;
    const asked = usageGraphQuerySchema.safeParse(Object.fromEntries(query));
    if (!asked.success) throw invalidField('window', 'Use 1h, 24h, 7d, 30d or 90d.');
    return exportUsageGraph({ ctx, input: asked.data });
  });
}
