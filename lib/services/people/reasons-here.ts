import type { Authorization } from '@/lib/core/policy/authorize';
import { withoutInvitation } from '@/lib/core/policy/invitation';
import type { UserActor } from '@/lib/core/shared/actor';
import { runtime } from '@/lib/runtime';
import type { Context } from '../context';
import { findUserActor } from './load-user-actor';

/** More people are not asked; in a tenant this large somebody can be found. */
const MAX_ASKED = 50;

export type ReasonsHere = { reasons: string[]; alone: boolean };

/**
 * Why the caller may not, and whether anybody else of the tenant may: to invite somebody is advice
 * only where nobody could.
 *
 * @param judge the same question, of any person
 */
export async function reasonsHere(
  ctx: Context,
  tenantId: string,
  judge: (ctx: Context) => Authorization,
): Promise<ReasonsHere> {
  const own = judge(ctx);
  if (own.allowed) return { reasons: [], alone: false };
  const alone = !(await isThereAnother(ctx, tenantId, (actor) => judge({ ...ctx, actor }).allowed));
  return { reasons: alone ? own.reasons : withoutInvitation(own.reasons), alone };
}

async function isThereAnother(
  ctx: Context,
  tenantId: string,
  may: (actor: UserActor) => boolean,
): Promise<boolean> {
  const here = { some: { tenantId } };
  const people = await runtime().db.prisma.user.findMany({
    where: {
      active: true,
      OR: [{ roles: here }, { memberships: here }],
      ...(ctx.actor.kind === 'user' ? { id: { not: ctx.actor.userId } } : {}),
    },
    select: { id: true },
    orderBy: { lastSeenAt: { sort: 'desc', nulls: 'last' } },
    take: MAX_ASKED,
  });
  for (const { id } of people) {
    const found = await findUserActor(id, 'session');
    if (found && may(found.actor)) return true;
  }
  return people.length === MAX_ASKED;
}
