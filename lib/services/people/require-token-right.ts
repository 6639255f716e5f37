import { authorize } from '@/lib/core/policy/authorize';
import { runtime } from '@/lib/runtime';
import { requireAllowed } from '@/lib/services/authorize';
import type { Context } from '@/lib/services/context';

/**
 * Who may look at a person's tokens and end them: the person, else an admin in every tenant the
 * person has roles in, for a token acts in all of them.
 * @throws ServiceError FORBIDDEN.
 */
export async function requireTokenRight(ctx: Context, userId: string): Promise<void> {
  const target = { tenantId: ctx.tenantId, userId };
  requireAllowed(authorize(ctx.actor, 'token.revoke', target));
  if (ctx.actor.kind === 'user' && ctx.actor.userId === userId) return;
  const memberOf = await tenantsWithRoles(userId);
  requireAllowed(authorize(ctx.actor, 'user.manage', { ...target, memberOf }));
}

async function tenantsWithRoles(userId: string): Promise<string[]> {
  const rows = await runtime().db.prisma.roleAssignment.findMany({
    where: { userId },
    select: { tenantId: true },
    distinct: ['tenantId'],
  });
  return rows.map((row) => row.tenantId);
}
