import type { Tx } from '@/lib/db/transaction';
import { runtime } from '@/lib/runtime';
import type { DecideOffer, Offer } from '@/lib/schemas/ownership';
import { announce, transact } from '../announce';
import { recordAudit } from '../audit';
import { requireAllowed, requireUser, visibleTenants } from '../authorize';
import { requireLiveTeam } from '../catalog/teams';
import type { Context } from '../context';
import { changedMeanwhile, notFound, ServiceError } from '../errors';
import { tell } from '../notifications/tell';
import { applyOwner } from './apply-owner';
import {
  asOffer,
  mayAgree,
  mayDecline,
  mayWithdraw,
  missingOf,
  type OfferRow,
  sidesOf,
  statusAt,
  toOffers,
} from './offer-view';

type Call = { ctx: Context; input: DecideOffer };

/**
 * Says yes or no to an offer, or takes it back. With the last yes that is missing the target moves
 * in the same transaction, or its change request can be decided.
 * @throws ServiceError FORBIDDEN, NOT_FOUND, CONFLICT when it is closed or lost a race.
 */
export async function decideOffer({ ctx, input }: Call): Promise<Offer> {
  requireUser(ctx.actor);
  const offer = await loadOffer(ctx, input.offer_id);
  requireMayDecide(ctx, offer, input.decision);
  const status = statusAt(offer, ctx.now);
  if (status !== 'OPEN') {
    throw new ServiceError('CONFLICT', `This offer is closed already: ${status}.`);
  }
  const after = await transact((tx) =>
    input.decision === 'accept' ? agree(tx, ctx, offer, input) : close(tx, ctx, offer, input),
  );
  await announce('catalog', { tenantId: offer.tenantId });
  if (offer.targetKind === 'agent') await announce('agents', { tenantId: offer.tenantId });
  const [shown] = await toOffers(ctx, [after]);
  if (!shown) throw new Error('One row makes one offer.');
  return shown;
}

async function loadOffer(ctx: Context, id: string): Promise<OfferRow> {
  const row = await runtime().db.prisma.ownershipOffer.findFirst({
    where: { id, tenantId: { in: visibleTenants(ctx) } },
  });
  if (!row) throw notFound('offer', id);
  return asOffer(row);
}

function requireMayDecide(ctx: Context, offer: OfferRow, decision: DecideOffer['decision']): void {
  if (decision === 'withdraw') requireAllowed(mayWithdraw(ctx, offer));
  else if (decision === 'decline') requireAllowed(mayDecline(ctx, offer));
  else if (sidesOf(ctx, offer).length === 0) {
    requireAllowed(mayAgree(ctx, offer, missingOf(offer).at(-1) ?? 'to'));
  }
}

async function agree(
  tx: Tx,
  ctx: Context,
  offer: OfferRow,
  { comment }: DecideOffer,
): Promise<OfferRow> {
  const { userId } = requireUser(ctx.actor);
  const sides = sidesOf(ctx, offer);
  await requireLiveTeam(tx, offer.tenantId, offer.toTeamId);
  const agreed = {
    releasedBy: sides.includes('from') ? userId : offer.releasedBy,
    acceptedBy: sides.includes('to') ? userId : offer.acceptedBy,
  };
  const isComplete = missingOf({ ...offer, ...agreed }).length === 0;
  const changeRequestId = isComplete ? await applyOwner(tx, ctx, offer) : offer.changeRequestId;
  const after = await writeOffer(tx, offer, {
    ...agreed,
    comment,
    changeRequestId,
    ...(isComplete ? { status: 'ACCEPTED', closedBy: userId, closedAt: ctx.now } : {}),
  });
  await trace(tx, ctx, after, isComplete ? 'ownership.accept' : 'ownership.agree', comment);
  if (isComplete) await tellDecided(tx, ctx, after);
  return after;
}

async function close(
  tx: Tx,
  ctx: Context,
  offer: OfferRow,
  { decision, comment }: DecideOffer,
): Promise<OfferRow> {
  const { userId } = requireUser(ctx.actor);
  const status = decision === 'decline' ? 'DECLINED' : 'WITHDRAWN';
  const after = await writeOffer(tx, offer, {
    status,
    comment,
    closedBy: userId,
    closedAt: ctx.now,
  });
  await trace(tx, ctx, after, `ownership.${decision}`, comment);
  await tellDecided(tx, ctx, after);
  return after;
}

/** Only one answer wins. */
async function writeOffer(
  tx: Tx,
  { tenantId, id, rowVersion }: OfferRow,
  data: Parameters<Tx['ownershipOffer']['updateMany']>[0]['data'],
): Promise<OfferRow> {
  const { count } = await tx.ownershipOffer.updateMany({
    where: { tenantId, id, status: 'OPEN', rowVersion },
    data: { ...data, rowVersion: { increment: 1 } },
  });
  if (count === 0) throw changedMeanwhile('offer');
  const row = await tx.ownershipOffer.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id } },
  });
  return asOffer(row);
}

async function trace(tx: Tx, ctx: Context, offer: OfferRow, action: string, comment: string) {
  const moved = offer.status === 'ACCEPTED' && offer.changeRequestId === null;
  await recordAudit(tx, ctx, {
    action,
    targetKind: offer.targetKind,
    targetId: offer.targetId,
    tenantId: offer.tenantId,
    ...(comment ? { reason: comment } : {}),
    before: { owner: offer.fromTeamId, offer: offer.id },
    after: {
      owner: moved ? offer.toTeamId : offer.fromTeamId,
      offer: offer.id,
      status: offer.status,
      ...(offer.changeRequestId === null ? {} : { change_request_id: offer.changeRequestId }),
    },
  });
}

const WORDS: Record<string, string> = {
  ACCEPTED: 'accepted',
  DECLINED: 'declined',
  WITHDRAWN: 'withdrawn',
};

async function tellDecided(tx: Tx, ctx: Context, offer: OfferRow): Promise<void> {
  const { targetKind, targetId, fromTeamId, toTeamId } = offer;
  await tell(tx, ctx, {
    kind: 'ownership.decided',
    title: `The offer of ${targetKind} ${targetId} to the team ${toTeamId} was ${WORDS[offer.status] ?? 'closed'}`,
    href: `/ownership?tab=offers&offer=${offer.id}`,
    targetKind,
    targetId,
    tenantId: offer.tenantId,
    data: { offer_id: offer.id, from: fromTeamId, to: toTeamId, status: offer.status },
    audience: { users: [offer.offeredBy], teams: [fromTeamId, toTeamId] },
  });
}
