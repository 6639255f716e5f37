import { deriveKey } from '@/lib/config/secrets';
import { verifyChain } from '@/lib/core/ledger/chain';
import { authorize, isAllowed } from '@/lib/core/policy/authorize';
import { runtime } from '@/lib/runtime';
import type { LedgerProblem, LedgerVerification } from '@/lib/schemas/ledger';
import { requireAllowed } from '../authorize';
import type { Context } from '../context';
import { chainHasher, chainRecord } from './chain';
import type { EndColumns, StartColumns } from './rows';
import { CHAIN_PAGE } from './sql';

const PAGE = 1_000;
/** Enough to see what happened; a broken ledger does not become a longer answer. */
const MAX_PROBLEMS = 50;

/** Every writer that anything speaks of: one taken off the list is still held to its checkpoints. */
const WRITERS = `SELECT id FROM ledger_writers
  UNION SELECT writer_id FROM ledger_checkpoints
  UNION SELECT writer_id FROM invocation_starts
  ORDER BY id`;

type ChainRow = {
  kind: 'start' | 'end';
  seq: string;
  prev_hash: string;
  hash: string;
  record: Record<string, unknown>;
};
type Checkpoint = { seq: string; hash: string };

/**
 * Recomputes every writer's chain from the records and holds it against the checkpoints: finds
 * records changed, removed or put in between, and an end that was cut off. Takes no locks; what is
 * written meanwhile may or may not be covered.
 */
export async function verifyLedger({ ctx }: { ctx: Context }): Promise<LedgerVerification> {
  requireAllowed(authorize(ctx.actor, 'ledger.read', { tenantId: ctx.tenantId }));
  const { db } = runtime();
  const writers = await db.pool.query<{ id: string }>(WRITERS);
  const problems: LedgerProblem[] = [];
  let records = 0;
  let checkpoints = 0;
  for (const { id } of writers.rows) {
    const result = await verifyWriter(id);
    records += result.records;
    checkpoints += result.checkpoints;
    problems.push(...result.problems);
  }
  return {
    ok: problems.length === 0,
    writers: writers.rows.length,
    records,
    checkpoints,
    problems: problems.slice(0, MAX_PROBLEMS),
    verified_at: ctx.now.toISOString(),
  };
}

/** Whether this caller may verify, and so reads all of the tenant's calls. */
export function mayVerify(ctx: Context): boolean {
  return isAllowed(ctx.actor, 'ledger.read', { tenantId: ctx.tenantId });
}

async function verifyWriter(writerId: string) {
  const { db, config } = runtime();
  const hashOf = chainHasher(deriveKey('digest', config.secret));
  const { rows: checkpoints } = await db.pool.query<Checkpoint>(
    'SELECT seq::text, hash FROM ledger_checkpoints WHERE writer_id = $1 ORDER BY seq',
    [writerId],
  );
  const expected = new Map(checkpoints.map((checkpoint) => [checkpoint.seq, checkpoint.hash]));
  const problems: LedgerProblem[] = [];
  const report = (seq: bigint | string, problem: LedgerProblem['problem'], detail: string) =>
    problems.push({ writer_id: writerId, seq: Number(seq), problem, detail });
  let head: { seq: bigint; hash: string } | null = null;
  let records = 0;
  for (;;) {
    const { rows }: { rows: ChainRow[] } = await db.pool.query<ChainRow>(CHAIN_PAGE, [
      writerId,
      (head?.seq ?? 0n).toString(),
      PAGE,
    ]);
    const page = rows.map((row) => toChainRow(writerId, row));
    const verdict = verifyChain(page, hashOf, head);
    records += verdict.checked;
    if (!verdict.ok) {
      // What comes after a break cannot be told from what was put there.
      report(verdict.seq, 'broken', verdict.reason);
      return { records, checkpoints: checkpoints.length, problems };
    }
    for (const row of rows) {
      if (!expected.has(row.seq) || expected.get(row.seq) === row.hash) continue;
      report(row.seq, 'replaced', 'It is not the record its checkpoint was made of.');
    }
    if (verdict.headSeq !== null) head = { seq: verdict.headSeq, hash: verdict.headHash };
    if (rows.length < PAGE) break;
  }
  const last = checkpoints.at(-1);
  const end = head?.seq ?? 0n;
  if (last && BigInt(last.seq) > end) {
    report(last.seq, 'cut_off', `The records after ${end} are gone; a checkpoint knew them.`);
  }
  return { records, checkpoints: checkpoints.length, problems };
}

function toChainRow(writerId: string, row: ChainRow) {
  const record = chainRecord(row.kind, writerId, row.seq, columnsOf(row));
  return { seq: BigInt(row.seq), prevHash: row.prev_hash, hash: row.hash, record };
}

/** The record as it was hashed: the database answers times and numbers in its own notation. */
function columnsOf(row: ChainRow): StartColumns | EndColumns {
  const time = row.kind === 'start' ? 'started_at' : 'ended_at';
  const columns: Record<string, unknown> = {
    ...row.record,
    [time]: new Date(String(row.record[time])).toISOString(),
  };
  if (row.kind === 'end') columns.cost = Number(row.record.cost).toFixed(6);
  return asColumns(columns);
}

/** The one cast here: the columns named in CHAIN_PAGE are those of the two record types. */
function asColumns(columns: Record<string, unknown>): StartColumns | EndColumns {
  return columns as StartColumns | EndColumns;
}
