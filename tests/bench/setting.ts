import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'undici';
import { type DatabaseConfig, openDatabase } from '@/lib/db/client';
import { migrateDatabase } from '@/lib/db/migrate';
import { type BulkTool, seedBulkAgent, seedBulkCatalog } from '../support/bulk-catalog';
import { createDatabase, dropDatabase, withDatabaseName } from '../support/server-database';
import { startServerProcess } from '../support/server-process';

export const TENANT = 'shared';
export const PROVIDER = 'bench';
const ADMIN_TOKEN = 'the admin token of the benchmark, thirty-two characters and more';

/** A running server with a catalog, and how to call it. */
export type Setting = {
  /** JSON over one pool of kept connections. */
  post(path: string, body: unknown, who?: 'agent' | 'admin'): Promise<unknown>;
  get(path: string): Promise<unknown>;
  /** Milliseconds of processor time of the server's process, all threads; null but on Linux. */
  cpuMs(): number | null;
};

export function describeMachine(): string {
  const [first, ...others] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  const database = databaseUrl() ? 'PostgreSQL server' : 'embedded database';
  return `${others.length + 1} x ${first?.model.trim() ?? 'processor'}, ${memory} GB, Node ${process.versions.node}, ${database}`;
}

/** A server's URL puts the benchmark on PostgreSQL; without it, on the embedded database. */
const databaseUrl = () => process.env.TEST_DATABASE_URL || undefined;

/** Seeds a database of its own, starts a server on it in another process, and removes both after. */
export async function withServer<T>(
  seed: { endpoint: string; tools: readonly BulkTool[] },
  work: (setting: Setting) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'capstan-bench-'));
  const url = databaseUrl();
  const name = url ? await createDatabase(url) : '';
  const own = url ? withDatabaseName(url, name) : undefined;
  try {
    const key = await fill(
      { dataDir: folder, databasePool: 4, ...(own ? { databaseUrl: own } : {}) },
      seed,
    );
    const server = await startServerProcess(
      {
        CAPSTAN_DATA_DIR: folder,
        CAPSTAN_SECRET: ADMIN_TOKEN,
        CAPSTAN_ADMIN_TOKEN: ADMIN_TOKEN,
        ...(own ? { DATABASE_URL: own } : {}),
      },
      true,
    );
    const pool = new Pool(server.url, { connections: 16, pipelining: 1 });
    try {
      return await work({
        ...callsOf(pool, { agent: key, admin: ADMIN_TOKEN }),
        cpuMs: () => cpuOf(server.pid),
      });
    } finally {
      await pool.close();
      await server.stop();
    }
  } finally {
    if (url) await dropDatabase(url, name);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** User and system time of a process, in ticks of 10 ms (proc(5)). */
function cpuOf(pid: number): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return null;
  }
}

async function fill(
  config: DatabaseConfig,
  seed: { endpoint: string; tools: readonly BulkTool[] },
): Promise<string> {
  const db = await openDatabase(config);
  try {
    await migrateDatabase(db);
    await seedBulkCatalog(db, { tenantId: TENANT, provider: PROVIDER, ...seed });
    return await seedBulkAgent(db, { tenantId: TENANT, provider: PROVIDER }, 'bench');
  } finally {
    await db.close();
  }
}

function callsOf(pool: Pool, keys: { agent: string; admin: string }): Omit<Setting, 'cpuMs'> {
  const send = async (method: 'GET' | 'POST', path: string, body: unknown, key: string) => {
    const answer = await pool.request({
      method,
      path,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      headersTimeout: 300_000,
    });
    const text = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`${path} answered ${answer.statusCode}: ${text}`);
    return JSON.parse(text) as unknown;
  };
  return {
    post: (path, body, who = 'agent') => send('POST', path, body, keys[who]),
    get: (path) => send('GET', path, undefined, keys.agent),
  };
}
