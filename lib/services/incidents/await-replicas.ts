import { setTimeout as sleep } from 'node:timers/promises';
import { runtime } from '@/lib/runtime';
import type { ReplicaEffect } from '@/lib/schemas/incidents';
import { LIVE_SECONDS } from '../replicas/replica';
import { LEASE_MS } from './kill-set';

const LOOK_EVERY_MS = 15;

const LIVE = `SELECT id, ack_epoch >= $1::bigint AS acked,
    GREATEST(0, EXTRACT(EPOCH FROM acked_at - $2::timestamptz) * 1000)::int AS effective_ms
  FROM replicas
  WHERE stopped_at IS NULL
    AND heartbeat_at > clock_timestamp() - make_interval(secs => ${LIVE_SECONDS})`;

type Row = { id: string; acked: boolean; effective_ms: number | null };

/**
 * Waits until every live replica has acknowledged an epoch, or until a lease begun before the
 * commit must have run out: from then on a silent replica reads the incidents before it serves.
 * `pressedAt` is on the database's clock, which also stamps the acknowledgements.
 */
export async function awaitReplicas(epoch: bigint, pressedAt: Date): Promise<ReplicaEffect[]> {
  const { pool } = runtime().db;
  const began = performance.now();
  for (;;) {
    const { rows } = await pool.query<Row>(LIVE, [epoch.toString(), pressedAt]);
    const waited = performance.now() - began;
    if (rows.every((row) => row.acked) || waited > LEASE_MS) {
      return rows.map((row) => ({
        id: row.id,
        effective_ms: row.acked ? row.effective_ms : Math.round(waited),
        how: row.acked ? 'acknowledged' : 'lease_expired',
      }));
    }
    await sleep(LOOK_EVERY_MS);
  }
}
