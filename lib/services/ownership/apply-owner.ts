import type { Tx } from '@/lib/db/transaction';
import { addAuthor, addAuthorOf } from '../catalog/keep-authors';
import { reloadCapability, writeCapability } from '../catalog/load';
import { openChangeRequest } from '../catalog/open-change-request';
import { reviseSubmission } from '../catalog/revise-submission';
import type { Context } from '../context';
import { ServiceError } from '../errors';
import type { OfferRow } from './offer-view';

/**
 * Gives the target to the team that agreed, inside the transaction of the last yes. What is live
 * waits for its change request instead, whose id is the answer.
 * @throws ServiceError CONFLICT when it has another owner by now.
 */
export async function applyOwner(tx: Tx, ctx: Context, offer: OfferRow): Promise<string | null> {
  if (offer.changeRequestId !== null) return offer.changeRequestId;
  if (offer.targetKind === 'capability') return await applyToCapability(tx, ctx, offer);
  const where = { tenantId: offer.tenantId, id: offer.targetId, ownerTeamId: offer.fromTeamId };
  const data = { ownerTeamId: offer.toTeamId, rowVersion: { increment: 1 } };
  const written = {
    provider: () => tx.provider.updateMany({ where: { ...where, archivedAt: null }, data }),
    agent: () => tx.agent.updateMany({ where, data }),
    backend: () => tx.backend.updateMany({ where: { ...where, archivedAt: null }, data }),
  };
  const { count } = await written[offer.targetKind]();
  if (count === 0) throw movedOn(offer);
  return null;
}

async function applyToCapability(tx: Tx, ctx: Context, offer: OfferRow): Promise<string | null> {
  const { tenantId, targetId: id } = offer;
  const row = await reloadCapability(tx, { tenantId, id });
  if (row.ownerTeamId !== offer.fromTeamId || row.status === 'DISABLED') throw movedOn(offer);
  if (row.status === 'PRODUCTION' || row.status === 'DEPRECATED') {
    const request = await openChangeRequest(tx, ctx, row, {
      kind: 'edit',
      title: `Change owner of ${row.name}`,
      reason: offer.reason,
      payload: { changes: { owner: offer.toTeamId }, before: { owner: row.ownerTeamId } },
      baseRowVersion: row.rowVersion,
      // It was offered before it went live: the words are theirs.
      authors: [offer.offeredBy],
    });
    return request.id;
  }
  await writeCapability(tx, row, { ownerTeamId: offer.toTeamId });
  const changed = await reloadCapability(tx, row);
  await addAuthor(tx, ctx, changed);
  await addAuthorOf(tx, changed, offer.offeredBy, ctx.now);
  if (row.status === 'REVIEW') await reviseSubmission(tx, ctx, changed);
  return null;
}

function movedOn(offer: OfferRow): ServiceError {
  return new ServiceError(
    'CONFLICT',
    `The ${offer.targetKind} "${offer.targetId}" is no longer what was offered. Decline it; it can be offered again.`,
  );
}
