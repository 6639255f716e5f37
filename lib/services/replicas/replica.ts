import { hostname } from 'node:os';
import type { Runtime } from '@/lib/runtime';
import type { OwnConnection } from './own-connection';

/** A replica that has not been heard of for so long (s) is not waited for by a press. */
export const LIVE_SECONDS = 15;
/** After so long (s) its calls without an end become UNKNOWN. */
export const GONE_SECONDS = 60;

type Registration = Pick<Runtime, 'db' | 'replicaId' | 'startedAt'> & { build: number };

/** Puts this process among the replicas. The embedded database has one: others are past ones. */
export async function registerReplica({ db, replicaId, startedAt, build }: Registration) {
  if (db.kind === 'embedded') {
    await db.pool.query(
      'UPDATE replicas SET stopped_at = clock_timestamp() WHERE stopped_at IS NULL',
    );
  }
  await db.pool.query(
    `INSERT INTO replicas (id, build, host, started_at, heartbeat_at)
     VALUES ($1, $2, $3, $4, clock_timestamp()) ON CONFLICT (id) DO NOTHING`,
    [replicaId, build, hostname(), startedAt],
  );
}

const BEAT = {
  name: 'replica_beat',
  // Was it taken for gone while it was paused, its ledger writer counts as open again.
  text: `WITH awake AS (
      UPDATE ledger_writers SET closed_at = NULL WHERE replica_id = $1 AND closed_at IS NOT NULL
    ) UPDATE replicas SET heartbeat_at = clock_timestamp() WHERE id = $1`,
};
const ACK = {
  name: 'replica_ack',
  text: `UPDATE replicas SET ack_epoch = $2::bigint, acked_at = clock_timestamp(),
      heartbeat_at = clock_timestamp()
    WHERE id = $1 AND ack_epoch < $2::bigint`,
};
const STOP = 'UPDATE replicas SET stopped_at = clock_timestamp() WHERE id = $1';

export async function beat(connection: OwnConnection, replicaId: string): Promise<void> {
  await connection.prepared(BEAT, [replicaId]);
}

/** Says that this process serves by the incidents of that epoch, in-flight calls included. */
export async function acknowledge(
  connection: OwnConnection,
  replicaId: string,
  epoch: bigint,
): Promise<void> {
  await connection.prepared(ACK, [replicaId, epoch.toString()]);
}

export async function retireReplica({ db, replicaId }: Pick<Runtime, 'db' | 'replicaId'>) {
  await db.pool.query(STOP, [replicaId]);
}
