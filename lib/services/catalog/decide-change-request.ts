import { authorize } from '@/lib/core/policy/authorize';
import { rolesIn, standsInFor } from '@/lib/core/shared/actor';
import { maxRisk } from '@/lib/core/shared/domain';
import type { Tx } from '@/lib/db/transaction';
import { runtime } from '@/lib/runtime';
import type { ChangeOutcome } from '@/lib/schemas/change-requests';
import { announce, transact } from '../announce';
import { recordAudit } from '../audit';
import { requireAllowed, requireUser } from '../authorize';
import type { Context } from '../context';
import { changedMeanwhile, ServiceError } from '../errors';
import { newId } from '../ids';
import { closeOffersOf } from '../ownership/owner-consent';
import { approveChange } from './approve-change';
import { allAuthors } from './authors';
import { sendBack } from './carry-out';
import { type ChangeRow, risksOf, toChangeRequest, WITH_NAME } from './change-rows';
import { type LoadedChange, loadChangeRequest } from './find-change-request';
import { toCapability } from './rows';
import { tellDecided } from './tell-decided';

type Input = {
  change_request_id: string;
  decision: 'approve' | 'reject' | 'withdraw';
  comment: string;
  row_version?: number | undefined;
  /** A reviewer's ruling, on record: what the comparison could not decide is compatible. */
  rule_compatible?: boolean | undefined;
  apply_at?: string | null | undefined;
};

/**
 * Decides a change request, or takes it back. The last approval that is needed applies the change
 * in the same transaction, or sets it for its time; one rejection closes it. Nobody who wrote any
 * part of it decides, by whatever session or token, nor anybody in their place.
 * @throws ServiceError FORBIDDEN, CONFLICT when it is closed or has moved, PRECONDITION_FAILED when
 *   a gate is not passed.
 */
export async function decideChangeRequest(call: {
  ctx: Context;
  input: Input;
  /** One of many: what is riskier than LOW is read and decided for itself. */
  onlyLow?: boolean;
}): Promise<ChangeOutcome> {
  const { ctx, input } = call;
  const loaded = await loadChangeRequest(ctx, input.change_request_id);
  const { change, row } = loaded;
  const authors = await allAuthors(runtime().db.prisma, loaded);
  requireMayDecide(ctx, loaded, authors, input.decision);
  requireWaiting(change, input);
  if (call.onlyLow) requireLow(change);
  const onBehalfOf = absentBehind(ctx, change.tenantId);
  if (input.decision === 'approve') {
    return await approveChange(ctx, loaded, { input, authors, onBehalfOf });
  }
  const by = { decision: input.decision, comment: input.comment, onBehalfOf };
  const outcome = await transact((tx) => close(tx, ctx, loaded, { ...by, authors }));
  await announce('catalog', { tenantId: row.tenantId, ids: [row.id] });
  return outcome;
}

function requireMayDecide(
  ctx: Context,
  { change, row }: LoadedChange,
  authors: readonly string[],
  decision: Input['decision'],
): void {
  const { tenantId, ownerTeamId } = row;
  if (decision !== 'withdraw') {
    requireAllowed(authorize(ctx.actor, 'change-request.decide', { tenantId, authors }));
    return;
  }
  if (ctx.actor.kind === 'user' && ctx.actor.active && ctx.actor.userId === change.submittedBy) {
    return;
  }
  requireAllowed(authorize(ctx.actor, 'capability.withdraw', { tenantId, ownerTeamId }));
}

function requireWaiting(change: ChangeRow, input: Input): void {
  if (change.closedAt !== null) {
    throw new ServiceError('CONFLICT', `This change request is closed already: ${change.status}.`);
  }
  if (change.status === 'SCHEDULED' && input.decision === 'approve') {
    throw new ServiceError('CONFLICT', 'It is approved already and waits for its time.');
  }
  if (input.row_version !== undefined && input.row_version !== change.rowVersion) {
    throw changedMeanwhile('change request');
  }
}

function requireLow(change: ChangeRow): void {
  const risk = maxRisk(...risksOf(change));
  if (risk === 'LOW') return;
  throw new ServiceError(
    'PRECONDITION_FAILED',
    `Its risk is ${risk}; only what is LOW is approved together with others.`,
  );
}

/** Whom the person stands in for; null when their own role decides. */
function absentBehind(ctx: Context, tenantId: string): string | null {
  const actor = requireUser(ctx.actor);
  const own = rolesIn(actor, tenantId).some((role) => role === 'reviewer' || role === 'admin');
  return own ? null : (standsInFor(actor, tenantId)[0]?.userId ?? null);
}

type Closing = {
  decision: 'reject' | 'withdraw';
  comment: string;
  onBehalfOf: string | null;
  authors: string[];
};

async function close(
  tx: Tx,
  ctx: Context,
  loaded: LoadedChange,
  by: Closing,
): Promise<ChangeOutcome> {
  const { change, row } = loaded;
  const { userId } = requireUser(ctx.actor);
  const closed = await closeRow(tx, ctx, change, by);
  if (by.decision === 'reject') {
    await tx.changeDecision.create({
      data: {
        tenantId: change.tenantId,
        id: newId('dec', ctx.now.getTime()),
        changeRequestId: change.id,
        decision: by.decision,
        comment: by.comment,
        decidedBy: userId,
        onBehalfOf: by.onBehalfOf,
        decidedAt: ctx.now,
      },
    });
  }
  await closeOffersOf(tx, ctx, change);
  const changed = await sendBack(tx, ctx, loaded, { ...by, userId });
  await recordAudit(tx, ctx, {
    action: `change_request.${by.decision}`,
    targetKind: 'change_request',
    targetId: change.id,
    tenantId: change.tenantId,
    ...(by.comment ? { reason: by.comment } : {}),
    before: { status: change.status, kind: change.kind, capability_id: row.id },
    after: { status: closed.status, authors: closed.authors },
  });
  await tellDecided(tx, ctx, closed, by.authors);
  return { capability: toCapability(changed), change_request: toChangeRequest(closed) };
}

/** Only one decision wins, and only on the wording that was looked at. */
async function closeRow(
  tx: Tx,
  ctx: Context,
  change: ChangeRow,
  { decision, authors }: Closing,
): Promise<ChangeRow> {
  const { tenantId, id, status, rowVersion } = change;
  const { count } = await tx.changeRequest.updateMany({
    where: { tenantId, id, status, rowVersion },
    data: {
      status: decision === 'reject' ? 'REJECTED' : 'WITHDRAWN',
      closedAt: ctx.now,
      authors,
      rowVersion: { increment: 1 },
    },
  });
  if (count === 0) throw changedMeanwhile('change request');
  return await tx.changeRequest.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id } },
    include: WITH_NAME,
  });
}
