import { authorize } from '@/lib/core/policy/authorize';
import { runtime } from '@/lib/runtime';
import type { Offer, OfferInput } from '@/lib/schemas/ownership';
import { transact } from '../announce';
import { requireAllowed } from '../authorize';
import { getCapabilityRecord } from '../catalog/load';
import { proposeChange } from '../catalog/propose-change';
import type { Context } from '../context';
import { invalidField, ServiceError } from '../errors';
import { loadOwned } from './load-target';
import { makeOffer, type OwnedTarget } from './make-offer';
import { asOffer, type OfferRow, toOffers } from './offer-view';

/**
 * Offers something to another team. It moves once a member of that team agrees who is not the one
 * who offers; what is live moves by a change request besides.
 * @throws ServiceError VALIDATION, NOT_FOUND, FORBIDDEN, CONFLICT when it is offered already.
 */
export async function offerOwnership(call: { ctx: Context; input: OfferInput }): Promise<Offer> {
  const { ctx, input } = call;
  const target = await loadOwned(runtime().db.prisma, ctx, input.target);
  requireAllowed(authorize(ctx.actor, 'ownership.offer', target));
  if (target.kind === 'provider') await requireNotFromFile(target);
  const { to, reason } = input;
  const row =
    input.target.kind === 'capability'
      ? await offerCapability(ctx, input)
      : await transact((tx) => makeOffer(tx, ctx, { target, to, reason }));
  const [offer] = await toOffers(ctx, [row]);
  if (!offer) throw new Error('One row makes one offer.');
  return offer;
}

async function requireNotFromFile({ tenantId, id }: OwnedTarget): Promise<void> {
  const where = { tenantId, id, source: 'file' };
  if ((await runtime().db.prisma.provider.count({ where })) === 0) return;
  throw invalidField('to', 'The providers file says who owns it; change it there and restart.');
}

async function offerCapability(ctx: Context, input: OfferInput): Promise<OfferRow> {
  const row = await getCapabilityRecord(ctx, input.target.id);
  const { tenantId, id, ownerTeamId, status } = row;
  const { to, reason } = input;
  if (status === 'DISABLED') {
    throw new ServiceError('PRECONDITION_FAILED', 'A disabled capability no longer changes.');
  }
  if (to === ownerTeamId) throw invalidField('to', `The team "${to}" owns it already.`);
  if (status !== 'PRODUCTION' && status !== 'DEPRECATED') {
    const target = { tenantId, kind: 'capability' as const, id, ownerTeamId };
    return await transact((tx) => makeOffer(tx, ctx, { target, to, reason }));
  }
  const outcome = await proposeChange({ ctx, row, changes: { owner: to }, reason });
  const made = await runtime().db.prisma.ownershipOffer.findFirst({
    where: { tenantId, changeRequestId: outcome.change_request?.id ?? '', status: 'OPEN' },
  });
  if (!made) throw new ServiceError('CONFLICT', 'It was withdrawn meanwhile; offer it again.');
  return asOffer(made);
}
