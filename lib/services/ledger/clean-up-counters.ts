import { runtime } from '@/lib/runtime';

/** Counters of rates are over with their minute; those of runs stand at the epoch. */
const RATES = `DELETE FROM call_counters
  WHERE window_start < $1::timestamptz - interval '1 hour' AND window_start > 'epoch'`;
/**
 * A run is over when the ledger has no call of it for a week: every counted call has its start
 * there, of the same tenant. Neither agents nor capabilities have a colon in their ids; a run may.
 */
const RUNS = `DELETE FROM call_counters c
  WHERE c.window_start = 'epoch' AND c.key LIKE 'run:%' AND NOT EXISTS (
    SELECT 1 FROM invocation_starts s
    WHERE s.tenant_id = c.tenant_id
      AND s.run_id = regexp_replace(c.key, '^run:[^:]*:(.*):[^:]*$', '\\1')
      AND s.started_at > $1::timestamptz - interval '7 days')`;
const KEYS = 'DELETE FROM idempotency_keys WHERE expires_at < $1';
const SIGN_INS = `DELETE FROM login_attempts WHERE window_start < $1::timestamptz - interval '1 day'`;

/** Removes what only limits needed and nothing asks for any more. Answers how many rows. */
export async function cleanUpCounters(now: Date): Promise<number> {
  const { pool } = runtime().db;
  let removed = 0;
  for (const sql of [RATES, RUNS, KEYS, SIGN_INS]) {
    removed += (await pool.query(sql, [now])).rowCount ?? 0;
  }
  return removed;
}
