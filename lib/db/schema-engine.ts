import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  DriverAdapterError,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import type * as EngineModule from '@prisma/schema-engine-wasm';
import { DatabaseError, type Pool, type QueryArrayConfig } from 'pg';
import { projectPath } from '@/lib/config/paths';

/**
 * Prisma's schema engine from its WebAssembly build, over the pool we already
 * have: migrations apply and diff with no downloaded binary and no second driver.
 */
export type SchemaEngine = EngineModule.SchemaEngine;
export type MigrationList = EngineModule.MigrationList;

export const NO_FILTER = { externalTables: [], externalEnums: [] };

type EngineExports = typeof EngineModule & { __wbg_set_wasm(exports: WebAssembly.Exports): void };

let loaded: Promise<EngineExports> | undefined;

async function loadEngine(): Promise<EngineExports> {
  const module = (await import('@prisma/schema-engine-wasm/schema_engine_bg')) as EngineExports;
  const bytes = await readFile(
    projectPath('node_modules', '@prisma', 'schema-engine-wasm', 'schema_engine_bg.wasm'),
  );
  const { instance } = await WebAssembly.instantiate(bytes, {
    './schema_engine_bg.js': Object.fromEntries(Object.entries(module)),
  });
  module.__wbg_set_wasm(instance.exports);
  const start = instance.exports.__wbindgen_start;
  if (typeof start === 'function') start();
  return module;
}

/**
 * An engine over a pool. `shadow` is an empty database that a diff may fill;
 * without one, diffs from migrations are refused.
 */
export async function openSchemaEngine(pool: Pool, shadow?: Pool): Promise<SchemaEngine> {
  loaded ??= loadEngine();
  const { SchemaEngine } = await loaded;
  const factory: SqlMigrationAwareDriverAdapterFactory = {
    provider: 'postgres',
    adapterName: '@prisma/adapter-pg',
    connect: () => connectWhole(pool),
    connectToShadowDb: () => {
      if (!shadow) throw new Error('No shadow database was given for this operation.');
      return connectWhole(shadow);
    },
  };
  const options = { datamodels: undefined };
  return await SchemaEngine.new(options, () => {}, bindMigrationAwareSqlAdapterFactory(factory));
}

/**
 * The adapter runs a script by cutting it at every semicolon, which breaks the body
 * of a trigger function. One simple query takes the whole script, and PostgreSQL
 * makes it one transaction, so a migration that fails leaves nothing behind.
 */
async function connectWhole(pool: Pool): Promise<SqlDriverAdapter> {
  const { described, charsOf } = describable(pool);
  const adapter = await new PrismaPg(described).connect();
  const queryRaw = adapter.queryRaw.bind(adapter);
  adapter.queryRaw = async (query) => {
    const result = await queryRaw(query);
    for (const index of charsOf(result.columnNames)) {
      result.columnTypes[index] = ColumnTypeEnum.Character;
    }
    return result;
  };
  adapter.executeScript = async (script) => {
    try {
      await pool.query(script);
    } catch (error) {
      throw toAdapterError(error);
    }
  };
  return adapter;
}

const INTERNAL_CHAR = 18;
const TEXT = 25;

/**
 * PostgreSQL's internal "char" (the kind of a constraint) is a type the adapter refuses and the
 * engine needs as a character: passed through the adapter as text, and told apart by its name.
 */
function describable(pool: Pool) {
  const chars = new Set<string>();
  const query = async (config: QueryArrayConfig) => {
    const result = await pool.query(config);
    for (const field of result.fields) {
      if (field.dataTypeID !== INTERNAL_CHAR) continue;
      field.dataTypeID = TEXT;
      chars.add(field.name);
    }
    return result;
  };
  const described: Pool = Object.create(pool, { query: { value: query } });
  const charsOf = (names: readonly string[]) =>
    names.flatMap((name, index) => (chars.has(name) ? [index] : []));
  return { described, charsOf };
}

function toAdapterError(error: unknown): unknown {
  if (!(error instanceof DatabaseError)) return error;
  return new DriverAdapterError({
    kind: 'postgres',
    code: error.code ?? 'XX000',
    severity: error.severity ?? 'ERROR',
    message: error.message,
    detail: error.detail,
    column: error.column,
    hint: error.hint,
  });
}

/** The migration folders of the project, oldest first; `before` leaves out that name and later ones. */
export function readMigrations(
  baseDir: string = projectPath('prisma', 'migrations'),
  before?: string,
): MigrationList {
  const names = existsSync(baseDir)
    ? readdirSync(baseDir, { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && existsSync(migrationFile(baseDir, entry.name)))
        .map((entry) => entry.name)
        .filter((name) => before === undefined || name < before)
        .sort()
    : [];
  const lockfile = join(baseDir, 'migration_lock.toml');
  return {
    baseDir,
    lockfile: {
      path: 'migration_lock.toml',
      content: existsSync(lockfile) ? readFileSync(lockfile, 'utf8') : null,
    },
    shadowDbInitScript: '',
    migrationDirectories: names.map((name) => ({
      path: name,
      migrationFile: {
        path: 'migration.sql',
        content: { tag: 'ok', value: readFileSync(migrationFile(baseDir, name), 'utf8') },
      },
    })),
  };
}

function migrationFile(baseDir: string, name: string): string {
  return join(baseDir, name, 'migration.sql');
}
