import { isAllowed } from '@/lib/core/policy/authorize';
import { runtime } from '@/lib/runtime';
import type { Context } from '../context';

export type ActableAgent = { id: string; name: string; active: boolean };

const MAX_AGENTS = 500;

/** Agents of the tenant that this person may act as, by name: the choice of playground and "Try it". */
export async function listActableAgents({
  ctx,
  input,
}: {
  ctx: Context;
  input: { act: 'agent.discover' | 'agent.invoke' };
}): Promise<ActableAgent[]> {
  const { actor, tenantId } = ctx;
  if (actor.kind !== 'user') return [];
  const rows = await runtime().db.prisma.agent.findMany({
    where: { tenantId },
    select: { id: true, name: true, active: true, ownerTeamId: true },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
  });
  return rows
    .filter(({ id, ownerTeamId }) =>
      isAllowed(actor, input.act, { tenantId, ownerTeamId, agentId: id }),
    )
    .slice(0, MAX_AGENTS)
    .map(({ id, name, active }) => ({ id, name, active }));
}
