import type { OwnConnection } from '../replicas/own-connection';
import type { BoundStatement, EndRecord, StartRecord } from './records';
import type { EndColumns, Link, StartColumns } from './rows';
import { INSERT_ENDS, INSERT_STARTS } from './sql';

export type LinkedStart = { record: StartRecord; columns: StartColumns };
export type LinkedEnd = { record: EndRecord; columns: EndColumns };

/** Puts records on the chain in the order given; pure but for what it was made with. */
export type Chain = {
  startRow(columns: StartColumns): StartColumns & Link;
  endRow(columns: EndColumns): EndColumns & Link;
};

export type Batch = { starts: LinkedStart[]; ends: LinkedEnd[] };
export type FlushResult =
  | { kind: 'written'; failed: Map<StartRecord, number> }
  /** An incident was opened or closed since the records were checked; nothing was written. */
  | { kind: 'epoch-moved' };

const WRITTEN: FlushResult = { kind: 'written', failed: new Map() };

/**
 * Writes one batch, whole or not at all, ends before starts. Where no start brings statements of
 * its own and the batch is of one kind, that is a single statement.
 */
export async function flush(
  connection: OwnConnection,
  batch: Batch,
  chain: Chain,
  epoch: bigint,
): Promise<FlushResult> {
  const bound = batch.starts.some(({ record }) => (record.inSameTransaction ?? []).length > 0);
  if (!bound && batch.starts.length === 0) {
    await insertEnds(connection, batch.ends, chain);
    return WRITTEN;
  }
  if (!bound && batch.ends.length === 0) {
    const complete = await insertStarts(connection, batch.starts, chain, epoch);
    return complete ? WRITTEN : { kind: 'epoch-moved' };
  }
  await connection.query('BEGIN');
  const failed = await runBound(connection, batch);
  const taken = batch.starts.filter(({ record }) => !failed.has(record));
  if (taken.length === 0 && batch.ends.length === 0) {
    await connection.query('ROLLBACK');
    return { kind: 'written', failed };
  }
  if (batch.ends.length > 0) await insertEnds(connection, batch.ends, chain);
  if (taken.length > 0 && !(await insertStarts(connection, taken, chain, epoch))) {
    await connection.query('ROLLBACK');
    return { kind: 'epoch-moved' };
  }
  await connection.query('COMMIT');
  return { kind: 'written', failed };
}

async function insertStarts(
  connection: OwnConnection,
  starts: LinkedStart[],
  chain: Chain,
  epoch: bigint,
): Promise<boolean> {
  const rows = starts.map(({ columns }) => chain.startRow(columns));
  const checked = starts.some(({ record }) => !record.refused);
  const values = [JSON.stringify(rows), checked ? epoch.toString() : null];
  const result = await connection.prepared(INSERT_STARTS, values);
  return result.rowCount === rows.length;
}

async function insertEnds(
  connection: OwnConnection,
  ends: LinkedEnd[],
  chain: Chain,
): Promise<void> {
  if (ends.length === 0) return;
  const rows = ends.map(({ columns }) => chain.endRow(columns));
  await connection.prepared(INSERT_ENDS, [JSON.stringify(rows)]);
}

/** Index of the statement that did not do what it had to, by record. */
async function runBound(
  connection: OwnConnection,
  batch: Batch,
): Promise<Map<StartRecord, number>> {
  const failed = new Map<StartRecord, number>();
  const alone = batch.starts.length === 1 && batch.ends.length === 0;
  for (const { record } of batch.starts) {
    const statements = record.inSameTransaction ?? [];
    if (statements.length === 0) continue;
    if (!alone) await connection.query('SAVEPOINT record');
    const at = await firstFailing(connection, statements);
    if (at !== null) failed.set(record, at);
    if (!alone) await connection.query(at === null ? 'RELEASE record' : 'ROLLBACK TO record');
  }
  return failed;
}

async function firstFailing(
  connection: OwnConnection,
  statements: BoundStatement[],
): Promise<number | null> {
  for (const [index, statement] of statements.entries()) {
    const { name, sql: text, values } = statement;
    const result = await connection.prepared({ name, text }, values);
    if (result.rowCount !== statement.mustAffect) return index;
  }
  return null;
}

const UNSTORABLE = /\\u0000|\\u[dD][89a-fA-F]/;
const LONE = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** Replaces what PostgreSQL cannot hold as text (NUL, half characters) by U+FFFD. */
export function storable<T>(columns: T): T {
  return UNSTORABLE.test(JSON.stringify(columns)) ? (mend(columns) as T) : columns;
}

function mend(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(LONE, '\uFFFD');
  if (Array.isArray(value)) return value.map(mend);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key.replace(LONE, '\uFFFD'), mend(item)]),
  );
}
