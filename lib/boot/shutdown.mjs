import { setTimeout as sleep } from 'node:timers/promises';

const FINISH_MS = 4_000;
const ABORT_MS = 4_000;

/** Resolves true when the server has no open connection, false when the time is up. */
async function isDrained(server, ms) {
  const closed = new Promise((done) => {
    if (server.listening) server.close(() => done(true));
    else server.once('close', () => done(true));
  });
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const result = await Promise.race([closed, sleep(ms, false, { ref: false })]);
  clearInterval(idle);
  return result;
}

/**
 * Stops on SIGTERM or SIGINT: take no more, let open calls finish for a while, end
 * what is left, close the database, exit 0. A second signal does not wait.
 *
 * @param {import('node:http').Server} server
 * @param {() => { stop(): Promise<void>, shutdown: AbortController } | undefined} findRuntime
 */
export function stopOnSignals(server, findRuntime) {
  let stopping = false;
  const stop = async () => {
    if (stopping) process.exit(1);
    stopping = true;
    const drained = isDrained(server, FINISH_MS + ABORT_MS);
    const finished = await Promise.race([drained, sleep(FINISH_MS, false, { ref: false })]);
    const runtime = findRuntime();
    if (!finished) {
      runtime?.shutdown.abort(new Error('Capstan is stopping.'));
      await drained;
      server.closeAllConnections();
    }
    runtime?.shutdown.abort(new Error('Capstan is stopping.'));
    try {
      await runtime?.stop();
      process.exit(0);
    } catch (error) {
      console.error(error);
      process.exit(1);
    }
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
}
