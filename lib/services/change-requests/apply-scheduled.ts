import { requiredApprovals } from '@/lib/core/lifecycle/reviewers';
import { authorize } from '@/lib/core/policy/authorize';
import type { Tx } from '@/lib/db/transaction';
import { log } from '@/lib/observability/log';
import { runtime } from '@/lib/runtime';
import { announce, transact } from '../announce';
import { recordAudit } from '../audit';
import { requireAllowed } from '../authorize';
import { prepareChange } from '../catalog/apply-change';
import { deciderOf } from '../catalog/approve-change';
import { allAuthors } from '../catalog/authors';
import { carryOut } from '../catalog/carry-out';
import { risksOf, WITH_NAME } from '../catalog/change-rows';
import { countApprovals } from '../catalog/count-approvals';
import { type LoadedChange, loadChangeRequest } from '../catalog/find-change-request';
import { revokeDecisions } from '../catalog/revise-submission';
import { tellDecided } from '../catalog/tell-decided';
import { type Context, systemContext } from '../context';
import { isServiceError, ServiceError } from '../errors';
import { writeComment } from './comments';

const BY = 'scheduled-changes';
/** A sync or a smoke call may touch the capability at the same moment; that is no reason to fail. */
const ATTEMPTS = 3;

/**
 * Carries out what was approved for a time that has come, once, whoever else tries: approvals,
 * base and gates are looked at again. What cannot be carried out waits for a decision again, with
 * the reason as a comment. When the server was down at the time, it is done as soon as it is up.
 */
export async function applyScheduled(now: Date): Promise<number> {
  const due = await runtime().db.prisma.changeRequest.findMany({
    where: { status: 'SCHEDULED', applyAt: { lte: now } },
    orderBy: [{ applyAt: 'asc' }, { id: 'asc' }],
    select: { tenantId: true, id: true },
    take: 200,
  });
  let done = 0;
  for (const { tenantId, id } of due) {
    try {
      if (await applyOne(systemContext(BY, tenantId, now), id)) done += 1;
    } catch (err) {
      log.error({ err, change_request: id }, 'a scheduled change could not be carried out');
    }
  }
  return done;
}

async function applyOne(ctx: Context, id: string): Promise<boolean> {
  requireAllowed(authorize(ctx.actor, 'change-request.carry-out', { tenantId: ctx.tenantId }));
  for (let attempt = 1; ; attempt += 1) {
    const loaded = await loadChangeRequest(ctx, id);
    if (loaded.change.status !== 'SCHEDULED') return false;
    const authors = await allAuthors(runtime().db.prisma, loaded);
    try {
      const won = await carryOutNow(ctx, loaded, authors);
      if (won) await announce('catalog', { tenantId: ctx.tenantId, ids: [loaded.row.id] });
      return won;
    } catch (error) {
      if (!isServiceError(error) || !isFinal(error.code)) throw error;
      const raced = error.code === 'CONFLICT' && error.details.conflicts === undefined;
      if (raced && attempt < ATTEMPTS) continue;
      await transact((tx) => reopen(tx, ctx, { ...loaded, authors }, error.message));
      return false;
    }
  }
}

/** Failures that another minute does not mend; the others are tried again at the next one. */
function isFinal(code: string): boolean {
  return !['UNAVAILABLE', 'TIMEOUT', 'INTERNAL'].includes(code);
}

/** False when another process, or a person, was there first. */
async function carryOutNow(
  ctx: Context,
  loaded: LoadedChange,
  authors: string[],
): Promise<boolean> {
  const { change, row } = loaded;
  const { tenantId, id, rowVersion } = change;
  const prepared = await prepareChange(loaded);
  return await transact(async (tx) => {
    const { count } = await tx.changeRequest.updateMany({
      where: { tenantId, id, status: 'SCHEDULED', rowVersion },
      data: { status: 'APPROVED', closedAt: ctx.now, authors, rowVersion: { increment: 1 } },
    });
    if (count === 0) return false;
    const given = await countApprovals(tx, change, authors);
    const needed = requiredApprovals(...risksOf(change));
    const last = given.at(-1);
    if (!last || given.length < needed) {
      throw new ServiceError(
        'PRECONDITION_FAILED',
        `It takes ${needed} approvals, and ${given.length} of them still count.`,
      );
    }
    const decider = deciderOf(last.decidedBy, authors, given);
    await carryOut(tx, ctx, { change, row, prepared, decider });
    await recordAudit(tx, ctx, {
      action: 'change_request.carry_out',
      targetKind: 'change_request',
      targetId: id,
      tenantId,
      before: { status: 'SCHEDULED', apply_at: change.applyAt },
      after: { status: 'APPROVED', approved_by: given.map((one) => one.decidedBy) },
    });
    const after = await tx.changeRequest.findUniqueOrThrow({
      where: { tenantId_id: { tenantId, id } },
      include: WITH_NAME,
    });
    await tellDecided(tx, ctx, after, authors);
    return true;
  });
}

async function reopen(
  tx: Tx,
  ctx: Context,
  loaded: LoadedChange & { authors: string[] },
  why: string,
): Promise<void> {
  const { tenantId, id, rowVersion, applyAt } = loaded.change;
  const { count } = await tx.changeRequest.updateMany({
    where: { tenantId, id, status: 'SCHEDULED', rowVersion },
    data: { status: 'OPEN', applyAt: null, rowVersion: { increment: 1 } },
  });
  if (count === 0) return;
  await writeComment(tx, ctx, loaded, `It could not be carried out at its time: ${why}`);
  await revokeDecisions(tx, ctx, tenantId, id, 'It could not be carried out at its time.');
  await recordAudit(tx, ctx, {
    action: 'change_request.reopen',
    targetKind: 'change_request',
    targetId: id,
    tenantId,
    reason: why,
    before: { status: 'SCHEDULED', apply_at: applyAt },
    after: { status: 'OPEN' },
  });
}
