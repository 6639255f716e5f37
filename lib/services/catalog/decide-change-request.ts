import { authorize } from '@/lib/core/policy/authorize';
import type { Tx } from '@/lib/db/transaction';
import { runtime } from '@/lib/runtime';
import type { ChangeOutcome } from '@/lib/schemas/change-requests';
import { announce, transact } from '../announce';
import { recordAudit } from '../audit';
import { requireAllowed, requireUser } from '../authorize';
import type { Context } from '../context';
import { settleDrift } from '../drift/settle-drift';
import { changedMeanwhile, ServiceError } from '../errors';
import { newId } from '../ids';
import { closeOffersOf } from '../ownership/owner-consent';
import { applyChange, type Prepared, prepareChange } from './apply-change';
import { authorsOf, union } from './authors';
import { type ChangeRow, toChangeRequest, WITH_NAME } from './change-rows';
import { type LoadedChange, loadChangeRequest } from './find-change-request';
import { lockCapability, reloadCapability, writeCapability } from './load';
import { type CapabilityRecord, toCapability } from './rows';
import { beforeAfterStatus } from './status-trail';

type Input = {
  change_request_id: string;
  decision: 'approve' | 'reject' | 'withdraw';
  comment: string;
  row_version?: number | undefined;
  /** A reviewer's ruling, on record: what the comparison could not decide is compatible. */
  rule_compatible?: boolean | undefined;
};

const CLOSED = { approve: 'APPROVED', reject: 'REJECTED', withdraw: 'WITHDRAWN' } as const;

/**
 * Decides a change request, or takes it back. An approval applies the change in the same
 * transaction. Nobody who wrote any part of it decides, by whatever session or token.
 * @throws ServiceError FORBIDDEN, CONFLICT when it is closed or has moved, PRECONDITION_FAILED when
 *   a gate is not passed.
 */
export async function decideChangeRequest(call: {
  ctx: Context;
  input: Input;
}): Promise<ChangeOutcome> {
  const { ctx, input } = call;
  const loaded = await loadChangeRequest(ctx, input.change_request_id);
  const { change, row } = loaded;
  const authors = await allAuthors(loaded);
  await requireMayDecide(ctx, loaded, authors, input.decision);
  if (change.status !== 'OPEN') {
    throw new ServiceError('CONFLICT', `This change request is closed already: ${change.status}.`);
  }
  if (input.row_version !== undefined && input.row_version !== change.rowVersion) {
    throw changedMeanwhile('change request');
  }
  const prepared = input.decision === 'approve' ? await prepareChange(loaded) : null;
  const outcome = await transact((tx) => decide(tx, ctx, { ...loaded, input, authors, prepared }));
  await announce('catalog', { tenantId: row.tenantId, ids: [row.id] });
  return outcome;
}

/** The request's own authors, and who has written on the capability since. */
export async function allAuthors({ change, row }: LoadedChange): Promise<string[]> {
  return union(change.authors, await authorsOf(runtime().db.prisma, row));
}

async function requireMayDecide(
  ctx: Context,
  { change, row }: LoadedChange,
  authors: readonly string[],
  decision: Input['decision'],
): Promise<void> {
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

type Call = LoadedChange & { input: Input; authors: string[]; prepared: Prepared | null };

async function decide(tx: Tx, ctx: Context, call: Call): Promise<ChangeOutcome> {
  const { change, row, input } = call;
  const { userId } = requireUser(ctx.actor);
  const closed = await closeChange(tx, ctx, call);
  if (input.decision !== 'withdraw') {
    await tx.changeDecision.create({
      data: {
        tenantId: change.tenantId,
        id: newId('dec', ctx.now.getTime()),
        changeRequestId: change.id,
        decision: input.decision,
        comment: input.comment,
        decidedBy: userId,
        decidedAt: ctx.now,
      },
    });
  }
  if (input.decision !== 'approve') await closeOffersOf(tx, ctx, change);
  await lockCapability(tx, row);
  const changed = await carryOut(tx, ctx, { ...call, userId });
  const { payload } = change;
  await settleDrift(tx, ctx, { row: changed, payload, decision: input.decision, userId });
  await recordAudit(tx, ctx, {
    action: `change_request.${input.decision}`,
    targetKind: 'change_request',
    targetId: change.id,
    tenantId: change.tenantId,
    ...(input.comment ? { reason: input.comment } : {}),
    before: { status: 'OPEN', kind: change.kind, capability_id: row.id },
    after: { status: closed.status, authors: closed.authors },
  });
  return { capability: toCapability(changed), change_request: toChangeRequest(closed) };
}

/** Only one decision wins, and only on the wording that was looked at. */
async function closeChange(tx: Tx, ctx: Context, call: Call): Promise<ChangeRow> {
  const { change, input, authors } = call;
  const { count } = await tx.changeRequest.updateMany({
    where: {
      tenantId: change.tenantId,
      id: change.id,
      status: 'OPEN',
      rowVersion: change.rowVersion,
    },
    data: {
      status: CLOSED[input.decision],
      closedAt: ctx.now,
      authors,
      rowVersion: { increment: 1 },
    },
  });
  if (count === 0) throw changedMeanwhile('change request');
  return await tx.changeRequest.findUniqueOrThrow({
    where: { tenantId_id: { tenantId: change.tenantId, id: change.id } },
    include: WITH_NAME,
  });
}

async function carryOut(
  tx: Tx,
  ctx: Context,
  call: Call & { userId: string },
): Promise<CapabilityRecord> {
  const { change, row, input, prepared, authors, userId } = call;
  if (prepared) {
    const ruleCompatible = input.rule_compatible === true;
    const decider = { userId, authors, ruleCompatible };
    const changed = await applyChange(tx, ctx, { change, row, prepared, decider });
    const promoted = change.kind === 'promote';
    await recordAudit(tx, ctx, {
      action: promoted ? 'capability.promote' : `capability.${change.kind}`,
      targetKind: 'capability',
      targetId: row.id,
      tenantId: row.tenantId,
      ...(change.reason ? { reason: change.reason } : {}),
      ...(promoted
        ? beforeAfterStatus(row, changed)
        : { before: toCapability(row), after: toCapability(changed) }),
    });
    return changed;
  }
  if (change.kind !== 'promote' || row.status !== 'REVIEW') return row;
  await writeCapability(tx, row, { status: 'DRAFT', statusChangedAt: ctx.now });
  const changed = await reloadCapability(tx, row);
  await recordAudit(tx, ctx, {
    action: input.decision === 'reject' ? 'capability.send_back' : 'capability.withdraw',
    targetKind: 'capability',
    targetId: row.id,
    tenantId: row.tenantId,
    ...(input.comment ? { reason: input.comment } : {}),
    ...beforeAfterStatus(row, changed),
  });
  return changed;
}
