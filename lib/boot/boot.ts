import { randomUUID } from 'node:crypto';
import { type Config, config as currentConfig, publishAuthAddress } from '@/lib/config/env';
import { type Database, openDatabase } from '@/lib/db/client';
import { migrateDatabase } from '@/lib/db/migrate';
import { log } from '@/lib/observability/log';
import { clearRuntime, type Runtime, setRuntime } from '@/lib/runtime';
import { BOOT_PARTS, type BootPart } from './parts';

const slot = globalThis as { __capstanBoot?: Promise<Runtime> };

/**
 * Builds what a process needs, once: configuration, database, schema, then the parts.
 * Asked again it answers the same runtime; a failed start can be tried again.
 *
 * @throws StartupError with one line for a person
 */
export function bootRuntime(parts: readonly BootPart[] = BOOT_PARTS): Promise<Runtime> {
  slot.__capstanBoot ??= boot(parts).catch((error) => {
    delete slot.__capstanBoot;
    throw error;
  });
  return slot.__capstanBoot;
}

async function boot(parts: readonly BootPart[]): Promise<Runtime> {
  const config = currentConfig();
  log.level = config.logLevel;
  publishAuthAddress(config);
  const db = await openDatabase(config, {
    onLost: (reason) => {
      log.fatal({ reason }, 'the database is gone; this process ends');
      process.exit(1);
    },
    onTrouble: (err) => log.warn({ err }, 'a database connection broke'),
  });
  try {
    const { applied } = await migrateDatabase(db);
    if (applied.length > 0) log.info({ applied }, 'database migrated');
    return await startParts(config, db, parts);
  } catch (error) {
    await db.close();
    throw error;
  }
}

async function startParts(
  config: Config,
  db: Database,
  parts: readonly BootPart[],
): Promise<Runtime> {
  const stops: (() => Promise<void> | void)[] = [];
  let stopping: Promise<void> | undefined;
  const runtime: Runtime = {
    config,
    db,
    replicaId: randomUUID(),
    startedAt: new Date(),
    parts: new Map(),
    welcome: [],
    shutdown: new AbortController(),
    stop: () => {
      stopping ??= stopAll(stops, db);
      return stopping;
    },
  };
  setRuntime(runtime);
  try {
    for (const part of parts) {
      const stop = await part.start(runtime);
      if (stop) stops.push(stop);
    }
    return runtime;
  } catch (error) {
    await runtime.stop();
    throw error;
  }
}

async function stopAll(stops: (() => Promise<void> | void)[], db: Database): Promise<void> {
  for (const stop of stops.reverse()) {
    try {
      await stop();
    } catch (err) {
      log.error({ err }, 'a part did not stop cleanly');
    }
  }
  clearRuntime();
  delete slot.__capstanBoot;
  await db.close();
}
