import { authorize } from '@/lib/core/policy/authorize';
import type { Prisma } from '@/lib/db/generated/client';
import { runtime } from '@/lib/runtime';
import type { ListOffers, Offer } from '@/lib/schemas/ownership';
import { requireAllowed, requireUser, visibleTenants } from '../authorize';
import type { Context } from '../context';
import { decodeCursor, toPage } from '../cursor';
import { notFound } from '../errors';
import { asOffer, type OfferRow, sidesOf, toOffers } from './offer-view';

/** Offers of the tenant and of `shared`, the newest first. */
export async function listOffers(call: {
  ctx: Context;
  input: ListOffers;
}): Promise<{ items: Offer[]; next_cursor: string | null }> {
  const { ctx, input } = call;
  requireReader(ctx);
  const rows = await runtime().db.prisma.ownershipOffer.findMany({
    where: { AND: [...filtersOf(ctx, input), after(input.cursor)] },
    orderBy: [{ offeredAt: 'desc' }, { id: 'desc' }],
    take: input.limit + 1,
  });
  const page = toPage(rows, input.limit, (row) => [row.offeredAt.toISOString(), row.id]);
  return { items: await toOffers(ctx, page.items.map(asOffer)), next_cursor: page.next_cursor };
}

/** @throws ServiceError NOT_FOUND, also for what is another tenant's. */
export async function getOffer(call: { ctx: Context; input: { id: string } }): Promise<Offer> {
  const { ctx, input } = call;
  requireReader(ctx);
  const row = await runtime().db.prisma.ownershipOffer.findFirst({
    where: { id: input.id, tenantId: { in: visibleTenants(ctx) } },
  });
  const [offer] = row ? await toOffers(ctx, [asOffer(row)]) : [];
  if (!offer) throw notFound('offer', input.id);
  return offer;
}

/** The open offer of one thing, for its page; null when there is none. */
export async function findOpenOffer(
  ctx: Context,
  target: { tenantId: string; kind: string; id: string },
): Promise<Offer | null> {
  if (ctx.actor.kind === 'agent') return null;
  const row = await runtime().db.prisma.ownershipOffer.findFirst({
    where: {
      tenantId: target.tenantId,
      targetKind: target.kind,
      targetId: target.id,
      ...openAt(ctx.now),
    },
  });
  const [offer] = row ? await toOffers(ctx, [asOffer(row)]) : [];
  return offer ?? null;
}

/** How many offers wait for a yes of the person acting. */
export async function countOffersForMe(ctx: Context): Promise<number> {
  if (ctx.actor.kind !== 'user' || ctx.actor.teams.length === 0) return 0;
  const teams = ctx.actor.teams.map(({ teamId }) => teamId);
  const rows = await runtime().db.prisma.ownershipOffer.findMany({
    where: {
      tenantId: { in: visibleTenants(ctx) },
      ...openAt(ctx.now),
      OR: [{ toTeamId: { in: teams } }, { fromTeamId: { in: teams } }],
    },
  });
  return rows.filter((row) => sidesOf(ctx, row as OfferRow).length > 0).length;
}

function requireReader(ctx: Context): void {
  requireUser(ctx.actor);
  requireAllowed(authorize(ctx.actor, 'catalog.read', { tenantId: ctx.tenantId }));
}

function openAt(now: Date) {
  return { status: 'OPEN', expiresAt: { gt: now } };
}

function filtersOf(ctx: Context, input: ListOffers): Prisma.OwnershipOfferWhereInput[] {
  const { status, team, target_kind: targetKind, target_id: targetId } = input;
  return [
    { tenantId: { in: visibleTenants(ctx) } },
    ...(status === undefined ? [] : [statusFilter(status, ctx.now)]),
    ...(team === undefined ? [] : [{ OR: [{ toTeamId: team }, { fromTeamId: team }] }]),
    ...(targetKind === undefined ? [] : [{ targetKind }]),
    ...(targetId === undefined ? [] : [{ targetId }]),
  ];
}

function statusFilter(
  status: NonNullable<ListOffers['status']>,
  now: Date,
): Prisma.OwnershipOfferWhereInput {
  if (status === 'OPEN') return openAt(now);
  if (status !== 'EXPIRED') return { status };
  return { OR: [{ status }, { status: 'OPEN', expiresAt: { lte: now } }] };
}

function after(cursor: string | undefined): Prisma.OwnershipOfferWhereInput {
  if (!cursor) return {};
  const [at, id] = decodeCursor(cursor, ['time', 'text']);
  return { OR: [{ offeredAt: { lt: at } }, { offeredAt: at, id: { lt: id } }] };
}
