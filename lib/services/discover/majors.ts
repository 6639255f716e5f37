import { chooseMajor, usableMajors } from '@/lib/core/resolver/majors';
import type { Chosen, ResolveResult } from '@/lib/core/resolver/pipeline-types';
import type { ResolvingAgent } from '@/lib/core/resolver/types';
import { runtime } from '@/lib/runtime';
import type { CallingAgent } from '../calling-agent';
import type { CatalogRow } from './catalog-row';

type Agent = { tenantId: string; agentId: string };

/** The majors an agent holds of these capabilities; one read, whatever else it holds. */
export async function readMajors(
  { tenantId, agentId }: Agent,
  ids: readonly string[],
): Promise<Record<string, number>> {
  const { rows } = await runtime().db.pool.query<{ capability_id: string; major: number }>({
    name: 'read_majors',
    text: `SELECT capability_id, major FROM agent_majors
      WHERE tenant_id = $1 AND agent_id = $2 AND capability_id = ANY($3::text[])`,
    values: [tenantId, agentId, ids],
  });
  return Object.fromEntries(rows.map((row) => [row.capability_id, row.major]));
}

/**
 * The result with the major the agent holds where there is more than one to choose from. Nearly
 * always there is one, and nothing is read.
 */
export async function heldMajors(
  caller: Agent,
  agent: ResolvingAgent,
  result: ResolveResult<CatalogRow>,
  now: Date,
): Promise<ResolveResult<CatalogRow>> {
  const open = result.chosen.filter(({ candidate }) => usableMajors(candidate, now).length > 1);
  if (open.length === 0) return result;
  const majors = await readMajors(
    caller,
    open.map(({ candidate }) => candidate.id),
  );
  const holder = { ...agent, majors };
  const chosen = result.chosen.map((item) =>
    open.includes(item) ? { ...item, major: chooseMajor(holder, item.candidate, now) } : item,
  );
  return { ...result, chosen };
}

/** What this process knows to be held, so that it is written once and not at every discovery. */
const known = new Set<string>();
const KNOWN_MAX = 100_000;

/**
 * The first discovery of a capability settles the agent's major of it. A person looking as the
 * agent settles nothing.
 */
export async function holdMajors(
  caller: CallingAgent,
  chosen: readonly Chosen<CatalogRow>[],
): Promise<void> {
  if (caller.userId !== null) return;
  const { tenantId, agentId } = caller;
  const keyOf = (id: string) => `${runtime().replicaId}/${tenantId}/${agentId}/${id}`;
  const fresh = chosen.filter(
    ({ candidate, major }) => major !== null && !known.has(keyOf(candidate.id)),
  );
  if (fresh.length === 0) return;
  await runtime().db.pool.query({
    name: 'hold_majors',
    text: `INSERT INTO agent_majors (tenant_id, agent_id, capability_id, major, set_by)
      SELECT $1, $2, c.id, c.major, 'first-use'
      FROM unnest($3::text[], $4::int[]) AS c(id, major)
      ON CONFLICT (tenant_id, agent_id, capability_id) DO NOTHING`,
    values: [
      tenantId,
      agentId,
      fresh.map(({ candidate }) => candidate.id),
      fresh.map(({ major }) => major),
    ],
  });
  if (known.size > KNOWN_MAX) known.clear();
  for (const { candidate } of fresh) known.add(keyOf(candidate.id));
}
