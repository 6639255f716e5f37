import { runtime } from '@/lib/runtime';
import type { RecentCall, RecentIncident } from '@/lib/schemas/overview';
import { visibleTenants } from '../authorize';
import type { Context } from '../context';
import { callScope } from '../ledger/call-scope';

type Row = Omit<RecentCall, 'started_at'> & { started_at: Date };

/** The last calls this person may read. */
export async function findRecentCalls(
  ctx: Context,
  teamIds: readonly string[] | null,
): Promise<RecentCall[]> {
  const rows = await runtime().db.prisma.$queryRaw<Row[]>`
    SELECT s.invocation_id, s.agent_id, s.agent_name, s.capability_id,
      COALESCE(e.provider_id, s.provider_id) AS provider_id,
      COALESCE(s.refused, e.status) AS status, e.latency_ms, s.started_at
    FROM invocation_starts s
    LEFT JOIN invocation_ends e ON e.invocation_id = s.invocation_id
    WHERE ${callScope(ctx, teamIds)}
    ORDER BY s.started_at DESC, s.invocation_id DESC LIMIT 8`;
  return rows.map((row) => ({ ...row, started_at: row.started_at.toISOString() }));
}

export async function findRecentIncidents(ctx: Context): Promise<RecentIncident[]> {
  const rows = await runtime().db.prisma.incident.findMany({
    where: { tenantId: { in: visibleTenants(ctx) } },
    orderBy: [{ openedAt: 'desc' }, { id: 'desc' }],
    take: 5,
  });
  return rows.map((row) => ({
    id: row.id,
    target_kind: row.targetKind,
    target_id: row.targetId,
    reason: row.reason,
    opened_by_name: row.openedByName,
    opened_at: row.openedAt.toISOString(),
    restored_at: row.restoredAt?.toISOString() ?? null,
  }));
}
