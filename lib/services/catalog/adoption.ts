import { chooseAgentMajor } from '@/lib/core/shared/majors';
import { runtime } from '@/lib/runtime';
import type { AdoptionRow } from '@/lib/schemas/deprecation';
import type { LoadedMajor } from './majors';
import type { CapabilityRecord } from './rows';

type Row = {
  tenant_id: string;
  agent_id: string;
  agent_name: string;
  owner_team_id: string;
  held: number | null;
  granted: number | null;
  calls: number;
  last_call_at: Date | null;
};

export type Adopter = Omit<AdoptionRow, 'may_move'> & { ownerTeamId: string };

/**
 * Active agents that are on some major of a capability, by what they hold or a grant names, with
 * their calls of 30 days. `tenantId` narrows to the agents of one tenant.
 */
export async function adoptersOf(
  row: CapabilityRecord,
  majors: readonly LoadedMajor[],
  tenantId: string | null,
  now: Date,
): Promise<Adopter[]> {
  const { rows } = await runtime().db.pool.query<Row>({
    name: 'major_adoption',
    text: `SELECT a.tenant_id, a.id AS agent_id, a.name AS agent_name, a.owner_team_id,
        m.major AS held, g.major AS granted, coalesce(c.calls, 0)::int AS calls, c.last_call_at
      FROM agents a
      LEFT JOIN agent_majors m ON m.tenant_id = a.tenant_id AND m.agent_id = a.id
        AND m.capability_id = $2
      LEFT JOIN grants g ON g.tenant_id = a.tenant_id AND g.agent_id = a.id
        AND g.target_kind = 'capability' AND g.target = $2 AND g.major IS NOT NULL
        AND (g.until IS NULL OR g.until > $4)
      LEFT JOIN LATERAL (
        SELECT count(*) AS calls, max(s.started_at) AS last_call_at FROM invocation_starts s
        WHERE s.tenant_id = a.tenant_id AND s.agent_id = a.id AND s.capability_tenant_id = $1
          AND s.capability_id = $2 AND s.refused IS NULL
          AND s.started_at > $4::timestamptz - interval '30 days') c ON true
      WHERE a.active AND (m.major IS NOT NULL OR g.major IS NOT NULL)
        AND ($3::text IS NULL OR a.tenant_id = $3) AND ($1 = 'shared' OR a.tenant_id = $1)
      ORDER BY calls DESC, a.tenant_id, a.id LIMIT 500`,
    values: [row.tenantId, row.id, tenantId, now],
  });
  return rows.flatMap(({ held, granted, calls, last_call_at, owner_team_id, ...agent }) => {
    const major = chooseAgentMajor({ granted, held }, row.currentMajor, majors, now);
    if (major === null) return [];
    return [
      {
        ...agent,
        major,
        by_grant: granted === major,
        calls_30d: calls,
        last_call_at: last_call_at?.toISOString() ?? null,
        ownerTeamId: owner_team_id,
      },
    ];
  });
}
