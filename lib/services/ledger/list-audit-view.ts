import type { z } from 'zod';
import { recordScope } from '@/lib/core/policy/authorize';
import { runtime } from '@/lib/runtime';
import type { AuditItem, auditQuerySchema } from '@/lib/schemas/ledger';
import type { Context } from '../context';
import { actorId } from '../context';
import { decodeCursor, toPage } from '../cursor';
import { notFound, ServiceError } from '../errors';
import { Values } from './invocation-sql';

type Input = z.output<typeof auditQuerySchema>;
type Call = { ctx: Context; input: Input };
type Row = Omit<AuditItem, 'at'> & { at: Date };

const COLUMNS = `id, at, tenant_id, actor_kind, actor_id, actor_name, action, target_kind,
  target_id, door, request_id, reason, before, after`;

/** Kinds of targets a team can own, and where the owner stands. */
const OWNED = {
  capability: 'capabilities',
  provider: 'providers',
  agent: 'agents',
  backend: 'backends',
} as const;

/**
 * A page of the audit trail, the newest first: admin and auditor all of the tenant, others what
 * they did themselves and what was done to objects of their teams.
 */
export async function listAuditView({ ctx, input }: Call) {
  const values = new Values();
  let where = auditWhere(ctx, input, values);
  if (input.cursor !== undefined) {
    const [at, id] = decodeCursor(input.cursor, ['time', 'text']);
    where += ` AND (at, id) < (${values.add(at)}::timestamptz, ${values.add(id)}::text)`;
  }
  const { rows } = await runtime().db.pool.query<Row>(
    `SELECT ${COLUMNS} FROM audit_events WHERE ${where}
     ORDER BY at DESC, id DESC LIMIT ${values.add(input.limit + 1)}`,
    values.list,
  );
  return toPage(rows.map(toItem), input.limit, (item) => [item.at, item.id]);
}

/** A page by number with its total, for the console's table. */
export async function listAuditTable(call: {
  ctx: Context;
  input: { filter: AuditFilter; desc: boolean; page: number; pageSize: number };
}): Promise<{ rows: AuditItem[]; total: number }> {
  const { filter, desc, page, pageSize } = call.input;
  const values = new Values();
  const where = auditWhere(call.ctx, filter, values);
  const counting = [...values.list];
  const order = desc ? 'DESC' : 'ASC';
  const { pool } = runtime().db;
  const [found, counted] = await Promise.all([
    pool.query<Row>(
      `SELECT ${COLUMNS} FROM audit_events WHERE ${where} ORDER BY at ${order}, id ${order}
       LIMIT ${values.add(pageSize)} OFFSET ${values.add((page - 1) * pageSize)}`,
      values.list,
    ),
    pool.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM audit_events WHERE ${where}`,
      counting,
    ),
  ]);
  return { rows: found.rows.map(toItem), total: counted.rows[0]?.n ?? 0 };
}

/**
 * One line of the trail.
 * @throws ServiceError NOT_FOUND, also for a line the caller may not read.
 */
export async function getAuditEvent(call: {
  ctx: Context;
  input: { id: string };
}): Promise<AuditItem> {
  if (call.ctx.actor.kind === 'agent') throw notFound('audit event', call.input.id);
  const values = new Values();
  const where = auditWhere(call.ctx, {}, values);
  const { rows } = await runtime().db.pool.query<Row>(
    `SELECT ${COLUMNS} FROM audit_events WHERE ${where} AND id = ${values.add(call.input.id)}`,
    values.list,
  );
  const row = rows[0];
  if (!row) throw notFound('audit event', call.input.id);
  return toItem(row);
}

type FacetRow = { facet: 'kind' | 'action' | 'actor'; value: string; label: string };

/** What the newest 5,000 lines name, for the filters of the table. */
export async function listAuditFacets({ ctx }: { ctx: Context }) {
  const values = new Values();
  const where = auditWhere(ctx, {}, values);
  const { rows } = await runtime().db.pool.query<FacetRow>(
    `WITH seen AS (
        SELECT target_kind, action, actor_id, actor_name FROM audit_events WHERE ${where}
        ORDER BY at DESC LIMIT 5000)
      SELECT 'kind' AS facet, target_kind AS value, target_kind AS label FROM seen GROUP BY 2
      UNION ALL SELECT 'action', action, action FROM seen GROUP BY 2
      UNION ALL SELECT 'actor', actor_id, max(actor_name) FROM seen GROUP BY 2
      ORDER BY 1, 3`,
    values.list,
  );
  const facets: Record<FacetRow['facet'], { value: string; label: string }[]> = {
    kind: [],
    action: [],
    actor: [],
  };
  for (const { facet, value, label } of rows) facets[facet].push({ value, label });
  return facets;
}

export type AuditFilter = Omit<Input, 'limit' | 'cursor'>;

function auditWhere(ctx: Context, filter: AuditFilter, values: Values): string {
  const { actor, tenantId } = ctx;
  if (actor.kind === 'agent') {
    throw new ServiceError('FORBIDDEN', 'The audit trail is read by people; use an access token.');
  }
  const tenant = values.add(tenantId);
  const parts = [`tenant_id = ${tenant}`];
  const scope = recordScope(actor, 'audit.read', tenantId);
  if (!scope.all) {
    const teams = values.add(scope.teamIds);
    const owned = Object.entries(OWNED).map(
      ([kind, table]) => `(target_kind = '${kind}' AND target_id IN (SELECT id FROM ${table}
        WHERE tenant_id = ${tenant} AND owner_team_id = ANY(${teams}::text[])))`,
    );
    parts.push(`(actor_id = ${values.add(actorId(actor))} OR ${owned.join(' OR ')})`);
  }
  const equals = (column: string, value: string | undefined) => {
    if (value !== undefined) parts.push(`${column} = ${values.add(value)}`);
  };
  equals('actor_id', filter.actor);
  equals('action', filter.action);
  equals('target_kind', filter.target_kind);
  equals('target_id', filter.target);
  equals('door', filter.door);
  if (filter.kinds && filter.kinds.length > 0) {
    parts.push(`target_kind = ANY(${values.add(filter.kinds)}::text[])`);
  }
  if (filter.from !== undefined) parts.push(`at >= ${values.add(filter.from)}`);
  if (filter.to !== undefined) parts.push(`at < ${values.add(filter.to)}`);
  if (filter.q) {
    const like = values.add(`%${filter.q.replaceAll(/[\\%_]/g, '\\$&')}%`);
    parts.push(`(action ILIKE ${like} OR target_id ILIKE ${like} OR actor_name ILIKE ${like}
      OR reason ILIKE ${like})`);
  }
  return parts.join(' AND ');
}

function toItem(row: Row): AuditItem {
  return { ...row, at: row.at.toISOString() };
}
