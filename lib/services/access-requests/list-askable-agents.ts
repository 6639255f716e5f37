import { isAllowed } from '@/lib/core/policy/authorize';
import { runtime } from '@/lib/runtime';
import type { Context } from '../context';

const MAX_AGENTS = 500;

/** Agents of the tenant acted in that the caller may ask access for, by name. */
export async function listAskableAgents({
  ctx,
}: {
  ctx: Context;
}): Promise<{ id: string; name: string }[]> {
  const { actor, tenantId } = ctx;
  if (actor.kind !== 'user') return [];
  const teams = actor.teams
    .filter((team) => team.tenantId === tenantId)
    .map(({ teamId }) => teamId)
    .filter((ownerTeamId) => isAllowed(actor, 'access-request.create', { tenantId, ownerTeamId }));
  if (teams.length === 0) return [];
  return await runtime().db.prisma.agent.findMany({
    where: { tenantId, ownerTeamId: { in: teams } },
    select: { id: true, name: true },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    take: MAX_AGENTS,
  });
}
