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
  // For a person the policy looks at an agent's tenant and team only: asked once a team.
  const mayAct = (ownerTeamId: string | null) =>
    isAllowed(actor, input.act, { tenantId, ownerTeamId, agentId: '' });
  const teams = actor.teams.filter((team) => team.tenantId === tenantId && mayAct(team.teamId));
  const owned = { ownerTeamId: { in: teams.map((team) => team.teamId) } };
  return runtime().db.prisma.agent.findMany({
    where: { tenantId, ...(mayAct(null) ? {} : owned) },
    select: { id: true, name: true, active: true },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    take: MAX_AGENTS,
  });
}
