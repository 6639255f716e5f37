import type { Client } from 'pg';
import { StartupError } from '@/lib/config/startup-error';
import type { Database } from './client';
import { NO_FILTER, openSchemaEngine, readMigrations, type SchemaEngine } from './schema-engine';

/**
 * The schema version this build writes for and the oldest build its schema still
 * serves. Raise SCHEMA_VERSION with a migration that raises `schema_compat`;
 * a migration that only expands leaves `oldest_build` alone.
 */
export const SCHEMA_VERSION = 2;

/** Any number, the same in every build: "capstan migrations" hashed by hand. */
const MIGRATION_LOCK = 4_919_370_221;

export type MigrationReport = { applied: string[]; ms: number };

/** The embedded database has one session, where an advisory lock keeps nobody out: calls here take turns. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Brings the database to this build's schema. Safe with several processes at once:
 * one applies, the others wait for it and find nothing to do.
 *
 * @throws StartupError when the database was migrated by a build this one cannot follow
 */
export function migrateDatabase(db: Database, baseDir?: string): Promise<MigrationReport> {
  const turn = last.then(() => migrate(db, baseDir));
  last = turn.catch(() => {});
  return turn;
}

async function migrate(db: Database, baseDir?: string): Promise<MigrationReport> {
  const started = performance.now();
  const migrations = readMigrations(baseDir);
  const names = migrations.migrationDirectories.map((directory) => directory.path);
  await checkCompatible(db);
  if (await isUpToDate(db, names)) return { applied: [], ms: performance.now() - started };

  const holder = await db.connectAlone('capstan-migrate');
  try {
    await holder.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await checkCompatible(db);
    const applied = (await isUpToDate(db, names)) ? [] : await apply(db, baseDir);
    return { applied, ms: performance.now() - started };
  } finally {
    await release(holder);
  }
}

async function release(holder: Client): Promise<void> {
  // The embedded database has one session for all, so ending the connection frees nothing there.
  await holder.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => {});
  await holder.end().catch(() => {});
}

async function apply(db: Database, baseDir?: string): Promise<string[]> {
  const pool = db.openPool();
  let engine: SchemaEngine | undefined;
  try {
    engine = await openSchemaEngine(pool);
    const result = await engine.applyMigrations({
      migrationsList: readMigrations(baseDir),
      filters: NO_FILTER,
    });
    return result.appliedMigrationNames;
  } catch (error) {
    throw new StartupError(`The database could not be migrated: ${(error as Error).message}`, {
      cause: error,
    });
  } finally {
    engine?.free();
    await pool.end();
  }
}

/** Whether every migration of this build is in the table, without starting the engine. */
async function isUpToDate(db: Database, names: string[]): Promise<boolean> {
  if (!(await hasTable(db, '_prisma_migrations'))) return false;
  const { rows } = await db.pool.query<{ migration_name: string }>(
    `SELECT migration_name FROM _prisma_migrations
      WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
  );
  const done = new Set(rows.map((row) => row.migration_name));
  return names.every((name) => done.has(name));
}

async function checkCompatible(db: Database): Promise<void> {
  if (!(await hasTable(db, 'schema_compat'))) return;
  const { rows } = await db.pool.query<{ schema_version: number; oldest_build: number }>(
    'SELECT schema_version, oldest_build FROM schema_compat',
  );
  const row = rows[0];
  if (!row || row.oldest_build <= SCHEMA_VERSION) return;
  throw new StartupError(
    `The database has schema ${row.schema_version}, which needs build ${row.oldest_build} or newer; this is build ${SCHEMA_VERSION}: start the newer build, or point this one at another database.`,
  );
}

async function hasTable(db: Database, name: string): Promise<boolean> {
  const { rows } = await db.pool.query<{ found: boolean }>(
    'SELECT to_regclass($1) IS NOT NULL AS found',
    [name],
  );
  return rows[0]?.found ?? false;
}
