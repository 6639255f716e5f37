import { runtime } from '@/lib/runtime';
import type { CallCounts } from '@/lib/schemas/catalog-views';
import type { CapabilityRecord } from './rows';

const DAY_MS = 24 * 3600 * 1000;

type Row = {
  agents: number;
  calls_24h: number;
  calls_30d: number;
  failed_24h: number;
  last_at: Date | null;
};

/** Use of one capability from the ledger. Refused calls are no use and do not count. */
export async function callCounts(
  row: Pick<CapabilityRecord, 'tenantId' | 'id'>,
  now: Date,
): Promise<CallCounts> {
  const day = new Date(now.getTime() - DAY_MS);
  const month = new Date(now.getTime() - 30 * DAY_MS);
  const [found] = await runtime().db.prisma.$queryRaw<Row[]>`
    SELECT count(DISTINCT (s.tenant_id, s.agent_id))::int AS agents,
      count(*) FILTER (WHERE s.started_at >= ${day})::int AS calls_24h,
      count(*)::int AS calls_30d,
      count(*) FILTER (WHERE s.started_at >= ${day} AND e.status <> 'SUCCEEDED')::int AS failed_24h,
      max(s.started_at) AS last_at
    FROM invocation_starts s
    LEFT JOIN invocation_ends e ON e.invocation_id = s.invocation_id
    WHERE s.capability_tenant_id = ${row.tenantId} AND s.capability_id = ${row.id}
      AND s.started_at >= ${month} AND s.refused IS NULL`;
  return {
    agents: found?.agents ?? 0,
    calls24h: found?.calls_24h ?? 0,
    calls30d: found?.calls_30d ?? 0,
    failed24h: found?.failed_24h ?? 0,
    lastAt: found?.last_at?.toISOString() ?? null,
  };
}
