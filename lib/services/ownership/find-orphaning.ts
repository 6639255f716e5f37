import { authorize } from '@/lib/core/policy/authorize';
import { runtime } from '@/lib/runtime';
import type { Orphaning } from '@/lib/schemas/ownership';
import { requireAllowed, requireUser } from '../authorize';
import type { Context } from '../context';
import { notFound } from '../errors';

const EXAMPLES = 8;

/** What nobody would own any more without this team: everything it owns that is in use. */
export async function findOrphaning(call: {
  ctx: Context;
  input: { team: string };
}): Promise<Orphaning> {
  const { ctx, input } = call;
  const { tenantId } = ctx;
  requireUser(ctx.actor);
  requireAllowed(authorize(ctx.actor, 'catalog.read', { tenantId }));
  const key = { tenantId, id: input.team };
  const team = await runtime().db.prisma.team.findUnique({ where: { tenantId_id: key } });
  if (!team) throw notFound('team', input.team);
  const own = { tenantId, ownerTeamId: input.team };
  const first = { select: { id: true }, orderBy: { id: 'asc' }, take: EXAMPLES } as const;
  const { prisma } = runtime().db;
  const live = { ...own, status: { not: 'DISABLED' }, dismissedAt: null };
  const kept = { ...own, archivedAt: null };
  const [capabilities, providers, agents, backends, ...examples] = await Promise.all([
    prisma.capability.count({ where: live }),
    prisma.provider.count({ where: kept }),
    prisma.agent.count({ where: own }),
    prisma.backend.count({ where: kept }),
    prisma.capability.findMany({ where: live, ...first }),
    prisma.provider.findMany({ where: kept, ...first }),
    prisma.agent.findMany({ where: own, ...first }),
    prisma.backend.findMany({ where: kept, ...first }),
  ]);
  const kinds = ['capability', 'provider', 'agent', 'backend'] as const;
  return {
    capabilities,
    providers,
    agents,
    backends,
    examples: kinds
      .flatMap((kind, at) => (examples[at] ?? []).map(({ id }) => ({ kind, id })))
      .slice(0, EXAMPLES),
  };
}
