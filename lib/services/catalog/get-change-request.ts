import { checkGates } from '@/lib/core/lifecycle/gates';
import { runtime } from '@/lib/runtime';
import type { ChangeRequestDetail, ChangeReview } from '@/lib/schemas/change-requests';
import type { Context } from '../context';
import { ServiceError } from '../errors';
import { ownerConsent } from '../ownership/owner-consent';
import { carriedFailures } from './carried-versions';
import { toChangeRequest } from './change-rows';
import { type LoadedChange, loadChangeRequest } from './find-change-request';
import { gateFacts } from './gate-facts';
import { conflictsOf } from './stale-base';

/**
 * One change request with its conflicts three ways, its decisions and the gates in its way.
 * @throws ServiceError FORBIDDEN to agents: a proposal says what is not approved yet.
 */
export async function getChangeRequest(call: {
  ctx: Context;
  input: { change_request_id: string };
}): Promise<ChangeRequestDetail> {
  const loaded = await loadChangeRequest(call.ctx, call.input.change_request_id);
  if (call.ctx.actor.kind === 'agent') {
    throw new ServiceError('FORBIDDEN', 'Change requests are read by people, not by agents.');
  }
  return { ...toChangeRequest(loaded.change), ...(await reviewOf(call.ctx, loaded)) };
}

/** What a reviewer needs beside the request; a closed one has no conflicts and no gates any more. */
export async function reviewOf(ctx: Context, loaded: LoadedChange): Promise<ChangeReview> {
  const { change, row } = loaded;
  const { prisma } = runtime().db;
  const decisions = await prisma.changeDecision.findMany({
    where: { tenantId: change.tenantId, changeRequestId: change.id },
    orderBy: [{ decidedAt: 'asc' }, { id: 'asc' }],
  });
  const waits = change.closedAt === null;
  const conflicts = waits ? await conflictsOf(prisma, change, row) : [];
  return {
    conflicts: JSON.parse(JSON.stringify(conflicts)),
    decisions: decisions.map((one) => ({
      decision: one.decision === 'approve' ? 'approve' : 'reject',
      comment: one.comment,
      decided_by: one.decidedBy,
      on_behalf_of: one.onBehalfOf,
      decided_at: one.decidedAt.toISOString(),
      ruling: one.ruling,
      revoked_at: one.revokedAt?.toISOString() ?? null,
      revoked_reason: one.revokedReason,
    })),
    gates: waits ? await gatesOf(ctx, loaded) : [],
  };
}

async function gatesOf(
  ctx: Context,
  { change, row }: LoadedChange,
): Promise<ChangeReview['gates']> {
  if (change.kind !== 'promote') return await consentGates({ change, row });
  if (row.status !== 'REVIEW') return [];
  const facts = await gateFacts(runtime().db.prisma, row, {
    decision: null,
    deprecation: null,
    now: ctx.now,
  });
  return [...checkGates(facts, 'PRODUCTION'), ...(await carriedFailures(row, change.payload))]
    .filter((failure) => failure.gate !== 'decision')
    .map(({ field, message, fix, severity }) => ({ field, message, fix, severity }));
}

/** Of what is live: whether the team agreed that it would be handed to. */
async function consentGates({ change, row }: LoadedChange): Promise<ChangeReview['gates']> {
  const { prisma } = runtime().db;
  const facts = await gateFacts(prisma, row, {
    decision: null,
    deprecation: null,
    now: change.submittedAt,
    ownerConsent: await ownerConsent(prisma, row, change),
  });
  return checkGates({ ...facts, status: 'DEPRECATED' }, 'PRODUCTION')
    .filter(({ gate }) => gate === 'owner-consent')
    .map(({ field, message, fix, severity }) => ({ field, message, fix, severity }));
}
