import { requiredApprovals } from '@/lib/core/lifecycle/reviewers';
import type { Tx } from '@/lib/db/transaction';
import { runtime } from '@/lib/runtime';
import type { ChangeOutcome } from '@/lib/schemas/change-requests';
import { announce, transact } from '../announce';
import { recordAudit } from '../audit';
import { requireUser } from '../authorize';
import type { Context } from '../context';
import { changedMeanwhile, invalidField, ServiceError } from '../errors';
import { newId } from '../ids';
import { type Decider, type Prepared, prepareChange } from './apply-change';
import { applyTime } from './apply-time';
import { carryOut } from './carry-out';
import { type ChangeRow, risksOf, toChangeRequest, WITH_NAME } from './change-rows';
import { countApprovals } from './count-approvals';
import type { LoadedChange } from './find-change-request';
import { toCapability } from './rows';
import { tellDecided } from './tell-decided';

type Input = {
  comment: string;
  rule_compatible?: boolean | undefined;
  apply_at?: string | null | undefined;
};
type Call = LoadedChange & {
  input: Input;
  authors: string[];
  onBehalfOf: string | null;
  applyAt: Date | null;
  prepared: Prepared;
};

/**
 * Records one yes. The last that is needed carries the change out, or sets it for its time. A yes
 * to what could not be carried out as it stands is refused at once, whoever else has to agree.
 */
export async function approveChange(
  ctx: Context,
  loaded: LoadedChange,
  by: { input: Input; authors: string[]; onBehalfOf: string | null },
): Promise<ChangeOutcome> {
  if (by.input.rule_compatible && by.input.comment.trim() === '') {
    throw invalidField('comment', 'Write why it is compatible; it stands on the version.');
  }
  const applyAt = applyTime(ctx.now, by.input.apply_at, loaded.change.applyAt);
  const call: Call = { ...loaded, ...by, applyAt, prepared: await prepareChange(loaded) };
  if (applyAt || (await isOneOfMore(call))) await tryOut(ctx, call);
  const outcome = await transact((tx) => approve(tx, ctx, call));
  await announce('catalog', { tenantId: loaded.row.tenantId, ids: [loaded.row.id] });
  return outcome;
}

async function isOneOfMore({ change, authors }: Call): Promise<boolean> {
  const given = await countApprovals(runtime().db.prisma, change, authors);
  return given.length + 1 < requiredApprovals(...risksOf(change));
}

/** Carries it out and takes all of it back: what is refused then is refused now. */
async function tryOut(ctx: Context, call: Call): Promise<void> {
  const takenBack = new Error('Taken back.');
  const { change, row, prepared } = call;
  const decider = deciderOf(requireUser(ctx.actor).userId, call.authors, [ownYes(ctx, call)]);
  try {
    await transact(async (tx) => {
      await carryOut(tx, ctx, { change, row, prepared, decider });
      throw takenBack;
    });
  } catch (error) {
    if (error !== takenBack) throw error;
  }
}

async function approve(tx: Tx, ctx: Context, call: Call): Promise<ChangeOutcome> {
  const { change, row, authors, prepared } = call;
  const { userId } = requireUser(ctx.actor);
  await claim(tx, call);
  await requireFirstYes(tx, call, userId);
  await tx.changeDecision.create({
    data: {
      tenantId: change.tenantId,
      id: newId('dec', ctx.now.getTime()),
      changeRequestId: change.id,
      decision: 'approve',
      comment: call.input.comment,
      decidedAt: ctx.now,
      ...ownYes(ctx, call),
    },
  });
  const given = await countApprovals(tx, change, authors);
  const needed = requiredApprovals(...risksOf(change));
  const status = given.length < needed ? 'OPEN' : call.applyAt ? 'SCHEDULED' : 'APPROVED';
  const after = await setStatus(tx, ctx, call, status);
  const decider = deciderOf(userId, authors, given);
  const changed =
    status === 'APPROVED' ? await carryOut(tx, ctx, { change, row, prepared, decider }) : row;
  await recordAudit(tx, ctx, {
    action: 'change_request.approve',
    targetKind: 'change_request',
    targetId: change.id,
    tenantId: change.tenantId,
    ...(call.input.comment ? { reason: call.input.comment } : {}),
    before: { status: 'OPEN', kind: change.kind, capability_id: row.id },
    after: {
      status,
      authors,
      approvals: { given: given.length, needed },
      ...ownYes(ctx, call),
      ...(status === 'SCHEDULED' ? { apply_at: call.applyAt } : {}),
    },
  });
  await tellDecided(tx, ctx, after, authors);
  return { capability: toCapability(changed), change_request: toChangeRequest(after) };
}

/** Only one decision at a time wins, and only on the wording that was looked at. */
async function claim(tx: Tx, { change, authors }: Call): Promise<void> {
  const { tenantId, id, rowVersion } = change;
  const { count } = await tx.changeRequest.updateMany({
    where: { tenantId, id, status: 'OPEN', rowVersion },
    data: { authors, rowVersion: { increment: 1 } },
  });
  if (count === 0) throw changedMeanwhile('change request');
}

async function requireFirstYes(tx: Tx, call: Call, userId: string): Promise<void> {
  const { change, onBehalfOf } = call;
  const people = onBehalfOf === null ? [userId] : [userId, onBehalfOf];
  const given = await countApprovals(tx, change, call.authors);
  const own = given.find(
    (one) => people.includes(one.decidedBy) || people.includes(one.onBehalfOf ?? one.decidedBy),
  );
  if (!own) return;
  throw new ServiceError(
    'CONFLICT',
    own.decidedBy === userId
      ? 'You have approved this already; it waits for a second person.'
      : 'It has been approved from this side already; it waits for a second person.',
  );
}

async function setStatus(
  tx: Tx,
  ctx: Context,
  { change, applyAt }: Call,
  status: 'OPEN' | 'SCHEDULED' | 'APPROVED',
): Promise<ChangeRow> {
  return await tx.changeRequest.update({
    where: { tenantId_id: { tenantId: change.tenantId, id: change.id } },
    data: { status, applyAt, ...(status === 'APPROVED' ? { closedAt: ctx.now } : {}) },
    include: WITH_NAME,
  });
}

function ownYes(ctx: Context, { input, onBehalfOf }: Call) {
  const ruling = input.rule_compatible ? input.comment : null;
  return { decidedBy: requireUser(ctx.actor).userId, onBehalfOf, ruling };
}

/** Who carried the day: the last yes decides, any of those that count may have ruled. */
export function deciderOf(
  userId: string,
  authors: readonly string[],
  given: readonly { decidedBy: string; ruling: string | null }[],
): Decider {
  const ruled = given.find(({ ruling }) => ruling !== null);
  const ruling = ruled ? { by: ruled.decidedBy, reason: ruled.ruling ?? '' } : null;
  return { userId, authors, ruling };
}
