import type { Tx } from '@/lib/db/transaction';
import type { OwnedKind } from '@/lib/schemas/ownership';
import { recordAudit } from '../audit';
import { requireUser } from '../authorize';
import { requireLiveTeam, teamFacts } from '../catalog/teams';
import type { Context } from '../context';
import { invalidField, ServiceError } from '../errors';
import { newId } from '../ids';
import { tell } from '../notifications/tell';
import { asOffer, type OfferRow } from './offer-view';

/** Days a team has to answer. */
const OFFER_DAYS = 14;
const DAY_MS = 24 * 3600 * 1000;

export type OwnedTarget = {
  tenantId: string;
  kind: OwnedKind;
  id: string;
  ownerTeamId: string;
};

export type NewOffer = {
  target: OwnedTarget;
  to: string;
  reason: string;
  /** The request that applies it, where the target is live. */
  changeRequestId?: string;
};

/**
 * Writes down an offer inside the caller's transaction, whose verb has asked who may. The same
 * offer again is the one that is open already.
 * @throws ServiceError VALIDATION on `owner`; CONFLICT when it is offered to another team.
 */
export async function makeOffer(tx: Tx, ctx: Context, offer: NewOffer): Promise<OfferRow> {
  const { target, to, reason, changeRequestId = null } = offer;
  const { tenantId, kind: targetKind, id: targetId, ownerTeamId } = target;
  const { userId } = requireUser(ctx.actor);
  if (to === ownerTeamId) throw invalidField('owner', `The team "${to}" owns it already.`);
  await requireLiveTeam(tx, tenantId, to);
  const open = await openOffer(tx, ctx, target);
  if (open && open.toTeamId === to && open.changeRequestId === changeRequestId) return open;
  if (open) throw offeredAlready(open);
  await requireSomebodyElse(tx, tenantId, to, userId);
  const old = await teamFacts(tx, tenantId, ownerTeamId);
  const row = await tx.ownershipOffer.create({
    data: {
      tenantId,
      id: newId('own', ctx.now.getTime()),
      targetKind,
      targetId,
      fromTeamId: ownerTeamId,
      toTeamId: to,
      reason,
      changeRequestId,
      orphaned: !old?.live || old.activeMembers === 0,
      offeredBy: userId,
      offeredAt: ctx.now,
      expiresAt: new Date(ctx.now.getTime() + OFFER_DAYS * DAY_MS),
      // Whoever offers what their own team owns has said yes for it.
      releasedBy: (await isMember(tx, tenantId, ownerTeamId, userId)) ? userId : null,
    },
  });
  await recordAudit(tx, ctx, {
    action: 'ownership.offer',
    targetKind,
    targetId,
    tenantId,
    ...(reason ? { reason } : {}),
    before: { owner: ownerTeamId },
    after: { offer: row.id, to, change_request_id: changeRequestId },
  });
  await tellOffered(tx, ctx, asOffer(row));
  return asOffer(row);
}

/** The offer of a target that is still open by the clock; one that ran out is closed here. */
async function openOffer(tx: Tx, ctx: Context, target: OwnedTarget): Promise<OfferRow | null> {
  const { tenantId, kind: targetKind, id: targetId } = target;
  await tx.ownershipOffer.updateMany({
    where: { tenantId, targetKind, targetId, status: 'OPEN', expiresAt: { lte: ctx.now } },
    data: { status: 'EXPIRED', closedAt: ctx.now, rowVersion: { increment: 1 } },
  });
  const row = await tx.ownershipOffer.findFirst({
    where: { tenantId, targetKind, targetId, status: 'OPEN' },
  });
  return row && asOffer(row);
}

function offeredAlready(open: OfferRow): ServiceError {
  const message = `It is offered to "${open.toTeamId}" already (${open.id}). Withdraw that first.`;
  return new ServiceError('CONFLICT', message, {
    errors: [{ path: 'owner', message }],
    offer_id: open.id,
  });
}

async function isMember(tx: Tx, tenantId: string, teamId: string, userId: string) {
  const found = await tx.teamMember.count({
    where: { tenantId, teamId, userId, user: { active: true }, team: { archivedAt: null } },
  });
  return found > 0;
}

/** An offer that nobody but its author could take would wait for ever. */
async function requireSomebodyElse(tx: Tx, tenantId: string, teamId: string, userId: string) {
  const others = await tx.teamMember.count({
    where: { tenantId, teamId, userId: { not: userId }, user: { active: true } },
  });
  if (others > 0) return;
  throw invalidField(
    'owner',
    `The team "${teamId}" has nobody else who could agree. Invite a second person into it first.`,
  );
}

async function tellOffered(tx: Tx, ctx: Context, row: OfferRow): Promise<void> {
  const waits = [row.toTeamId, ...(row.releasedBy === null ? [row.fromTeamId] : [])];
  await tell(tx, ctx, {
    kind: 'ownership.offered',
    title: `${row.targetKind} ${row.targetId} is offered to the team ${row.toTeamId}`,
    href: `/ownership?tab=offers&offer=${row.id}`,
    targetKind: row.targetKind,
    targetId: row.targetId,
    tenantId: row.tenantId,
    data: { offer_id: row.id, from: row.fromTeamId, to: row.toTeamId },
    audience: { teams: waits },
  });
}
