import { authorize, isAllowed } from '@/lib/core/policy/authorize';
import { runtime } from '@/lib/runtime';
import { transact } from '../announce';
import { recordAudit } from '../audit';
import { requireAllowed } from '../authorize';
import type { Context } from '../context';
import { notFound, ServiceError } from '../errors';

/**
 * Ends a delegation before its time: by who is away, who stands in, or an admin.
 * @throws ServiceError NOT_FOUND, FORBIDDEN, CONFLICT when it is over.
 */
export async function endDelegation(call: {
  ctx: Context;
  input: { delegation_id: string };
}): Promise<void> {
  const { ctx, input } = call;
  const { tenantId } = ctx;
  const key = { tenantId, id: input.delegation_id };
  const row = await runtime().db.prisma.delegation.findUnique({ where: { tenantId_id: key } });
  if (!row) throw notFound('delegation', input.delegation_id);
  const own = { tenantId, userId: row.toUser };
  if (!isAllowed(ctx.actor, 'delegation.end', own)) {
    requireAllowed(authorize(ctx.actor, 'delegation.end', { tenantId, userId: row.fromUser }));
  }
  await transact(async (tx) => {
    const { count } = await tx.delegation.updateMany({
      where: { ...key, endedAt: null, endsAt: { gt: ctx.now } },
      data: { endedAt: ctx.now },
    });
    if (count === 0) throw new ServiceError('CONFLICT', 'This delegation is over already.');
    await recordAudit(tx, ctx, {
      action: 'delegation.end',
      targetKind: 'user',
      targetId: row.fromUser,
      before: { id: row.id, to: row.toUser, ends_at: row.endsAt },
      after: { ended_at: ctx.now },
    });
  });
}
