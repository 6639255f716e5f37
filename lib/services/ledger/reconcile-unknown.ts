import { runtime } from '@/lib/runtime';
import { GONE_SECONDS } from '../replicas/replica';
import { ledger } from './ledger';

/** Ends written a turn: many at once share flushes, none of them starves the running calls. */
const PAGE = 200;

/**
 * Writers that are gone and not settled yet: of a replica that stopped or has not been heard of.
 * With the embedded database every other writer is gone.
 */
const GONE_WRITERS = `SELECT w.id FROM ledger_writers w LEFT JOIN replicas r ON r.id = w.replica_id
  WHERE w.id <> $1 AND w.closed_at IS NULL
    AND ($2 OR r.id IS NULL OR r.stopped_at IS NOT NULL
      OR r.heartbeat_at < clock_timestamp() - make_interval(secs => $3))
  ORDER BY w.started_at, w.id`;

const OPEN_CALLS = `SELECT s.invocation_id, s.tenant_id, s.provider_id, s.started_at
  FROM invocation_starts s
  WHERE s.writer_id = $1 AND s.refused IS NULL
    AND NOT EXISTS (SELECT 1 FROM invocation_ends e WHERE e.invocation_id = s.invocation_id)
  ORDER BY s.seq LIMIT ${PAGE}`;

/** A closed writer has no call without an end, so that nobody looks through its records again. */
export const CLOSE_WRITER = `UPDATE ledger_writers w SET closed_at = clock_timestamp()
  WHERE w.id = $1 AND w.closed_at IS NULL AND NOT EXISTS (
    SELECT 1 FROM invocation_starts s WHERE s.writer_id = w.id AND s.refused IS NULL
      AND NOT EXISTS (SELECT 1 FROM invocation_ends e WHERE e.invocation_id = s.invocation_id))`;

type OpenCall = {
  invocation_id: string;
  tenant_id: string;
  provider_id: string | null;
  started_at: Date;
};

/**
 * Appends an UNKNOWN end to the calls that past writers left open; answers how many. Two replicas
 * at once are harmless: an invocation has one end, and who comes second leaves it as it stands.
 */
export async function reconcileUnknown(now: Date): Promise<number> {
  const { db } = runtime();
  const { rows } = await db.pool.query<{ id: string }>(GONE_WRITERS, [
    ledger().writerId,
    db.kind === 'embedded',
    GONE_SECONDS,
  ]);
  let ended = 0;
  for (const writer of rows) {
    ended += await endOpenCalls(writer.id, now);
    await db.pool.query(CLOSE_WRITER, [writer.id]);
  }
  return ended;
}

async function endOpenCalls(writerId: string, now: Date): Promise<number> {
  const { db } = runtime();
  const writer = ledger();
  let ended = 0;
  for (;;) {
    const { rows } = await db.pool.query<OpenCall>(OPEN_CALLS, [writerId]);
    await Promise.all(
      rows.map((row) =>
        writer.end({
          invocationId: row.invocation_id,
          tenantId: row.tenant_id,
          status: 'UNKNOWN',
          providerId: row.provider_id,
          latencyMs: Math.min(now.getTime() - row.started_at.getTime(), 2 ** 31 - 1),
          cost: 0,
          errorClass: 'PROCESS_GONE',
          endedAt: now,
        }),
      ),
    );
    ended += rows.length;
    if (rows.length < PAGE) return ended;
  }
}
