import { authorize } from '@/lib/core/policy/authorize';
import type { Prisma } from '@/lib/db/generated/client';
import { runtime } from '@/lib/runtime';
import type { Offer, OfferStatus, OwnedKind } from '@/lib/schemas/ownership';
import type { Context } from '../context';
import { peopleNames } from '../people/people-names';

/** The database's checks hold these words to the vocabularies. */
export type OfferRow = Omit<Prisma.OwnershipOfferGetPayload<object>, 'targetKind' | 'status'> & {
  targetKind: OwnedKind;
  status: OfferStatus;
};

export function asOffer(row: Prisma.OwnershipOfferGetPayload<object>): OfferRow {
  return row as OfferRow;
}

/** An open offer past its time counts as expired at once; a job writes it down later. */
export function statusAt(row: OfferRow, now: Date): OfferStatus {
  return row.status === 'OPEN' && row.expiresAt <= now ? 'EXPIRED' : row.status;
}

/** Sides whose yes is missing. An orphan has nobody who could say it for the old team. */
export function missingOf(row: OfferRow): ('from' | 'to')[] {
  return [
    ...(row.releasedBy === null && !row.orphaned ? (['from'] as const) : []),
    ...(row.acceptedBy === null ? (['to'] as const) : []),
  ];
}

/** Sides this person may say yes for, of those that are missing. */
export function sidesOf(ctx: Context, row: OfferRow): ('from' | 'to')[] {
  return missingOf(row).filter((side) => mayAgree(ctx, row, side).allowed);
}

export function mayAgree(ctx: Context, row: OfferRow, side: 'from' | 'to') {
  const { tenantId, offeredBy } = row;
  const ownerTeamId = side === 'from' ? row.fromTeamId : row.toTeamId;
  return authorize(ctx.actor, 'ownership.agree', { tenantId, ownerTeamId, offeredBy });
}

/** Offers as people see them, with names and what the reader may do. */
export async function toOffers(ctx: Context, rows: readonly OfferRow[]): Promise<Offer[]> {
  const people = await peopleNames(
    rows.flatMap((row) => [row.offeredBy, ...(row.closedBy === null ? [] : [row.closedBy])]),
  );
  const teams = await teamNames(rows);
  const nameOf = (id: string) => people.get(id) ?? id;
  const team = (tenantId: string, id: string) => ({
    id,
    name: teams.get(`${tenantId}/${id}`) ?? id,
  });
  return rows.map((row) => ({
    id: row.id,
    tenant_id: row.tenantId,
    target: { kind: row.targetKind, id: row.targetId },
    from: team(row.tenantId, row.fromTeamId),
    to: team(row.tenantId, row.toTeamId),
    reason: row.reason,
    status: statusAt(row, ctx.now),
    change_request_id: row.changeRequestId,
    orphaned: row.orphaned,
    missing: statusAt(row, ctx.now) === 'OPEN' ? missingOf(row) : [],
    offered_by: row.offeredBy,
    offered_by_name: nameOf(row.offeredBy),
    offered_at: row.offeredAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    closed_by: row.closedBy,
    closed_by_name: row.closedBy === null ? null : nameOf(row.closedBy),
    closed_at: row.closedAt?.toISOString() ?? null,
    comment: row.comment,
    may: rightsOn(ctx, row),
  }));
}

function rightsOn(ctx: Context, row: OfferRow): Offer['may'] {
  if (statusAt(row, ctx.now) !== 'OPEN') return { accept: false, decline: false, withdraw: false };
  return {
    accept: sidesOf(ctx, row).length > 0,
    decline: mayDecline(ctx, row).allowed,
    withdraw: mayWithdraw(ctx, row).allowed,
  };
}

/** The receiving team may say no; the old one too, where it did not offer this itself. */
export function mayDecline(ctx: Context, row: OfferRow) {
  const { tenantId, toTeamId, fromTeamId } = row;
  const to = authorize(ctx.actor, 'ownership.decline', { tenantId, ownerTeamId: toTeamId });
  if (to.allowed || row.releasedBy !== null || row.orphaned) return to;
  return authorize(ctx.actor, 'ownership.decline', { tenantId, ownerTeamId: fromTeamId });
}

export function mayWithdraw(ctx: Context, row: OfferRow) {
  const { actor } = ctx;
  if (actor.kind === 'user' && actor.active && actor.userId === row.offeredBy) {
    return { allowed: true } as const;
  }
  const { tenantId, fromTeamId: ownerTeamId } = row;
  return authorize(actor, 'ownership.offer', { tenantId, ownerTeamId });
}

async function teamNames(rows: readonly OfferRow[]): Promise<Map<string, string>> {
  const teams = await runtime().db.prisma.team.findMany({
    where: {
      tenantId: { in: [...new Set(rows.map((row) => row.tenantId))] },
      id: { in: [...new Set(rows.flatMap((row) => [row.fromTeamId, row.toTeamId]))] },
    },
    select: { tenantId: true, id: true, name: true },
  });
  return new Map(teams.map((team) => [`${team.tenantId}/${team.id}`, team.name]));
}
