import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { type Config, loadConfig, setConfig } from '@/lib/config/env';
import { type Database, openDatabase } from '@/lib/db/client';
import { log } from '@/lib/observability/log';
import { clearRuntime, type Runtime, setRuntime } from '@/lib/runtime';
import { startOutbound } from '@/lib/services/providers/start-outbound';
import { createDatabase, dropDatabase, withDatabaseName } from './server-database';

export type TestDatabase = {
  db: Database;
  config: Config;
  /** Closes the database and removes every trace of it. */
  cleanup(): Promise<void>;
};

export const TEST_SECRET = 'a secret of tests, as long as the real one has to be';

/** A whole configuration for a test, with the real defaults. */
export function testConfig(variables: Record<string, string> = {}): Config {
  return loadConfig({
    PORT: '0',
    CAPSTAN_SECRET: TEST_SECRET,
    CAPSTAN_BASE_URL: 'http://127.0.0.1:3000',
    CAPSTAN_DEMO: 'false',
    CAPSTAN_SYNC_ON_START: 'false',
    CAPSTAN_LOG_LEVEL: 'error',
    ...variables,
  });
}

/**
 * A migrated database of this suite's own, a clone of the run's template: embedded,
 * or on the server of TEST_DATABASE_URL. Call it in `beforeAll`, `cleanup` in `afterAll`.
 */
export async function createTestDatabase(
  variables: Record<string, string> = {},
): Promise<TestDatabase> {
  const template = inject('databaseTemplate');
  if (template.kind === 'server') {
    const name = await createDatabase(template.url, template.name);
    const databaseUrl = withDatabaseName(template.url, name);
    const config = testConfig({
      DATABASE_URL: databaseUrl,
      CAPSTAN_DATABASE_POOL: '8',
      ...variables,
    });
    return await open(config, () => dropDatabase(template.url, name));
  }
  const folder = mkdtempSync(join(template.runFolder, 's-'));
  const dataDir = join(folder, 'd');
  copyReadyFolder(template.dataDir, dataDir);
  const config = testConfig({ CAPSTAN_DATA_DIR: dataDir, ...variables });
  return await open(config, () => rmSync(folder, { recursive: true, force: true }));
}

/** Copies a data folder nobody has open; making one from nothing takes seconds. */
export function copyReadyFolder(from: string, to: string): void {
  cpSync(join(from, 'postgres'), join(to, 'postgres'), { recursive: true });
}

async function open(config: Config, remove: () => Promise<void> | void): Promise<TestDatabase> {
  setConfig(config);
  log.level = config.logLevel;
  const db = await openDatabase(config);
  return {
    db,
    config,
    async cleanup() {
      await db.close();
      await remove();
    },
  };
}

export type TestRuntime = TestDatabase & { runtime: Runtime };

/** The same with the process's slot filled, for services and doors that ask `runtime()`. */
export async function createTestRuntime(
  variables: Record<string, string> = {},
): Promise<TestRuntime> {
  const database = await createTestDatabase(variables);
  const runtime: Runtime = {
    config: database.config,
    db: database.db,
    replicaId: 'test-replica',
    startedAt: new Date(),
    parts: new Map(),
    welcome: [],
    shutdown: new AbortController(),
    stop: database.cleanup,
  };
  setRuntime(runtime);
  const stopOutbound = await startOutbound(runtime);
  return {
    ...database,
    runtime,
    async cleanup() {
      await stopOutbound();
      clearRuntime();
      await database.cleanup();
    },
  };
}

/** A folder that goes with the test: answers its path and how to remove it. */
export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'capstan-t-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
