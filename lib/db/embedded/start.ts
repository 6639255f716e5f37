import { accessSync, chmodSync, constants, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Duplex } from 'node:stream';
import { MessageChannel, Worker } from 'node:worker_threads';
import { projectPath } from '@/lib/config/paths';
import { StartupError } from '@/lib/config/startup-error';
import { lockFolder } from './folder-lock';
import { PortStream } from './port-stream.mjs';

/** The PostgreSQL major of the PGlite this build carries; another's folder does not open. */
export const EMBEDDED_POSTGRES_MAJOR = '18';

const IDLE_IN_TRANSACTION_MS = 30_000;

export type EmbeddedDatabase = {
  /** What `pg` takes as `stream`: makes one more connection. */
  stream: () => Duplex;
  close(): Promise<void>;
};

export type EmbeddedOptions = {
  /** The data folder, or null for a database in memory. */
  dataDir: string | null;
  /** Told when the database is gone under a running process. */
  onLost?: (reason: string) => void;
};

/**
 * Starts PGlite on its own thread; connections to it are message ports between the two.
 *
 * @throws StartupError when the folder is in use, unreadable, or of another PostgreSQL
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const onLost = options.onLost ?? (() => {});
  if (options.dataDir === null) return await openWorker(null, onLost);

  const dataDir = resolve(options.dataDir);
  prepareFolder(dataDir);
  const lock = await lockFolder(dataDir, () => onLost('another process took the data folder'));
  try {
    const folder = join(dataDir, 'postgres');
    checkPostgresVersion(folder);
    const database = await openWorker(folder, onLost);
    return {
      stream: database.stream,
      async close() {
        try {
          await database.close();
        } finally {
          lock.release();
        }
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

function prepareFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    closeToOthers(dataDir);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'error';
    throw new StartupError(
      `The data folder ${dataDir} cannot be read and written (${code}): give this user access, or set CAPSTAN_DATA_DIR to another folder.`,
    );
  }
}

/** A folder made beforehand may be open to all; one that is another user's stays as it is. */
function closeToOthers(dataDir: string): void {
  try {
    chmodSync(dataDir, 0o700);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}

function checkPostgresVersion(folder: string): void {
  const file = join(folder, 'PG_VERSION');
  if (!existsSync(file)) return;
  const version = readFileSync(file, 'utf8').trim();
  if (version === EMBEDDED_POSTGRES_MAJOR) return;
  throw new StartupError(
    `The data in ${folder} was made by PostgreSQL ${version}, this build opens PostgreSQL ${EMBEDDED_POSTGRES_MAJOR}: start the build that made it, or set CAPSTAN_DATA_DIR to a new folder.`,
  );
}

async function openWorker(
  folder: string | null,
  onLost: (reason: string) => void,
): Promise<EmbeddedDatabase> {
  const worker = new Worker(projectPath('lib', 'db', 'embedded', 'worker.mjs'), {
    workerData: { folder, idleInTransactionMs: IDLE_IN_TRANSACTION_MS },
    execArgv: [],
  });
  try {
    await untilMessage(worker, 'ready');
  } catch (error) {
    throw new StartupError(
      `The embedded database${folder ? ` in ${folder}` : ''} did not open: ${(error as Error).message}`,
    );
  }
  let closing = false;
  worker.on('error', (error) => !closing && onLost(error.message));
  worker.on('exit', (code) => !closing && onLost(`its thread ended with ${code}`));
  worker.unref();
  return {
    stream() {
      const { port1, port2 } = new MessageChannel();
      worker.postMessage(port2, [port2]);
      return new PortStream(port1);
    },
    async close() {
      closing = true;
      worker.ref();
      const closed = untilMessage(worker, 'closed');
      worker.postMessage('close');
      await closed.finally(() => worker.terminate());
    },
  };
}

function untilMessage(worker: Worker, kind: 'ready' | 'closed'): Promise<void> {
  return new Promise((done, fail) => {
    worker.on('message', (message: { kind: string; message?: string }) => {
      if (message.kind === kind) done();
      else fail(new Error(message.message ?? message.kind));
    });
    worker.once('error', fail);
    worker.once('exit', (code) => fail(new Error(`its thread ended with ${code}`)));
  });
}
