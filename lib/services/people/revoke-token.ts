import { transact } from '@/lib/services/announce';
import { recordAudit } from '@/lib/services/audit';
import type { Context } from '@/lib/services/context';
import { notFound } from '@/lib/services/errors';
import { getUser } from './get-user';
import { requireTokenRight } from './require-token-right';

/** Ends a token at once. Revoking one that is revoked already changes nothing. */
export async function revokeToken({
  ctx,
  input,
}: {
  ctx: Context;
  input: { user_id: string; token_id: string };
}): Promise<void> {
  const user = await getUser({ ctx, id: input.user_id });
  await requireTokenRight(ctx, user.id);
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
