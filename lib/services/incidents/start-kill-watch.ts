import { SCHEMA_VERSION } from '@/lib/db/migrate';
import { log } from '@/lib/observability/log';
import type { Runtime } from '@/lib/runtime';
import { OwnConnection } from '../replicas/own-connection';
import { acknowledge, beat, registerReplica, retireReplica } from '../replicas/replica';
import { InflightCalls } from './inflight';
import { KillSet, type KillState } from './kill-set';
import { killSource } from './kill-source';
import { setIncidentParts } from './parts';

/** Three readings fit into a lease. */
const RENEW_MS = 250;
const BEAT_MS = 5_000;
/** A database that stays silent so long is as good as gone: nothing is served by the old set. */
const HEARTBEAT_MS = 2_000;

/**
 * Boot part: puts this process among the replicas and keeps its kill set. Renews the lease by a
 * heartbeat, at once on a notice; cancels the covered calls in flight, then acknowledges.
 */
export async function startKillWatch(runtime: Runtime): Promise<() => Promise<void>> {
  const { db, replicaId } = runtime;
  await registerReplica({ ...runtime, build: SCHEMA_VERSION });
  const connection = new OwnConnection(() => db.connectAlone('capstan-heartbeat', HEARTBEAT_MS));
  const killSet = new KillSet(killSource(connection));
  const calls = new InflightCalls();

  const onState = (state: KillState, opened: KillState['open']) => {
    for (const incident of opened) {
      const cancelled = calls.abortCovered(incident);
      if (cancelled > 0) countCancelled(runtime, incident, cancelled);
    }
    acknowledge(connection, replicaId, state.epoch).catch((err) => {
      log.warn({ err }, 'an incident could not be acknowledged; its opener waits for the lease');
    });
  };
  killSet.onChange(onState);
  await killSet.renew();
  setIncidentParts(killSet, calls);

  const look = () => void killSet.reload().catch(() => undefined);
  const ends = [db.notices.subscribe('incidents', look), db.notices.onGap(look)];
  const stopBeating = keepBeating(killSet, connection, replicaId);
  return async () => {
    stopBeating();
    for (const end of ends) end();
    await retireReplica(runtime);
    await connection.close();
  };
}

function keepBeating(killSet: KillSet, connection: OwnConnection, replicaId: string): () => void {
  let stopped = false;
  let failing = false;
  let beatAt = Date.now();
  let timer: NodeJS.Timeout;
  const turn = async () => {
    try {
      await killSet.renew();
      if (Date.now() - beatAt >= BEAT_MS) {
        beatAt = Date.now();
        await beat(connection, replicaId);
      }
      failing = false;
    } catch (err) {
      if (!failing && !stopped) log.warn({ err }, 'the open incidents cannot be read');
      failing = true;
      await connection.close();
    }
    if (!stopped) schedule();
  };
  const schedule = () => {
    timer = setTimeout(turn, RENEW_MS);
    timer.unref();
  };
  schedule();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

/** For the incident's page; the press itself does not wait for it. */
function countCancelled(
  { db }: Runtime,
  incident: { tenantId: string; incidentId: string },
  cancelled: number,
): void {
  db.pool
    .query(
      `UPDATE incidents SET cancelled_calls = cancelled_calls + $3
       WHERE tenant_id = $1 AND id = $2`,
      [incident.tenantId, incident.incidentId, cancelled],
    )
    .catch((err) => log.warn({ err }, 'the count of cancelled calls was not kept'));
}
