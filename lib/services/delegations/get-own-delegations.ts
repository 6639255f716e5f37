import { isAllowed } from '@/lib/core/policy/authorize';
import { runtime } from '@/lib/runtime';
import type { DelegationAnswer } from '@/lib/schemas/delegations';
import { requireUser } from '../authorize';
import type { Context } from '../context';
import { listDelegations } from './list-delegations';

/** More people are not offered; in a tenant this large the REST door takes any id. */
const MAX_PEOPLE = 500;

type Own = {
  delegations: DelegationAnswer[];
  people: { value: string; label: string }[];
  mayDelegate: boolean;
};

/** Delegations from and to the person acting, and whom they could name. */
export async function getOwnDelegations({ ctx }: { ctx: Context }): Promise<Own> {
  const { tenantId } = ctx;
  const { userId } = requireUser(ctx.actor);
  const mayDelegate = isAllowed(ctx.actor, 'delegation.create', { tenantId, userId });
  const { items: delegations } = await listDelegations({ ctx, input: { user: userId } });
  if (!mayDelegate) return { delegations, people: [], mayDelegate };
  const here = { some: { tenantId } };
  const people = await runtime().db.prisma.user.findMany({
    where: { active: true, id: { not: userId }, OR: [{ roles: here }, { memberships: here }] },
    select: { id: true, name: true, email: true },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    take: MAX_PEOPLE,
  });
  return {
    delegations,
    people: people.map(({ id, name, email }) => ({ value: id, label: name || email })),
    mayDelegate,
  };
}
