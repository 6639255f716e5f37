import { runtime } from '@/lib/runtime';
import { transact } from '../announce';
import { recordAudit } from '../audit';
import { systemContext } from '../context';
import { tell } from '../notifications/tell';

/**
 * Closes offers nobody answered in time, each once, and tells who offered. Readers take them for
 * expired by the clock already.
 */
export async function expireOffers(now: Date): Promise<number> {
  const due = await runtime().db.prisma.ownershipOffer.findMany({
    where: { status: 'OPEN', expiresAt: { lte: now } },
    take: 200,
  });
  let closed = 0;
  for (const offer of due) closed += await expireOne(offer, now);
  return closed;
}

type Due = {
  tenantId: string;
  id: string;
  targetKind: string;
  targetId: string;
  fromTeamId: string;
  toTeamId: string;
  offeredBy: string;
};

async function expireOne(offer: Due, now: Date): Promise<number> {
  const { tenantId, id, targetKind, targetId, toTeamId } = offer;
  const ctx = systemContext('offer-expiry', tenantId, now);
  return await transact(async (tx) => {
    const { count } = await tx.ownershipOffer.updateMany({
      where: { tenantId, id, status: 'OPEN', expiresAt: { lte: now } },
      data: { status: 'EXPIRED', closedAt: now, rowVersion: { increment: 1 } },
    });
    if (count === 0) return 0;
    await recordAudit(tx, ctx, {
      action: 'ownership.expire',
      targetKind,
      targetId,
      before: { offer: id, status: 'OPEN' },
      after: { status: 'EXPIRED' },
    });
    await tell(tx, ctx, {
      kind: 'ownership.decided',
      title: `Nobody of the team ${toTeamId} answered the offer of ${targetKind} ${targetId} in time`,
      href: `/ownership?tab=offers&offer=${id}`,
      targetKind,
      targetId,
      data: { offer_id: id, from: offer.fromTeamId, to: toTeamId, status: 'EXPIRED' },
      audience: { users: [offer.offeredBy], teams: [offer.fromTeamId] },
    });
    return 1;
  });
}
