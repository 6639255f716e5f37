import { authorize } from '@/lib/core/policy/authorize';
import { whyRoutingIsFixed } from '@/lib/core/policy/routing';
import type { Actor } from '@/lib/core/shared/actor';
import { runtime } from '@/lib/runtime';
import type { ProviderPage } from '@/lib/schemas/providers';
import { requireAllowed } from '../authorize';
import type { Context } from '../context';
import { toProviderRows, WITH_NAMES } from './list-providers-table-view';
import { liveThrough } from './live-through';
import { loadProvider } from './load-provider';
import { requirePerson } from './require-person';

/** One provider for its page. @throws ServiceError NOT_FOUND. */
export async function getProviderPage({
  ctx,
  input,
}: {
  ctx: Context;
  input: { id: string };
}): Promise<ProviderPage> {
  requirePerson(ctx);
  requireAllowed(authorize(ctx.actor, 'catalog.read', { tenantId: ctx.tenantId }));
  const { tenantId, id, ownerTeamId } = await loadProvider(ctx, input.id);
  const { prisma } = runtime().db;
  const capabilities = { tenantId, bindings: { some: { providerId: id, removedAt: null } } };
  const [named, statuses, drafts, stopped, liveIds] = await Promise.all([
    prisma.provider.findMany({ where: { tenantId, id }, include: WITH_NAMES }),
    prisma.capability.groupBy({ by: ['status'], where: capabilities, _count: { _all: true } }),
    prisma.capability.count({ where: { ...capabilities, status: 'DRAFT', dismissedAt: null } }),
    prisma.incident.count({
      where: { targetKind: 'provider', tenantId, targetId: id, restoredAt: null },
    }),
    liveThrough(prisma, { tenantId, id }),
  ]);
  const [row] = await toProviderRows(ctx, named);
  if (!row) throw new Error(`Provider ${id} went away while it was read.`);
  const { mayManage, whyNot } = mayManageProvider(ctx.actor, { tenantId, ownerTeamId });
  return {
    ...row,
    may_manage: mayManage,
    why_not: whyNot,
    why_fixed: {
      endpoint: whyRoutingIsFixed('endpoint', liveIds),
      credential_ref: whyRoutingIsFixed('credential_ref', liveIds),
    },
    by_status: statuses.map(({ status, _count }) => ({ status, count: _count._all })),
    drafts,
    stopped: stopped > 0,
  };
}

/** Whether somebody may register or change providers of a team, else why not. */
export function mayManageProvider(
  actor: Actor,
  target: { tenantId: string; ownerTeamId: string },
): { mayManage: boolean; whyNot: string | null } {
  const verdict = authorize(actor, 'provider.manage', target);
  return verdict.allowed
    ? { mayManage: true, whyNot: null }
    : { mayManage: false, whyNot: verdict.reasons.join(' ') };
}
