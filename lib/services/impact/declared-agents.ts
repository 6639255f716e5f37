import { SHARED_TENANT } from '@/lib/core/shared/domain';
import { runtime } from '@/lib/runtime';
import type { LoadedTarget } from '../incidents/load-target';
import type { Affected } from './affected';

export type AgentRow = {
  tenant_id: string;
  id: string;
  name: string;
  owner_team: string | null;
  owners: string[];
};

const PEOPLE = `a.tenant_id, a.id, a.name, t.name AS owner_team,
  COALESCE((SELECT array_agg(u.name ORDER BY u.name) FROM team_members m
    JOIN users u ON u.id = m.user_id AND u.active
    WHERE m.tenant_id = a.tenant_id AND m.team_id = a.owner_team_id), '{}') AS owners`;
const FROM = `FROM agents a
  LEFT JOIN teams t ON t.tenant_id = a.tenant_id AND t.id = a.owner_team_id`;

/**
 * Active agents that may use the target today by a grant, or pin one of its capabilities.
 * `tenantId` narrows to one tenant; a tenant's own objects are used by its own agents only.
 */
export async function declaredAgents(
  target: LoadedTarget,
  affected: Affected,
  tenantId: string | null,
  now: Date,
): Promise<AgentRow[]> {
  if (target.kind === 'agent') return agentsByKey([{ tenantId: target.tenantId, id: target.id }]);
  const only = target.tenantId === SHARED_TENANT ? tenantId : target.tenantId;
  const { rows } = await runtime().db.pool.query<AgentRow>(
    `SELECT ${PEOPLE} ${FROM}
     WHERE a.active AND ($6::text IS NULL OR a.tenant_id = $6) AND (
       EXISTS (SELECT 1 FROM grants g WHERE g.tenant_id = a.tenant_id AND g.agent_id = a.id
         AND (g.until IS NULL OR g.until > $5)
         AND ((g.target_kind = 'capability' AND g.target = ANY($1::text[]))
           OR (g.target_kind = 'provider' AND g.target = ANY($2::text[]))
           OR (g.target_kind = 'tag' AND g.target = ANY($3::text[]))
           OR (g.target_kind = 'type' AND g.target = ANY($4::text[]))))
       OR EXISTS (SELECT 1 FROM agent_pins p WHERE p.tenant_id = a.tenant_id
         AND p.agent_id = a.id AND p.capability_id = ANY($1::text[])))
     ORDER BY a.tenant_id, a.id`,
    [affected.capabilityIds, affected.providerIds, affected.tags, affected.types, now, only],
  );
  return rows;
}

/** Names and owners of agents known from the ledger; those deleted since are not there. */
export async function agentsByKey(keys: { tenantId: string; id: string }[]): Promise<AgentRow[]> {
  if (keys.length === 0) return [];
  const { rows } = await runtime().db.pool.query<AgentRow>(
    `SELECT ${PEOPLE} ${FROM}
     JOIN unnest($1::text[], $2::text[]) AS k(tenant_id, id)
       ON k.tenant_id = a.tenant_id AND k.id = a.id`,
    [keys.map((key) => key.tenantId), keys.map((key) => key.id)],
  );
  return rows;
}
