import { Prisma } from '@/lib/db/generated/client';
import { runtime } from '@/lib/runtime';
import type { AccessRequestQuery, AccessRequestView } from '@/lib/schemas/access-requests';
import type { Context } from '../context';
import { decodeCursor, toPage } from '../cursor';
import { notFound } from '../errors';
import { type AccessRow, toAccessRequest } from './access-row';
import { decidableAccess, JOINED, visibleAccess } from './access-scope';

const { sql, join } = Prisma;

/** Access requests the caller may see, the newest first. @throws ServiceError FORBIDDEN for an agent. */
export async function listAccessRequests({
  ctx,
  input,
}: {
  ctx: Context;
  input: AccessRequestQuery;
}): Promise<{ items: AccessRequestView[]; next_cursor: string | null }> {
  const where = [visibleAccess(ctx)];
  if (input.status) where.push(sql`r.status = ${input.status}`);
  if (input.agent) where.push(sql`r.agent_id = ${input.agent}`);
  if (input.capability) where.push(sql`r.capability_id = ${input.capability}`);
  if (input.decidable) where.push(decidableAccess(ctx));
  if (input.cursor) {
    const [id] = decodeCursor(input.cursor, ['text']);
    where.push(sql`r.id < ${id}`);
  }
  const rows = await readRows(ctx, where, input.limit + 1);
  const page = toPage(rows, input.limit, (row) => [row.id]);
  return {
    items: page.items.map((row) => toAccessRequest(ctx, row)),
    next_cursor: page.next_cursor,
  };
}

/** One access request. @throws ServiceError NOT_FOUND for what is not theirs to see. */
export async function getAccessRequest({
  ctx,
  input,
}: {
  ctx: Context;
  input: { id: string };
}): Promise<AccessRequestView> {
  // They are people's business: an agent does not learn whether there is such a request.
  if (ctx.actor.kind !== 'user') throw notFound('access request', input.id);
  const [row] = await readRows(ctx, [visibleAccess(ctx), sql`r.id = ${input.id}`], 1);
  if (!row) throw notFound('access request', input.id);
  return toAccessRequest(ctx, row);
}

/** What waits for the caller: the oldest few, and how many in all. */
export async function listDecidableAccess(ctx: Context, take: number) {
  type Row = { id: string; agent_id: string; capability_id: string; requested_at: Date; n: number };
  const rows = await runtime().db.prisma.$queryRaw<Row[]>`
    SELECT r.id, r.agent_id, r.capability_id, r.requested_at, count(*) OVER ()::int AS n
    FROM ${JOINED} WHERE ${decidableAccess(ctx)} ORDER BY r.id LIMIT ${take}`;
  return { rows, total: rows[0]?.n ?? 0 };
}

/** How many of those the caller may see are in each state, and how many wait for the caller. */
export async function countAccessRequests(ctx: Context) {
  type Row = { mine: number; open: number; all: number };
  const [row] = await runtime().db.prisma.$queryRaw<Row[]>`
    SELECT count(*) FILTER (WHERE ${decidableAccess(ctx)})::int AS mine,
      count(*) FILTER (WHERE r.status = 'PENDING')::int AS open, count(*)::int AS all
    FROM ${JOINED} WHERE ${visibleAccess(ctx)}`;
  return row ?? { mine: 0, open: 0, all: 0 };
}

async function readRows(
  ctx: Context,
  where: readonly Prisma.Sql[],
  take: number,
): Promise<AccessRow[]> {
  return await runtime().db.prisma.$queryRaw<AccessRow[]>`
    SELECT r.tenant_id, r.id, r.status, r.agent_id, a.name AS agent_name,
      a.owner_team_id AS agent_owner, r.capability_tenant_id, r.capability_id,
      c.name AS capability_name, c.risk, c.owner_team_id AS capability_owner,
      c.required_scopes || c.optional_scopes AS declared,
      r.invoke, r.scopes, r.until, r.reason,
      r.granted_invoke, r.granted_scopes, r.granted_until,
      g.id AS grant_id, g.invoke AS has_invoke, g.scopes AS has_scopes, g.until AS has_until,
      r.requested_by, coalesce(nullif(u.name, ''), u.email) AS requested_by_name, r.requested_at,
      r.decided_by, coalesce(nullif(d.name, ''), d.email) AS decided_by_name, r.decided_at,
      r.comment
    FROM ${JOINED}
    LEFT JOIN users u ON u.id = r.requested_by
    LEFT JOIN users d ON d.id = r.decided_by
    LEFT JOIN grants g ON r.status = 'PENDING' AND g.tenant_id = r.tenant_id
      AND g.agent_id = r.agent_id AND g.target_kind = 'capability' AND g.target = r.capability_id
      AND (g.until IS NULL OR g.until > ${ctx.now})
    WHERE ${join([...where], ' AND ')} ORDER BY r.id DESC LIMIT ${take}`;
}
