import type { Tx } from '@/lib/db/transaction';
import type { CapabilityKey } from './majors';

type Row = { tenant_id: string; team_id: string };

/**
 * Owners of active agents that are on a capability: they hold a major of it, called it within 30
 * days, or a grant names it. By tenant, for agents of every tenant use what is in `shared`.
 */
export async function affectedTeams(
  tx: Tx,
  { tenantId, id }: CapabilityKey,
  major: number | null,
  now: Date,
): Promise<Map<string, string[]>> {
  const since = new Date(now.getTime() - 30 * 24 * 3600 * 1000);
  const rows = await tx.$queryRaw<Row[]>`
    SELECT DISTINCT a.tenant_id, a.owner_team_id AS team_id
    FROM agents a
    LEFT JOIN agent_majors m ON m.tenant_id = a.tenant_id AND m.agent_id = a.id
      AND m.capability_id = ${id}
    WHERE a.active AND (${tenantId} = 'shared' OR a.tenant_id = ${tenantId})
      AND CASE WHEN ${major}::int IS NULL THEN
        m.major IS NOT NULL
        OR EXISTS (SELECT 1 FROM grants g WHERE g.tenant_id = a.tenant_id AND g.agent_id = a.id
          AND g.target_kind = 'capability' AND g.target = ${id}
          AND (g.until IS NULL OR g.until > ${now}))
        OR EXISTS (SELECT 1 FROM invocation_starts s WHERE s.tenant_id = a.tenant_id
          AND s.agent_id = a.id AND s.capability_tenant_id = ${tenantId}
          AND s.capability_id = ${id} AND s.started_at > ${since} AND s.refused IS NULL)
      ELSE m.major = ${major}::int
        OR EXISTS (SELECT 1 FROM grants g WHERE g.tenant_id = a.tenant_id AND g.agent_id = a.id
          AND g.target_kind = 'capability' AND g.target = ${id} AND g.major = ${major}::int)
      END
    ORDER BY 1, 2`;
  const teams = new Map<string, string[]>();
  for (const row of rows) {
    teams.set(row.tenant_id, [...(teams.get(row.tenant_id) ?? []), row.team_id]);
  }
  return teams;
}
