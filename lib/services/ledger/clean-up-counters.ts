import { runtime } from '@/lib/runtime';

/** Counters of rates are over with their minute; those of runs stand at the epoch and stay. */
const RATES = `DELETE FROM call_counters
  WHERE window_start < $1::timestamptz - interval '1 hour' AND window_start > 'epoch'`;
const KEYS = 'DELETE FROM idempotency_keys WHERE expires_at < $1';
const SIGN_INS = `DELETE FROM login_attempts WHERE window_start < $1::timestamptz - interval '1 day'`;

/** Removes what only limits needed and nothing asks for any more. Answers how many rows. */
export async function cleanUpCounters(now: Date): Promise<number> {
  const { pool } = runtime().db;
  let removed = 0;
  for (const sql of [RATES, KEYS, SIGN_INS]) {
    removed += (await pool.query(sql, [now])).rowCount ?? 0;
  }
  return removed;
}
