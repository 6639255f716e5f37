import { authorize } from '@/lib/core/policy/authorize';
import { Prisma } from '@/lib/db/generated/client';
import { runtime } from '@/lib/runtime';
import type { OwnershipItem, OwnershipQuery } from '@/lib/schemas/ownership';
import { requireAllowed, requireUser, visibleTenants } from '../authorize';
import { mine, ORPHANED } from '../catalog/list-capabilities-view';
import type { Context } from '../context';
import { decodeCursor, toPage } from '../cursor';

const { sql, join, empty } = Prisma;
const DAY_MS = 24 * 3600 * 1000;
/** Sorts what has no date behind everything that has one. */
const NEVER = new Date('9999-12-31T00:00:00Z');

type Row = Omit<OwnershipItem, 'attested_at' | 'recertify_by' | 'may_attest' | 'may_offer'> & {
  attested_at: Date | null;
  recertify_by: Date | null;
};
type Filter = Omit<OwnershipQuery, 'limit' | 'cursor'>;

/**
 * Capabilities that need an owner to act: orphans first, then the longest overdue, then what is
 * due soon.
 */
export async function listOwnershipView(call: {
  ctx: Context;
  input: OwnershipQuery;
}): Promise<{ items: OwnershipItem[]; next_cursor: string | null }> {
  const { ctx, input } = call;
  requireReader(ctx);
  const rows = await read(ctx, input, {
    after: afterOf(input.cursor),
    limit: sql`LIMIT ${input.limit + 1}`,
  });
  const page = toPage(rows, input.limit, (row) => [
    row.orphan ? '0' : '1',
    (row.recertify_by ?? NEVER).toISOString(),
    row.capability_id,
    row.tenant_id,
  ]);
  return { items: page.items.map((row) => toItem(ctx, row)), next_cursor: page.next_cursor };
}

/** The same by page number, with the total, for the console. */
export async function listOwnershipTable(call: {
  ctx: Context;
  input: { filter: Filter; page: number; pageSize: number };
}): Promise<{ rows: OwnershipItem[]; total: number }> {
  const { ctx, input } = call;
  requireReader(ctx);
  const [rows, total] = await Promise.all([
    read(ctx, input.filter, {
      after: empty,
      limit: sql`LIMIT ${input.pageSize} OFFSET ${(input.page - 1) * input.pageSize}`,
    }),
    countOwnership(ctx, input.filter),
  ]);
  return { rows: rows.map((row) => toItem(ctx, row)), total };
}

export async function countOwnership(ctx: Context, filter: Filter): Promise<number> {
  const [counted] = await runtime().db.prisma.$queryRaw<{ n: number }[]>`
    SELECT count(*)::int AS n FROM capabilities c WHERE ${whereOf(ctx, filter)}`;
  return counted?.n ?? 0;
}

function requireReader(ctx: Context): void {
  requireUser(ctx.actor);
  requireAllowed(authorize(ctx.actor, 'catalog.read', { tenantId: ctx.tenantId }));
}

type Cut = { after: Prisma.Sql; limit: Prisma.Sql };

async function read(ctx: Context, filter: Filter, { after, limit }: Cut): Promise<Row[]> {
  return await runtime().db.prisma.$queryRaw<Row[]>`
    SELECT * FROM (
      SELECT c.id AS capability_id, c.tenant_id, c.name, c.status, c.risk,
        c.owner_team_id AS owner, COALESCE(t.name, c.owner_team_id) AS owner_name,
        (${ORPHANED}) AS orphan,
        CASE WHEN NOT (${ORPHANED}) THEN NULL
          WHEN t.archived_at IS NOT NULL THEN 'archived' ELSE 'empty' END AS orphan_reason,
        c.attested_at, c.recertify_by,
        COALESCE(c.recertify_by <= ${ctx.now}, FALSE) AS overdue,
        (SELECT o.to_team_id FROM ownership_offers o WHERE o.tenant_id = c.tenant_id
          AND o.target_kind = 'capability' AND o.target_id = c.id AND o.status = 'OPEN'
          AND o.expires_at > ${ctx.now}) AS offered_to
      FROM capabilities c
      LEFT JOIN teams t ON t.tenant_id = c.tenant_id AND t.id = c.owner_team_id
      WHERE ${whereOf(ctx, filter)}) c
    WHERE TRUE ${after}
    ORDER BY (NOT orphan), COALESCE(recertify_by, ${NEVER}), capability_id, tenant_id ${limit}`;
}

function afterOf(cursor: string | undefined): Prisma.Sql {
  if (!cursor) return empty;
  const [orphan, at, id, tenant] = decodeCursor(cursor, ['whole', 'time', 'text', 'text']);
  return sql`AND ((NOT orphan)::int, COALESCE(recertify_by, ${NEVER}), capability_id, tenant_id)
    > (${orphan}::int, ${at}::timestamptz, ${id}, ${tenant})`;
}

function whereOf(ctx: Context, filter: Filter): Prisma.Sql {
  const parts = [
    sql`c.tenant_id IN (${join(visibleTenants(ctx))})`,
    sql`c.dismissed_at IS NULL AND c.status <> 'DISABLED'`,
    stateOf(ctx, filter),
  ];
  if (filter.team !== undefined) parts.push(sql`c.owner_team_id = ${filter.team}`);
  if (filter.mine) parts.push(mine(ctx));
  return join(parts, ' AND ');
}

function stateOf(ctx: Context, { state, within_days: days }: Filter): Prisma.Sql {
  const soon = new Date(ctx.now.getTime() + days * DAY_MS);
  switch (state) {
    case 'overdue':
      return sql`c.recertify_by <= ${ctx.now}`;
    case 'due':
      return sql`c.recertify_by > ${ctx.now} AND c.recertify_by <= ${soon}`;
    case 'orphan':
      return ORPHANED;
    case undefined:
      return sql`(c.recertify_by <= ${soon} OR (${ORPHANED}))`;
  }
}

function toItem(ctx: Context, row: Row): OwnershipItem {
  const target = { tenantId: row.tenant_id, ownerTeamId: row.owner };
  return {
    ...row,
    attested_at: row.attested_at?.toISOString() ?? null,
    recertify_by: row.recertify_by?.toISOString() ?? null,
    may_attest:
      row.recertify_by !== null && authorize(ctx.actor, 'capability.attest', target).allowed,
    may_offer: authorize(ctx.actor, 'ownership.offer', target).allowed,
  };
}
