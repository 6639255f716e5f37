import { authorize } from '@/lib/core/policy/authorize';
import { runtime } from '@/lib/runtime';
import { transact } from '@/lib/services/announce';
import { recordAudit } from '@/lib/services/audit';
import { requireAllowed } from '@/lib/services/authorize';
import type { Context } from '@/lib/services/context';
import { notFound } from '@/lib/services/errors';
import { getUser } from './get-user';

/** Ends a token at once. Revoking one that is revoked already changes nothing. */
export async function revokeToken({
  ctx,
  input,
}: {
  ctx: Context;
  input: { user_id: string; token_id: string };
}): Promise<void> {
  const user = await getUser({ ctx, id: input.user_id });
  const target = { tenantId: ctx.tenantId, userId: user.id };
  requireAllowed(authorize(ctx.actor, 'token.revoke', target));
  const isOwn = ctx.actor.kind === 'user' && ctx.actor.userId === user.id;
  if (!isOwn) {
    // A token acts in every tenant of its person, so ending somebody else's takes admin in each.
    const memberOf = await tenantsWithRoles(user.id);
    requireAllowed(authorize(ctx.actor, 'user.manage', { ...target, memberOf }));
  }
  await transact(async (tx) => {
    const where = { id: input.token_id, userId: user.id };
    const token = await tx.accessToken.findFirst({ where, select: { name: true } });
    if (!token) throw notFound('token', input.token_id);
    const { count } = await tx.accessToken.updateMany({
      where: { ...where, revokedAt: null },
      data: { revokedAt: ctx.now },
    });
    if (count === 0) return;
    await recordAudit(tx, ctx, {
      action: 'token.revoke',
      targetKind: 'user',
      targetId: user.id,
      before: { id: input.token_id, name: token.name },
    });
  });
}

async function tenantsWithRoles(userId: string): Promise<string[]> {
  const rows = await runtime().db.prisma.roleAssignment.findMany({
    where: { userId },
    select: { tenantId: true },
    distinct: ['tenantId'],
  });
  return rows.map((row) => row.tenantId);
}
