import { runtime } from '@/lib/runtime';
import type { CallingAgent } from '../calling-agent';
import { notFound, ServiceError } from '../errors';
import type { ApprovalBinding } from './request-approval';

export type ApprovalCheck =
  /** Yes, and {@link consumeStatement} will use it up with the start record. */
  { kind: 'approved' } | { kind: 'waiting'; id: string; expiresAt: Date };

/**
 * Whether this approval is a yes to exactly this call.
 * @throws ServiceError NOT_FOUND, DENIED (a person said no), PRECONDITION_FAILED (used, expired,
 *   or bound to another call).
 */
export async function checkApproval(
  approvalId: string,
  binding: ApprovalBinding,
  now: Date,
): Promise<ApprovalCheck> {
  const row = await findOwn(approvalId, binding.caller);
  if (!isBoundTo(row, binding)) {
    throw new ServiceError(
      'PRECONDITION_FAILED',
      'This approval is for another call: agent, subject, version, arguments and policy must be those it was asked for.',
    );
  }
  if (row.status === 'DENIED') {
    throw new ServiceError('DENIED', `A person denied this call: ${row.comment}`);
  }
  if (row.status === 'USED') {
    throw new ServiceError('PRECONDITION_FAILED', 'This approval has been used; it is good once.');
  }
  if (row.status === 'EXPIRED' || row.expiresAt <= now) {
    throw new ServiceError('PRECONDITION_FAILED', 'This approval has expired; ask again.');
  }
  if (row.status === 'PENDING') return { kind: 'waiting', id: row.id, expiresAt: row.expiresAt };
  return { kind: 'approved' };
}

async function findOwn(approvalId: string, caller: CallingAgent) {
  const row = await runtime().db.prisma.approval.findUnique({
    where: { tenantId_id: { tenantId: caller.tenantId, id: approvalId } },
  });
  if (!row || row.agentId !== caller.agentId) throw notFound('approval', approvalId);
  return row;
}

type Bound = Awaited<ReturnType<typeof findOwn>>;

function isBoundTo(row: Bound, binding: ApprovalBinding): boolean {
  return (
    row.subject === binding.subject &&
    row.capabilityTenantId === binding.capability.tenantId &&
    row.capabilityId === binding.capability.id &&
    row.version === binding.version &&
    row.argumentsDigest === binding.argumentsDigest &&
    row.decisionHash === binding.decisionHash
  );
}

/** Uses the approval up in the start record's transaction: of two calls, one finds it gone. */
export function consumeStatement(
  approvalId: string,
  binding: ApprovalBinding,
  invocationId: string,
  now: Date,
) {
  return {
    name: 'consume_approval',
    sql: `UPDATE approvals
      SET status = 'USED', used_at = $1, used_invocation = $2, arguments_sealed = NULL
      WHERE tenant_id = $3 AND id = $4 AND status = 'APPROVED' AND expires_at > $1
        AND arguments_digest = $5 AND decision_hash = $6`,
    values: [
      now,
      invocationId,
      binding.caller.tenantId,
      approvalId,
      binding.argumentsDigest,
      binding.decisionHash,
    ],
    mustAffect: 1,
  };
}
