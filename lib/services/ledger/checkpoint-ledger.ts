import { runtime } from '@/lib/runtime';
import { newId } from '../ids';

const HEADS = `SELECT w.id AS writer_id, head.seq::text, head.hash
  FROM ledger_writers w
  CROSS JOIN LATERAL (
    SELECT seq, hash FROM (
      (SELECT seq, hash FROM invocation_starts WHERE writer_id = w.id ORDER BY seq DESC LIMIT 1)
      UNION ALL
      (SELECT seq, hash FROM invocation_ends WHERE writer_id = w.id ORDER BY seq DESC LIMIT 1)
    ) links ORDER BY seq DESC LIMIT 1
  ) head
  WHERE head.seq > COALESCE(
    (SELECT max(c.seq) FROM ledger_checkpoints c WHERE c.writer_id = w.id), 0)`;

/**
 * Notes where each chain stands that grew since its last checkpoint, so that records cut off at
 * the end are missed too. Answers how many. States no audit: it writes no part of the catalog.
 */
export async function checkpointLedger(now: Date): Promise<number> {
  const { db } = runtime();
  const { rows } = await db.pool.query<{ writer_id: string; seq: string; hash: string }>(HEADS);
  for (const row of rows) {
    await db.pool.query(
      `INSERT INTO ledger_checkpoints (id, writer_id, seq, hash, created_at)
       VALUES ($1, $2, $3::bigint, $4, $5)`,
      [newId('chk', now.getTime()), row.writer_id, row.seq, row.hash, now],
    );
  }
  return rows.length;
}
