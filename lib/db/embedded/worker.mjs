import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { PortStream } from './port-stream.mjs';
import { serveWire } from './wire.mjs';

/**
 * The embedded database on a thread of its own: a slow query here stalls no
 * request there. Plain JavaScript, loaded from the project's folder, because no
 * bundler may touch PGlite's WebAssembly.
 */
const { folder, idleInTransactionMs } = workerData;

try {
  const db = await PGlite.create(folder ?? undefined);
  const wire = serveWire(db, { idleInTransactionMs });
  parentPort.on('message', async (message) => {
    if (message !== 'close') return wire.accept(new PortStream(message));
    await wire.close();
    await db.close();
    parentPort.postMessage({ kind: 'closed' });
    parentPort.close();
  });
  parentPort.postMessage({ kind: 'ready' });
} catch (error) {
  parentPort.postMessage({ kind: 'failed', message: String(error?.message ?? error) });
  parentPort.close();
}
