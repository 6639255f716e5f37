import { findTransition, possibleTransitions, TRANSITIONS } from '@/lib/core/lifecycle/transitions';
import type { Status } from '@/lib/core/shared/domain';
import { runtime } from '@/lib/runtime';
import type { ChangeOutcome } from '@/lib/schemas/change-requests';
import { announce, transact } from '../announce';
import { requireAllowed } from '../authorize';
import type { Context } from '../context';
import { invalidField, ServiceError } from '../errors';
import { authorsOf, union } from './authors';
import { toChangeRequest } from './change-rows';
import { decideChangeRequest } from './decide-change-request';
import { disableCapability } from './disable-capability';
import { findSubmission } from './find-change-request';
import { getCapabilityRecord } from './load';
import { mayDo } from './may-do';
import { type CapabilityRecord, toCapability } from './rows';
import { submitDraft } from './submit-draft';
import { withdrawDeprecation } from './withdraw-deprecation';

type Call = {
  ctx: Context;
  input: { capability_id: string; to: Status; reason: string };
  quiet?: boolean;
};

/**
 * Moves a capability along the lifecycle's table. Where somebody else decides, the answer holds
 * the change request that waits.
 */
export async function transitionCapability(call: Call): Promise<ChangeOutcome> {
  const { ctx, input } = call;
  const row = await getCapabilityRecord(ctx, input.capability_id);
  requirePossible(row.status, input.to);
  const submission = await findSubmission(runtime().db.prisma, row);
  const authors = union(submission?.authors ?? [], await authorsOf(runtime().db.prisma, row));
  const move = possibleTransitions(row.status, mayDo(ctx.actor, row, authors)).find(
    (one) => one.to === input.to,
  );
  if (row.status === 'REVIEW' && input.to === 'PRODUCTION' && submission) {
    return { capability: toCapability(row), change_request: toChangeRequest(submission) };
  }
  if (!move?.allowed) requireAllowed({ allowed: false, reasons: move?.reasons ?? [] });
  switch (input.to) {
    case 'REVIEW':
      return await submit(call, row);
    case 'DRAFT':
      return await sendBack(call, row, submission?.id ?? null, authors);
    case 'DEPRECATED':
      throw new ServiceError(
        'PRECONDITION_FAILED',
        'Say when it ends: deprecate it with an end date, and a replacement if there is one.',
        { errors: [{ path: 'deprecation', message: 'Set disable_at with POST …/deprecation.' }] },
      );
    case 'PRODUCTION':
      return await withdrawDeprecation({
        ctx,
        input: { capability_id: row.id, reason: input.reason },
      });
    case 'DISABLED':
      return await disableCapability({
        ctx,
        input: { capability_id: row.id, reason: input.reason },
      });
  }
}

function requirePossible(from: Status, to: Status): void {
  if (findTransition(from, to)) return;
  if (from === to) throw new ServiceError('CONFLICT', `It is in ${to} already.`);
  const ways = TRANSITIONS.filter((move) => move.from === from).map((move) => move.to);
  const message = ways.length
    ? `From ${from} it can only go to ${ways.join(' or ')}.`
    : `${from} is the end of the road.`;
  throw new ServiceError('PRECONDITION_FAILED', message, { errors: [{ path: 'to', message }] });
}

/** DRAFT -> REVIEW: the working definition is handed over for a decision by somebody else. */
async function submit(call: Call, row: CapabilityRecord): Promise<ChangeOutcome> {
  const { ctx, input } = call;
  const { changed, request } = await transact((tx) =>
    submitDraft(tx, ctx, row, { reason: input.reason }),
  );
  if (!call.quiet) await announce('catalog', { tenantId: row.tenantId, ids: [row.id] });
  return { capability: toCapability(changed), change_request: request };
}

/** REVIEW -> DRAFT: by a reviewer who rejects, or by its owner who takes it back. */
async function sendBack(
  call: Call,
  row: CapabilityRecord,
  submissionId: string | null,
  authors: readonly string[],
): Promise<ChangeOutcome> {
  const { ctx, input } = call;
  if (submissionId === null) {
    throw new ServiceError('CONFLICT', 'It is no longer waiting for a decision; load it again.');
  }
  const may = mayDo(ctx.actor, row, authors);
  const rejects = may('change-request.decide').allowed;
  if (rejects && input.reason.trim() === '') {
    throw invalidField('reason', 'Write what has to change; its authors read it.');
  }
  return await decideChangeRequest({
    ctx,
    input: {
      change_request_id: submissionId,
      decision: rejects ? 'reject' : 'withdraw',
      comment: input.reason,
    },
  });
}
