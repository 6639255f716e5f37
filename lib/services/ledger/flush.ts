import type { OwnConnection } from '../replicas/own-connection';
import type { EndRecord, StartRecord } from './records';
import type { EndColumns, Link, StartColumns } from './rows';
import { COUNT, INSERT_ENDS, INSERT_STARTS, REFUSALS, REFUSED_STATE, WRITE_ALL } from './sql';
import { codeOf } from './write-failure';

export type LinkedStart = { record: StartRecord; columns: StartColumns };
export type LinkedEnd = { record: EndRecord; columns: EndColumns };

/** Puts records on the chain in the order given; pure but for what it was made with. */
export type Chain = {
  startRow(columns: StartColumns): StartColumns & Link;
  endRow(columns: EndColumns): EndColumns & Link;
};

export type Batch = { starts: LinkedStart[]; ends: LinkedEnd[] };
/** Why a record was not taken: a bound it passed, or the index of a statement that failed. */
export type Untaken = 'over-limit' | number;

export type FlushResult =
  | { kind: 'written'; untaken: Map<StartRecord, Untaken> }
  /** An incident was opened or closed since the records were checked; nothing was written. */
  | { kind: 'epoch-moved' };

const written = (): FlushResult => ({ kind: 'written', untaken: new Map() });
const EPOCH_MOVED: FlushResult = { kind: 'epoch-moved' };

/**
 * Writes one batch, whole or not at all, ends before starts: in a single statement, unless a
 * start brings statements of its own or passes a limit. Then record by record, so that those
 * which may go on do. `chainOf` answers the batch's chain, from the head on, each time anew.
 */
export async function flush<C extends Chain>(
  connection: OwnConnection,
  batch: Batch,
  chainOf: () => C,
  epoch: bigint,
): Promise<{ result: FlushResult; chain: C }> {
  const chain = chainOf();
  if (batch.starts.length === 0) {
    await insertEnds(connection, batch.ends, chain);
    return { result: written(), chain };
  }
  const bound = batch.starts.some(({ record }) => (record.inSameTransaction ?? []).length > 0);
  if (!bound) {
    const refused = await writeAll(connection, batch, chain, epoch);
    if (refused !== 'limit') return { result: refused ? EPOCH_MOVED : written(), chain };
  }
  const slow = bound ? chain : chainOf();
  return { result: await writeEach(connection, batch, slow, epoch), chain: slow };
}

/** Null when it is in. */
async function writeAll(
  connection: OwnConnection,
  { starts, ends }: Batch,
  chain: Chain,
  epoch: bigint,
): Promise<keyof typeof REFUSALS | null> {
  const endRows = ends.map(({ columns }) => chain.endRow(columns));
  const startRows = starts.map(({ columns }) => chain.startRow(columns));
  const counts = starts.flatMap(({ record }) => countRows(record));
  const checked = starts.some(({ record }) => !record.refused);
  try {
    await connection.prepared(WRITE_ALL, [
      JSON.stringify(startRows),
      checked ? epoch.toString() : null,
      JSON.stringify(counts),
      JSON.stringify(endRows),
    ]);
    return null;
  } catch (error) {
    if (codeOf(error).code !== REFUSED_STATE) throw error;
    return error instanceof Error && error.message === REFUSALS.epoch ? 'epoch' : 'limit';
  }
}

async function writeEach(
  connection: OwnConnection,
  batch: Batch,
  chain: Chain,
  epoch: bigint,
): Promise<FlushResult> {
  await connection.query('BEGIN');
  const untaken = await runBound(connection, batch);
  const taken = batch.starts.filter(({ record }) => !untaken.has(record));
  if (taken.length === 0 && batch.ends.length === 0) {
    await connection.query('ROLLBACK');
    return { kind: 'written', untaken };
  }
  await insertEnds(connection, batch.ends, chain);
  if (taken.length > 0 && !(await insertStarts(connection, taken, chain, epoch))) {
    await connection.query('ROLLBACK');
    return EPOCH_MOVED;
  }
  await connection.query('COMMIT');
  return { kind: 'written', untaken };
}

function countRows({ counts = [] }: StartRecord) {
  return storable(
    counts.map(({ tenantId, key, windowStart, name, bound, unlessKey }) => ({
      tenant_id: tenantId,
      key,
      window_start: windowStart.toISOString(),
      name,
      bound,
      unless_key: unlessKey,
    })),
  );
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

/** Counts and runs what each start brings; answers which of them may not go on, and why. */
async function runBound(
  connection: OwnConnection,
  batch: Batch,
): Promise<Map<StartRecord, Untaken>> {
  const untaken = new Map<StartRecord, Untaken>();
  const alone = batch.starts.length === 1 && batch.ends.length === 0;
  for (const { record } of batch.starts) {
    const { counts = [], inSameTransaction = [] } = record;
    if (counts.length + inSameTransaction.length === 0) continue;
    if (!alone) await connection.query('SAVEPOINT record');
    const why = await firstFailing(connection, record);
    if (why !== null) untaken.set(record, why);
    if (!alone) await connection.query(why === null ? 'RELEASE record' : 'ROLLBACK TO record');
  }
  return untaken;
}

async function firstFailing(
  connection: OwnConnection,
  record: StartRecord,
): Promise<Untaken | null> {
  const counts = countRows(record);
  if (counts.length > 0) {
    const passed = await connection.prepared(COUNT, [JSON.stringify(counts)]);
    if (passed.rowCount !== 0) return 'over-limit';
  }
  for (const [index, statement] of (record.inSameTransaction ?? []).entries()) {
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
