import { runtime } from '@/lib/runtime';
import type { User } from '@/lib/schemas/people';
import { requireUser } from '@/lib/services/authorize';
import type { Context } from '@/lib/services/context';
import { notFound } from '@/lib/services/errors';
import { seenTenants, toUser, USER_SELECT, visibleUsers } from './user-view';

/** A person the caller may see. @throws ServiceError NOT_FOUND for anybody else. */
export async function getUser({ ctx, id }: { ctx: Context; id: string }): Promise<User> {
  const row = await runtime().db.prisma.user.findFirst({
    where: { AND: [{ id }, visibleUsers(ctx)] },
    select: USER_SELECT,
  });
  if (!row) throw notFound('person', id);
  return toUser(row, seenTenants(ctx));
}

/** The person acting. */
export async function getMe({ ctx }: { ctx: Context }): Promise<User> {
  return getUser({ ctx, id: requireUser(ctx.actor).userId });
}
