import type { Chosen } from '@/lib/core/resolver/pipeline-types';
import type { ResolvingAgent } from '@/lib/core/resolver/types';
import { runtime } from '@/lib/runtime';
import type { CallingAgent } from '../calling-agent';
import type { CatalogRow } from './catalog-row';

/**
 * The first discovery of a capability settles the agent's major of it. A person looking as the
 * agent settles nothing.
 */
export async function holdMajors(
  caller: CallingAgent,
  agent: ResolvingAgent,
  chosen: readonly Chosen<CatalogRow>[],
): Promise<void> {
  if (caller.userId !== null) return;
  const fresh = chosen.filter(
    ({ candidate, major }) => major !== null && !Object.hasOwn(agent.majors, candidate.id),
  );
  if (fresh.length === 0) return;
  await runtime().db.pool.query({
    name: 'hold_majors',
    text: `INSERT INTO agent_majors (tenant_id, agent_id, capability_id, major, set_by)
      SELECT $1, $2, c.id, c.major, 'first-use'
      FROM unnest($3::text[], $4::int[]) AS c(id, major)
      ON CONFLICT (tenant_id, agent_id, capability_id) DO NOTHING`,
    values: [
      caller.tenantId,
      caller.agentId,
      fresh.map(({ candidate }) => candidate.id),
      fresh.map(({ major }) => major),
    ],
  });
}
