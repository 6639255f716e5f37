import type { z } from 'zod';
import { runtime } from '@/lib/runtime';
import type { InvocationFilter, InvocationItem, invocationQuerySchema } from '@/lib/schemas/ledger';
import type { Context } from '../context';
import { decodeCursor, toPage } from '../cursor';
import { INVOCATION_COLUMNS, INVOCATION_FROM, invocationWhere, Values } from './invocation-sql';
import { type InvocationRow, toInvocation } from './invocation-view';

type Call = { ctx: Context; input: z.output<typeof invocationQuerySchema> };

/**
 * A page of the ledger, the newest call first, starts and ends joined.
 * @throws ServiceError FORBIDDEN; VALIDATION for a cursor not of this service.
 */
export async function listInvocationsView({ ctx, input }: Call) {
  const { limit, cursor, ...filter } = input;
  const rows = await readPage(ctx, filter, limit + 1, cursor);
  return toPage(rows, limit, (item) => [item.started_at, item.invocation_id]);
}

/** Rows after a cursor; what pages and exports both walk on. */
export async function readPage(
  ctx: Context,
  filter: InvocationFilter,
  limit: number,
  cursor: string | undefined,
): Promise<InvocationItem[]> {
  const values = new Values();
  let where = invocationWhere(ctx, filter, values);
  if (cursor !== undefined) {
    const [at, id] = decodeCursor(cursor, ['time', 'text']);
    where += ` AND (s.started_at, s.invocation_id) <
      (${values.add(at)}::timestamptz, ${values.add(id)}::text)`;
  }
  const { rows } = await runtime().db.pool.query<InvocationRow>(
    `SELECT ${INVOCATION_COLUMNS} ${INVOCATION_FROM} WHERE ${where}
     ORDER BY s.started_at DESC, s.invocation_id DESC LIMIT ${values.add(limit)}`,
    values.list,
  );
  return rows.map(toInvocation);
}

/** Columns the console's table sorts by. */
const SORTS = {
  started_at: 's.started_at',
  latency_ms: 'e.latency_ms',
  capability: 's.capability_id',
  agent: 's.agent_id',
  cost: 'e.cost',
} as const;
export type InvocationSort = keyof typeof SORTS;

/** The column of a table's address; anything else sorts by time. */
export function asInvocationSort(id: string): InvocationSort {
  return Object.hasOwn(SORTS, id) ? (id as InvocationSort) : 'started_at';
}

/** More matching rows than this are not counted: the number would cost more than it says. */
export const COUNT_LIMIT = 100_000;

/** A page by number with its total, for the console's table. */
export async function listInvocationsTable(call: {
  ctx: Context;
  input: {
    filter: InvocationFilter;
    sort: { id: InvocationSort; desc: boolean };
    page: number;
    pageSize: number;
  };
}): Promise<{ rows: InvocationItem[]; total: number }> {
  const { filter, sort, page, pageSize } = call.input;
  const values = new Values();
  const where = invocationWhere(call.ctx, filter, values);
  const counting = [...values.list];
  const direction = sort.desc ? 'DESC' : 'ASC';
  const { pool } = runtime().db;
  const [found, counted] = await Promise.all([
    pool.query<InvocationRow>(
      `SELECT ${INVOCATION_COLUMNS} ${INVOCATION_FROM} WHERE ${where}
       ORDER BY ${SORTS[sort.id]} ${direction} NULLS LAST, s.invocation_id ${direction}
       LIMIT ${values.add(pageSize)} OFFSET ${values.add((page - 1) * pageSize)}`,
      values.list,
    ),
    pool.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM (
         SELECT 1 ${INVOCATION_FROM} WHERE ${where} LIMIT ${COUNT_LIMIT}) matching`,
      counting,
    ),
  ]);
  return { rows: found.rows.map(toInvocation), total: counted.rows[0]?.n ?? 0 };
}
