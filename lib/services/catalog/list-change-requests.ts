import { authorize } from '@/lib/core/policy/authorize';
import type { Risk } from '@/lib/core/shared/domain';
import type { Prisma } from '@/lib/db/generated/client';
import { runtime } from '@/lib/runtime';
import type { ChangeRequestListRow } from '@/lib/schemas/catalog-views';
import type { ChangeKind, ChangeRequestAnswer, ChangeStatus } from '@/lib/schemas/change-requests';
import { requireAllowed, requireUser, visibleTenants } from '../authorize';
import type { Context } from '../context';
import { decodeCursor, toPage } from '../cursor';
import { ServiceError } from '../errors';
import { peopleNames } from '../people/people-names';
import { toChangeRequest, WITH_NAME } from './change-rows';
import { decidableRequests } from './decidable-requests';

type Filter = {
  status?: ChangeStatus | undefined;
  kind?: ChangeKind | undefined;
  capability_id?: string | undefined;
  risk?: Risk | undefined;
  owner?: string | undefined;
  /** Only what the caller wrote a part of. */
  mine?: boolean | undefined;
  /** Only what the caller may decide now. */
  waiting_for_me?: boolean | undefined;
};

/** Change requests, newest first. */
export async function listChangeRequests(call: {
  ctx: Context;
  input: Filter & { limit: number; cursor?: string | undefined };
}): Promise<{ items: ChangeRequestAnswer[]; next_cursor: string | null }> {
  const { ctx, input } = call;
  requireReader(ctx);
  const rows = await runtime().db.prisma.changeRequest.findMany({
    where: { AND: [whereOf(ctx, input), after(input.cursor)] },
    include: WITH_NAME,
    orderBy: [{ submittedAt: 'desc' }, { id: 'desc' }],
    take: input.limit + 1,
  });
  return toPage(rows.map(toChangeRequest), input.limit, (row) => [row.submitted_at, row.id]);
}

function after(cursor: string | undefined): Prisma.ChangeRequestWhereInput {
  if (!cursor) return {};
  const [at, id] = decodeCursor(cursor, ['time', 'text']);
  return { OR: [{ submittedAt: { lt: at } }, { submittedAt: at, id: { lt: id } }] };
}

function requireReader(ctx: Context): void {
  if (ctx.actor.kind === 'agent') {
    throw new ServiceError('FORBIDDEN', 'Change requests are read by people, not by agents.');
  }
  requireAllowed(authorize(ctx.actor, 'catalog.read', { tenantId: ctx.tenantId }));
}

function whereOf(ctx: Context, filter: Filter): Prisma.ChangeRequestWhereInput {
  return {
    tenantId: { in: visibleTenants(ctx) },
    ...(filter.status ? { status: filter.status } : {}),
    ...(filter.kind ? { kind: filter.kind } : {}),
    ...(filter.capability_id ? { capabilityId: filter.capability_id } : {}),
    ...(filter.owner ? { capability: { ownerTeamId: filter.owner } } : {}),
    AND: [riskIn(filter.risk ? [filter.risk] : []), ...whose(ctx, filter)],
  };
}

/** Of the capability as it is, or as it would be. */
function riskIn(risks: readonly string[]): Prisma.ChangeRequestWhereInput {
  if (risks.length === 0) return {};
  return {
    OR: [
      { capability: { risk: { in: [...risks] } } },
      ...risks.map((risk) => ({ payload: { path: ['changes', 'risk'], equals: risk } })),
    ],
  };
}

function whose(
  ctx: Context,
  { mine, waiting_for_me }: Pick<Filter, 'mine' | 'waiting_for_me'>,
): Prisma.ChangeRequestWhereInput[] {
  const { userId } = requireUser(ctx.actor);
  return [
    ...(mine ? [{ OR: [{ authors: { has: userId } }, { submittedBy: userId }] }] : []),
    ...(waiting_for_me ? [decidableRequests(ctx)] : []),
  ];
}

const SORTS = { submitted_at: 'submittedAt', kind: 'kind', capability: 'capabilityId' } as const;
export type ChangeSort = keyof typeof SORTS;

/** One page of the console's table, with the total and the names of who proposed. */
export async function listChangeRequestsView(call: {
  ctx: Context;
  input: {
    status: string[];
    kind: string[];
    risk: string[];
    owner: string[];
    mine: boolean;
    waiting_for_me: boolean;
    q: string;
    sort: ChangeSort;
    direction: 'asc' | 'desc';
    offset: number;
    limit: number;
  };
}): Promise<{ rows: ChangeRequestListRow[]; total: number }> {
  const { ctx, input } = call;
  requireReader(ctx);
  const contains = { contains: input.q, mode: 'insensitive' as const };
  const where: Prisma.ChangeRequestWhereInput = {
    tenantId: { in: visibleTenants(ctx) },
    ...(input.status.length > 0 ? { status: { in: input.status } } : {}),
    ...(input.kind.length > 0 ? { kind: { in: input.kind } } : {}),
    ...(input.owner.length > 0 ? { capability: { ownerTeamId: { in: input.owner } } } : {}),
    ...(input.q ? { OR: [{ title: contains }, { capabilityId: contains }] } : {}),
    AND: [riskIn(input.risk), ...whose(ctx, input)],
  };
  const { prisma } = runtime().db;
  const [rows, total] = await Promise.all([
    prisma.changeRequest.findMany({
      where,
      include: WITH_NAME,
      orderBy: [{ [SORTS[input.sort]]: input.direction }, { id: 'desc' }],
      skip: input.offset,
      take: input.limit,
    }),
    prisma.changeRequest.count({ where }),
  ]);
  const names = await peopleNames(rows.map((row) => row.submittedBy));
  const mine = await prisma.changeRequest.findMany({
    where: { AND: [{ id: { in: rows.map((row) => row.id) } }, decidableRequests(ctx)] },
    select: { id: true },
  });
  const decidable = new Set(mine.map((row) => row.id));
  const shown = rows.map((row) => ({
    ...toChangeRequest(row),
    submitted_by_name: names.get(row.submittedBy) ?? row.submittedBy,
    waiting_days: row.closedAt ? null : daysBetween(row.submittedAt, ctx.now),
    overdue: row.status === 'OPEN' && row.escalatedAt !== null,
    may_decide: decidable.has(row.id),
  }));
  return { rows: shown, total };
}

function daysBetween(from: Date, to: Date): number {
  return Math.floor((to.getTime() - from.getTime()) / 86_400_000);
}
