import type { GateFacts } from '@/lib/core/lifecycle/gate-types';
import type { Tx } from '@/lib/db/transaction';
import { recordAudit } from '../audit';
import type { CapabilityRecord } from '../catalog/rows';
import { objectOf } from '../catalog/rows';
import type { Context } from '../context';
import { makeOffer } from './make-offer';
import { asOffer, missingOf, statusAt } from './offer-view';

type Request = { tenantId: string; id: string; reason: string; payload: unknown };

/** The team a request would hand the capability to; null when its owner stays. */
function newOwnerOf(request: Pick<Request, 'payload'>, ownerTeamId: string): string | null {
  const owner = objectOf(objectOf(request.payload).changes).owner;
  return typeof owner === 'string' && owner !== ownerTeamId ? owner : null;
}

/**
 * Keeps the offer of a change request what the request says: a change of owner makes one, another
 * team another one, none takes it back.
 */
export async function followOwner(
  tx: Tx,
  ctx: Context,
  row: CapabilityRecord,
  request: Request,
): Promise<void> {
  const { tenantId, id, ownerTeamId } = row;
  const to = newOwnerOf(request, ownerTeamId);
  const known = await tx.ownershipOffer.findFirst({
    where: { tenantId, changeRequestId: request.id, status: { in: ['OPEN', 'ACCEPTED'] } },
    orderBy: [{ offeredAt: 'desc' }, { id: 'desc' }],
  });
  const isSame = known?.toTeamId === to && known?.fromTeamId === ownerTeamId;
  if (isSame && known && statusAt(asOffer(known), ctx.now) !== 'EXPIRED') return;
  if (known) await closeOffersOf(tx, ctx, request);
  if (to === null) return;
  const target = { tenantId, kind: 'capability' as const, id, ownerTeamId };
  await makeOffer(tx, ctx, { target, to, reason: request.reason, changeRequestId: request.id });
}

/** A request that is closed without being applied takes its offer back. */
export async function closeOffersOf(
  tx: Tx,
  ctx: Context,
  request: { tenantId: string; id: string },
): Promise<void> {
  const { tenantId, id: changeRequestId } = request;
  const where = { tenantId, changeRequestId, status: { in: ['OPEN', 'ACCEPTED'] } };
  const offers = await tx.ownershipOffer.findMany({ where });
  for (const offer of offers) {
    await tx.ownershipOffer.updateMany({
      where: { tenantId, id: offer.id, status: offer.status },
      data: { status: 'WITHDRAWN', closedAt: ctx.now, rowVersion: { increment: 1 } },
    });
    await recordAudit(tx, ctx, {
      action: 'ownership.withdraw',
      targetKind: offer.targetKind,
      targetId: offer.targetId,
      tenantId,
      before: { offer: offer.id, status: offer.status },
      after: { status: 'WITHDRAWN', change_request_id: changeRequestId },
    });
  }
}

/** What the gate `owner-consent` reads of a request; null when its owner stays. */
export async function ownerConsent(
  tx: Tx,
  row: Pick<CapabilityRecord, 'tenantId' | 'ownerTeamId'>,
  request: Pick<Request, 'id' | 'payload'>,
): Promise<NonNullable<GateFacts['ownerConsent']> | null> {
  const to = newOwnerOf(request, row.ownerTeamId);
  if (to === null) return null;
  const offer = await tx.ownershipOffer.findFirst({
    where: { tenantId: row.tenantId, changeRequestId: request.id, toTeamId: to },
    orderBy: [{ offeredAt: 'desc' }, { id: 'desc' }],
  });
  if (!offer) return { to, state: 'none' };
  const isGiven = offer.status === 'ACCEPTED' && missingOf(asOffer(offer)).length === 0;
  if (isGiven) return { to, state: 'given' };
  return { to, state: offer.status === 'OPEN' ? 'open' : 'refused' };
}
