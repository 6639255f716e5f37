import { deriveKey } from '@/lib/config/secrets';
import { log } from '@/lib/observability/log';
import type { Runtime } from '@/lib/runtime';
import { newId } from '../ids';
import { killSet } from '../incidents/parts';
import { OwnConnection } from '../replicas/own-connection';
import { setLedger } from './ledger';
import { CLOSE_WRITER, reconcileUnknown } from './reconcile-unknown';
import { GroupCommitWriter } from './writer';

/** A flush takes milliseconds; after so long its connection is given up for another. */
const FLUSH_MS = 10_000;

/**
 * Boot part, after the kill watch: a writer with an id of its own, then the calls that past
 * processes left without an end.
 */
export async function startLedger(runtime: Runtime): Promise<() => Promise<void>> {
  const { db, replicaId } = runtime;
  const writerId = newId('wri');
  await db.pool.query(
    'INSERT INTO ledger_writers (id, replica_id, started_at) VALUES ($1, $2, clock_timestamp())',
    [writerId, replicaId],
  );
  const writer = new GroupCommitWriter({
    writerId,
    connection: new OwnConnection(() => db.connectAlone('capstan-ledger', FLUSH_MS)),
    killSet: killSet(),
    key: deriveKey('digest', runtime.config.secret),
  });
  setLedger(writer);
  const ended = await reconcileUnknown(new Date());
  if (ended > 0) log.warn({ ended }, 'calls without an end were recorded as UNKNOWN');
  return async () => {
    await writer.close();
    await db.pool.query(CLOSE_WRITER, [writerId]);
  };
}
