import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Pool } from 'pg';
import { projectPath } from '../config/paths';
import { startEmbedded } from '../db/embedded/start';
import { NO_FILTER, openSchemaEngine, readMigrations } from '../db/schema-engine';

/**
 * `node lib/boot/tsx.mjs lib/boot/migrate-diff.ts <name> [--at <yyyymmddhhmmss>] [--print]`
 *
 * Writes the migration that takes prisma/migrations to prisma/schema.prisma: what
 * `prisma migrate dev --create-only` does, without its binary. `--at` places it
 * before migrations that are there already; `--print` shows it and writes nothing.
 */
function timestamp(): string {
  return new Date().toISOString().replace(/\D/g, '').slice(0, 14);
}

async function diff(before: string): Promise<string> {
  const database = await startEmbedded({ dataDir: null });
  const pool = new Pool({ stream: database.stream, user: 'postgres', database: 'postgres' });
  try {
    const engine = await openSchemaEngine(pool, pool);
    const path = projectPath('prisma', 'schema.prisma');
    const result = await engine.diff({
      from: { tag: 'migrations', ...readMigrations(projectPath('prisma', 'migrations'), before) },
      to: { tag: 'schemaDatamodel', files: [{ path, content: readFileSync(path, 'utf8') }] },
      script: true,
      exitCode: null,
      filters: NO_FILTER,
    });
    return result.stdout ?? '';
  } finally {
    await pool.end();
    await database.close();
  }
}

async function main(): Promise<void> {
  const args = process.argv.slice(2);
  const at = args.includes('--at') ? args[args.indexOf('--at') + 1] : undefined;
  const name = args[0];
  if (!name || !/^[a-z0-9_]+$/.test(name) || (at !== undefined && !/^\d{14}$/.test(at))) {
    process.stderr.write('Usage: migrate-diff <name> [--at yyyymmddhhmmss] [--print]\n');
    process.exitCode = 2;
    return;
  }
  const folder = `${at ?? timestamp()}_${name}`;
  const script = await diff(folder);
  if (args.includes('--print')) {
    process.stdout.write(`${script}\n`);
  } else if (script.trim() === '' || script.includes('This is an empty migration')) {
    process.stdout.write('The migrations already give the schema: nothing to write.\n');
  } else {
    mkdirSync(projectPath('prisma', 'migrations', folder), { recursive: true });
    writeFileSync(projectPath('prisma', 'migrations', folder, 'migration.sql'), script);
    process.stdout.write(`${join('prisma', 'migrations', folder, 'migration.sql')}\n`);
  }
}

await main();
