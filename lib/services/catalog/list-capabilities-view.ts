import { SHARED_TENANT } from '@/lib/core/shared/domain';
import { Prisma } from '@/lib/db/generated/client';
import { runtime } from '@/lib/runtime';
import type { CapabilityFilter, CapabilityTableInput } from '@/lib/schemas/capabilities';
import type { CapabilityRow } from '@/lib/schemas/capability-answers';
import { visibleTenants } from '../authorize';
import type { Context } from '../context';
import { decodeCursor, toPage } from '../cursor';
import { discoverableIds } from './visibility';

type Sql = Prisma.Sql;
const { sql, join, empty, raw } = Prisma;

/** Sort key -> expression. Risk and status sort by their order, not by their spelling. */
const SORTS: Record<CapabilityTableInput['sort'], Sql> = {
  id: sql`c.id`,
  name: sql`lower(c.name)`,
  status: sql`array_position(ARRAY['DRAFT','REVIEW','PRODUCTION','DEPRECATED','DISABLED'], c.status)`,
  risk: sql`array_position(ARRAY['LOW','MEDIUM','HIGH','CRITICAL'], c.risk)`,
  type: sql`c.type`,
  owner: sql`c.owner_team_id`,
  updated_at: sql`c.updated_at`,
};

type ListRow = Omit<CapabilityRow, 'updated_at'> & { updated_at: Date };

/** One page of the console's table: sorted and filtered by the database, with the total. */
export async function listCapabilitiesView(call: {
  ctx: Context;
  input: CapabilityTableInput;
}): Promise<{ rows: CapabilityRow[]; total: number }> {
  const { ctx, input } = call;
  const where = await whereOf(ctx, input);
  const direction = raw(input.direction === 'asc' ? 'ASC' : 'DESC');
  const order = sql`${SORTS[input.sort]} ${direction}, c.id ASC, c.tenant_id ASC`;
  const page = sql`SELECT c.tenant_id, c.id, count(*) OVER ()::int AS total
    FROM capabilities c WHERE ${where}
    ORDER BY ${order} LIMIT ${input.limit} OFFSET ${input.offset}`;
  const { prisma } = runtime().db;
  const rows = await prisma.$queryRaw<(ListRow & { total: number })[]>(
    detailsOf(page, order, true),
  );
  const total = rows[0]?.total ?? (input.offset > 0 ? await countOf(where) : 0);
  return { rows: rows.map(({ total: _total, ...row }) => toRow(row)), total };
}

/** Only past the last page, where no row brings the total along. */
async function countOf(where: Sql): Promise<number> {
  const [counted] = await runtime().db.prisma.$queryRaw<{ total: number }[]>`
    SELECT count(*)::int AS total FROM capabilities c WHERE ${where}`;
  return counted?.total ?? 0;
}

/** The same by cursor, in the order of ids, for the REST door. */
export async function listCapabilities(call: {
  ctx: Context;
  input: CapabilityFilter & { limit: number; cursor?: string | undefined };
}): Promise<{ items: CapabilityRow[]; next_cursor: string | null }> {
  const { ctx, input } = call;
  const where = await whereOf(ctx, input);
  const [afterId, afterTenant] = input.cursor ? decodeCursor(input.cursor, ['text', 'text']) : [];
  const after =
    afterId === undefined ? empty : sql` AND (c.id, c.tenant_id) > (${afterId}, ${afterTenant})`;
  const order = sql`c.id ASC, c.tenant_id ASC`;
  const page = sql`SELECT c.tenant_id, c.id FROM capabilities c WHERE ${where}${after}
    ORDER BY ${order} LIMIT ${input.limit + 1}`;
  const rows = await runtime().db.prisma.$queryRaw<ListRow[]>(detailsOf(page, order));
  return toPage(rows.map(toRow), input.limit, (row) => [row.id, row.tenant_id]);
}

/** What a row shows, looked up for the rows of the page only. */
function detailsOf(page: Sql, order: Sql, withTotal = false): Sql {
  return sql`
    SELECT c.id, c.tenant_id, c.surface_id, c.name, c.title, c.type, c.surface,
      left(c.description, 300) AS description,
      c.owner_team_id AS owner, COALESCE(t.name, c.owner_team_id) AS owner_name,
      ARRAY(SELECT DISTINCT b.provider_id FROM bindings b
        WHERE b.tenant_id = c.tenant_id AND b.capability_id = c.id AND b.removed_at IS NULL
        ORDER BY 1) AS providers,
      c.tags, c.risk, c.status,
      CASE WHEN c.current_major IS NULL THEN NULL
        ELSE c.current_major || '.' || c.current_minor END AS version,
      c.approval_required,
      CASE WHEN jsonb_typeof(c.findings) = 'array' THEN jsonb_array_length(c.findings)
        ELSE 0 END AS findings,
      c.quarantined_at IS NOT NULL AS quarantined,
      c.dismissed_at IS NOT NULL AS dismissed,
      c.updated_at, c.row_version${withTotal ? sql`, p.total` : empty}
    FROM (${page}) p
    JOIN capabilities c ON c.tenant_id = p.tenant_id AND c.id = p.id
    LEFT JOIN teams t ON t.tenant_id = c.tenant_id AND t.id = c.owner_team_id
    ORDER BY ${order}`;
}

function toRow(row: ListRow): CapabilityRow {
  return { ...row, updated_at: row.updated_at.toISOString() };
}

async function whereOf(ctx: Context, filter: CapabilityFilter): Promise<Sql> {
  const parts: Sql[] = [sql`c.tenant_id IN (${join(visibleTenants(ctx))})`];
  const oneOf = (column: Sql, values: readonly string[]) => {
    if (values.length > 0) parts.push(sql`${column} IN (${join([...values])})`);
  };
  oneOf(sql`c.status`, filter.status);
  oneOf(sql`c.risk`, filter.risk);
  oneOf(sql`c.type`, filter.type);
  oneOf(sql`c.owner_team_id`, filter.owner);
  if (filter.tag.length > 0) parts.push(sql`c.tags && ARRAY[${join(filter.tag)}]::text[]`);
  if (filter.provider.length > 0) {
    parts.push(sql`(c.tenant_id, c.id) IN (SELECT b.tenant_id, b.capability_id FROM bindings b
      WHERE b.provider_id IN (${join(filter.provider)}) AND b.removed_at IS NULL)`);
  }
  if (filter.dismissed !== 'all') {
    parts.push(
      filter.dismissed === 'yes' ? sql`c.dismissed_at IS NOT NULL` : sql`c.dismissed_at IS NULL`,
    );
  }
  for (const word of wordsOf(filter.q)) parts.push(textMatch(word));
  if (filter.flag) parts.push(flagOf(ctx, filter.flag));
  if (ctx.actor.kind === 'agent') parts.push(await onlyDiscoverable(ctx));
  return join(parts, ' AND ');
}

function wordsOf(text: string | undefined): string[] {
  return (text ?? '').trim().split(/\s+/).filter(Boolean).slice(0, 8);
}

/** Every word has to be somewhere in what a person may remember of it. */
function textMatch(word: string): Sql {
  const pattern = `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return sql`(c.id || ' ' || c.name || ' ' || c.title || ' ' || c.surface_id || ' ' || c.description)
    ILIKE ${pattern}`;
}

function flagOf(ctx: Context, flag: NonNullable<CapabilityFilter['flag']>): Sql {
  switch (flag) {
    case 'quarantined':
      return sql`c.quarantined_at IS NOT NULL`;
    case 'orphan':
      return ORPHANED;
    case 'overdue':
      return sql`c.recertify_by < ${ctx.now} AND c.status <> 'DISABLED'`;
    case 'drifted':
      return DRIFTED;
    case 'mine':
      return mine(ctx);
  }
}

/** Nobody answers for it: its team is archived or has no active member. */
export const ORPHANED = sql`c.status <> 'DISABLED' AND (c.tenant_id, c.owner_team_id) NOT IN (
  SELECT ot.tenant_id, ot.id FROM teams ot
  JOIN team_members om ON om.tenant_id = ot.tenant_id AND om.team_id = ot.id
  JOIN users ou ON ou.id = om.user_id AND ou.active
  WHERE ot.archived_at IS NULL)`;

/** Its provider says something else than what was approved, and nobody has dealt with it. */
export const DRIFTED = sql`(c.tenant_id, c.id) IN (
  SELECT d.tenant_id, d.capability_id FROM drifts d WHERE d.resolved_at IS NULL)`;

/** Owned by a team of the person who asks. */
export function mine(ctx: Context): Sql {
  const teams = ctx.actor.kind === 'user' ? ctx.actor.teams : [];
  if (teams.length === 0) return sql`FALSE`;
  const pairs = teams.map((team) => sql`(${team.tenantId}, ${team.teamId})`);
  return sql`(c.tenant_id, c.owner_team_id) IN (${join(pairs)})`;
}

async function onlyDiscoverable(ctx: Context): Promise<Sql> {
  if (ctx.actor.kind !== 'agent') return sql`TRUE`;
  const keys = await discoverableIds(ctx.actor, ctx.now);
  const own = keys.filter((key) => key.tenantId !== SHARED_TENANT).map((key) => key.id);
  const shared = keys.filter((key) => key.tenantId === SHARED_TENANT).map((key) => key.id);
  return sql`((c.tenant_id = ${ctx.tenantId} AND c.id = ANY(${own}::text[]))
    OR (c.tenant_id = ${SHARED_TENANT} AND c.id = ANY(${shared}::text[])))`;
}
