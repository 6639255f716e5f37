import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { projectPath } from '@/lib/config/paths';
import { type Database, openDatabase } from '@/lib/db/client';
import { migrateDatabase, SCHEMA_VERSION } from '@/lib/db/migrate';
import { copyReadyFolder, temporaryFolder } from '../../support/db';
import { createDatabase, dropDatabase, withDatabaseName } from '../../support/server-database';

const template = inject('databaseTemplate');
const MIGRATIONS = projectPath('prisma', 'migrations');
let folder: ReturnType<typeof temporaryFolder>;
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => folder.remove());

/** An empty database, embedded or on the server of this run; `handles` are ways into the same one. */
let handles: Database[] = [];
let remove: () => Promise<void> = async () => {};

async function openEmpty(count: number): Promise<Database[]> {
  if (template.kind === 'embedded') {
    const dataDir = mkdtempSync(join(folder.path, 'd-'));
    copyReadyFolder(template.dataDir, dataDir);
    handles = [await openDatabase({ dataDir, databasePool: 2 })];
    await handles[0]?.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    return Array.from({ length: count }, () => handles[0]).filter((db) => db !== undefined);
  }
  const name = await createDatabase(template.url);
  const databaseUrl = withDatabaseName(template.url, name);
  remove = () => dropDatabase(template.url, name);
  handles = await Promise.all(
    Array.from({ length: count }, () =>
      openDatabase({ dataDir: null, databasePool: 2, databaseUrl }),
    ),
  );
  return handles;
}

beforeEach(() => {
  handles = [];
  remove = async () => {};
});
afterEach(async () => {
  await Promise.all(handles.map((db) => db.close()));
  await remove();
});

const first = ([db]: Database[]): Database => {
  if (!db) throw new Error('no database');
  return db;
};

describe('migrateDatabase', () => {
  it('applies every migration once, then nothing', async () => {
    const db = first(await openEmpty(1));
    const { applied } = await migrateDatabase(db);
    expect(applied.length).toBeGreaterThan(1);
    await expect(migrateDatabase(db)).resolves.toMatchObject({ applied: [] });
    const { rows } = await db.pool.query('SELECT schema_version FROM schema_compat');
    expect(rows).toEqual([{ schema_version: SCHEMA_VERSION }]);
  });

  it('is safe for several processes at once: one applies, the others wait', async () => {
    const dbs = await openEmpty(3);
    const reports = await Promise.all(dbs.map((db) => migrateDatabase(db)));
    const applied = reports.filter((report) => report.applied.length > 0);
    expect(applied).toHaveLength(1);
    const { rows } = await first(dbs).pool.query(
      'SELECT migration_name FROM _prisma_migrations GROUP BY 1 HAVING count(*) > 1',
    );
    expect(rows).toEqual([]);
  });

  it('refuses a database that a newer build has changed beyond this one', async () => {
    const db = first(await openEmpty(1));
    await migrateDatabase(db);
    await db.pool.query('UPDATE schema_compat SET schema_version = 9, oldest_build = 8');
    await expect(migrateDatabase(db)).rejects.toThrow(
      `The database has schema 9, which needs build 8 or newer; this is build ${SCHEMA_VERSION}`,
    );
  });

  it('runs on a newer database that still serves this build', async () => {
    const db = first(await openEmpty(1));
    await migrateDatabase(db);
    await db.pool.query(
      `UPDATE schema_compat SET schema_version = 9, oldest_build = ${SCHEMA_VERSION}`,
    );
    await expect(migrateDatabase(db)).resolves.toMatchObject({ applied: [] });
  });

  it('leaves nothing of a migration that fails, and says which', async () => {
    const baseDir = join(folder.path, 'migrations');
    cpSync(MIGRATIONS, baseDir, { recursive: true });
    mkdirSync(join(baseDir, '29990101000000_broken'));
    const sql = 'CREATE TABLE half (a int);\nSELECT no_such_function();\n';
    writeFileSync(join(baseDir, '29990101000000_broken', 'migration.sql'), sql);
    const db = first(await openEmpty(1));
    await expect(migrateDatabase(db, baseDir)).rejects.toThrow('29990101000000_broken');
    const { rows } = await db.pool.query(`SELECT to_regclass('half') AS half`);
    expect(rows).toEqual([{ half: null }]);
  });

  it('keeps trigger bodies whole', async () => {
    const db = first(await openEmpty(1));
    await migrateDatabase(db);
    const { rows } = await db.pool.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM pg_trigger WHERE NOT tgisinternal',
    );
    expect(rows[0]?.n).toBeGreaterThan(0);
  });
});

describe('an unreachable database', () => {
  it('is told in one line with the address and the fix, without the password', async () => {
    const databaseUrl = 'postgresql://someone:hunter2@127.0.0.1:1/capstan';
    const error = await openDatabase({ dataDir: null, databasePool: 1, databaseUrl }).catch(
      (e: unknown) => e,
    );
    expect(error).toMatchObject({ name: 'StartupError' });
    const line = error instanceof Error ? error.message : '';
    expect(line).toContain('The database capstan at 127.0.0.1:1 cannot be reached (ECONNREFUSED)');
    expect(line).not.toContain('hunter2');
    expect(line).not.toContain('\n');
  });
});

describe('prisma/migrations and prisma/schema.prisma', () => {
  it('say the same', async () => {
    const args = ['lib/boot/tsx.mjs', 'lib/boot/migrate-diff.ts', 'nothing', '--print'];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    expect(stdout.trim()).toBe('-- This is an empty migration.');
  });
});
