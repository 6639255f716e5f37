import { runtime } from '@/lib/runtime';
import { requireUser } from '../authorize';
import type { Context } from '../context';
import { mayDecide } from './view';

/** More that wait at once are neither looked at nor counted. */
const MAX_LOOKED_AT = 200;

/**
 * Pending calls this person may decide, the oldest first: what the overview shows and the sidebar
 * counts. The policy judges each.
 */
export async function listDecidableApprovals(ctx: Context) {
  requireUser(ctx.actor);
  const { prisma } = runtime().db;
  const pending = await prisma.approval.findMany({
    where: { tenantId: ctx.tenantId, status: 'PENDING', expiresAt: { gt: ctx.now } },
    select: {
      id: true,
      agentTenantId: true,
      agentId: true,
      capabilityTenantId: true,
      capabilityId: true,
      subject: true,
      behind: true,
      requestedAt: true,
    },
    orderBy: [{ requestedAt: 'asc' }, { id: 'asc' }],
    take: MAX_LOOKED_AT,
  });
  if (pending.length === 0) return [];
  const [capabilities, agents] = await Promise.all([
    prisma.capability.findMany({
      where: { id: { in: pending.map((row) => row.capabilityId) } },
      select: { tenantId: true, id: true, ownerTeamId: true },
    }),
    prisma.agent.findMany({
      where: { id: { in: pending.map((row) => row.agentId) } },
      select: { tenantId: true, id: true, ownerTeamId: true },
    }),
  ]);
  const ownerOf = (rows: typeof agents, tenantId: string, id: string) =>
    rows.find((row) => row.tenantId === tenantId && row.id === id)?.ownerTeamId ?? null;
  return pending.filter((row) => {
    const owners = {
      capability: ownerOf(capabilities, row.capabilityTenantId, row.capabilityId),
      agent: ownerOf(agents, row.agentTenantId, row.agentId),
    };
    return mayDecide(ctx, row, owners).allowed;
  });
}
