import { runtime } from '@/lib/runtime';
import type { ApprovalView, DecideApproval } from '@/lib/schemas/invoke';
import { announce, transact } from '../announce';
import { recordAudit } from '../audit';
import { requireAllowed, requireUser } from '../authorize';
import type { Context } from '../context';
import { invalidField, notFound, ServiceError } from '../errors';
import { mayDecide, ownersOf, statusAt, toApprovalView } from './view';

/**
 * A person's yes or no to one call.
 * @throws ServiceError FORBIDDEN (policy), NOT_FOUND, CONFLICT (somebody was faster),
 *   PRECONDITION_FAILED (expired), VALIDATION (a no needs its reason).
 */
export async function decideApproval({
  ctx,
  input,
}: {
  ctx: Context;
  input: DecideApproval;
}): Promise<ApprovalView> {
  const user = requireUser(ctx.actor);
  const key = { tenantId_id: { tenantId: ctx.tenantId, id: input.id } };
  const { prisma } = runtime().db;
  const row = await prisma.approval.findUnique({ where: key });
  if (!row) throw notFound('approval', input.id);
  requireAllowed(mayDecide(ctx, row, await ownersOf(row)));
  if (input.decision === 'deny' && input.comment === '') {
    throw invalidField('comment', 'Write why you deny it; the agent’s owner reads it.');
  }
  if (statusAt(row, ctx.now) === 'EXPIRED') {
    throw new ServiceError('PRECONDITION_FAILED', 'It expired before it was decided.');
  }
  const status = input.decision === 'approve' ? 'APPROVED' : 'DENIED';
  await transact(async (tx) => {
    const { count } = await tx.approval.updateMany({
      where: {
        tenantId: ctx.tenantId,
        id: input.id,
        status: 'PENDING',
        expiresAt: { gt: ctx.now },
      },
      data: {
        status,
        decidedBy: user.userId,
        decidedAt: ctx.now,
        comment: input.comment,
        argumentsSealed: null,
      },
    });
    if (count === 0) throw new ServiceError('CONFLICT', 'It has been decided already.');
    await recordAudit(tx, ctx, {
      action: `approval.${input.decision}`,
      targetKind: 'approval',
      targetId: input.id,
      reason: input.comment,
      before: { status: 'PENDING' },
      after: { status, capability_id: row.capabilityId, agent_id: row.agentId },
    });
  });
  await announce('approvals', { tenantId: ctx.tenantId });
  return toApprovalView(ctx, await prisma.approval.findUniqueOrThrow({ where: key }));
}
