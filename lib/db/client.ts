import { createHash } from 'node:crypto';
import { Client, type ClientConfig, Pool, type PoolConfig } from 'pg';
import type { Config } from '@/lib/config/env';
import { LIMITS } from '@/lib/config/limits';
import { StartupError } from '@/lib/config/startup-error';
import { EmbeddedClient } from './embedded/client';
import { startEmbedded } from './embedded/start';
import { PrismaClient } from './generated/client';
import { inProcessNotices, type Notices, serverNotices } from './notices';
import { SequentialPrismaPg } from './sequential-adapter';

/** One database of one process: every part of it shares this pool. */
export type Database = {
  kind: 'embedded' | 'server';
  prisma: PrismaClient;
  /** For the hot path's own SQL; the same connections Prisma uses. */
  pool: Pool;
  notices: Notices;
  /**
   * A connection outside the pool: for a session-level lock, or for what may not wait for a free
   * one. The caller ends it. A query that outlives `queryMs` fails, and leaves the connection good
   * for nothing; for a server only, behind whose connection a network may go silent.
   */
  connectAlone(name: string, queryMs?: number): Promise<Client>;
  /** Connections for long statements, such as migrations. The caller ends it. */
  openPool(): Pool;
  close(): Promise<void>;
};

export type DatabaseConfig = Pick<Config, 'databaseUrl' | 'databasePool'> & {
  /** The data folder of the embedded database; null keeps it in memory. */
  dataDir: string | null;
};

export type DatabaseEvents = {
  /** The embedded database ended under us, or its folder was taken: nothing can go on. */
  onLost?: (reason: string) => void;
  /** A connection broke; the pool and the notices recover by themselves. */
  onTrouble?: (error: Error) => void;
};

/** Behind the embedded pool there is one engine: more connections only wait in another place. */
const EMBEDDED_POOL = 4;

/**
 * Opens the database: PGlite in its own thread, or the server of `databaseUrl`.
 * Migrates nothing (see migrate.ts).
 *
 * @throws StartupError with one clear line when it cannot be opened
 */
export async function openDatabase(
  config: DatabaseConfig,
  events: DatabaseEvents = {},
): Promise<Database> {
  const { databaseUrl } = config;
  const onTrouble = events.onTrouble ?? (() => {});
  if (databaseUrl) {
    const connection = { connectionString: databaseUrl };
    await checkReachable(databaseUrl, connection);
    const options = { max: config.databasePool, query_timeout: LIMITS.queryMs };
    const pool = makePool(connection, options, onTrouble);
    const notices = await serverNotices(pool, connection, onTrouble);
    return assemble('server', pool, connection, notices, async () => {});
  }
  const embedded = await startEmbedded({
    dataDir: config.dataDir,
    ...(events.onLost ? { onLost: events.onLost } : {}),
  });
  const connection = { stream: embedded.stream, user: 'postgres', database: 'postgres' };
  const options = { max: EMBEDDED_POOL, Client: EmbeddedClient, idleTimeoutMillis: 0 };
  const pool = makePool(connection, options, onTrouble);
  return assemble('embedded', pool, connection, inProcessNotices(), () => embedded.close());
}

function makePool(
  connection: ClientConfig,
  options: PoolConfig,
  onTrouble: (e: Error) => void,
): Pool {
  const pool = new Pool({
    ...connection,
    ...options,
    application_name: 'capstan',
    connectionTimeoutMillis: LIMITS.connectionWaitMs,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
  });
  pool.on('error', onTrouble);
  return pool;
}

function assemble(
  kind: Database['kind'],
  pool: Pool,
  connection: ClientConfig,
  notices: Notices,
  closeBehind: () => Promise<void>,
): Database {
  const prisma = new PrismaClient({
    adapter: new SequentialPrismaPg(pool, kind === 'server' ? { statementNameGenerator } : {}),
    transactionOptions: { maxWait: LIMITS.connectionWaitMs, timeout: LIMITS.transactionMs },
  });
  let closing: Promise<void> | undefined;
  const close = async () => {
    await notices.close();
    await prisma.$disconnect();
    await pool.end();
    await closeBehind();
  };
  return {
    kind,
    prisma,
    pool,
    notices,
    async connectAlone(name, queryMs) {
      const options = { ...connection, application_name: name, keepAlive: true };
      const client =
        kind === 'embedded'
          ? new EmbeddedClient(options)
          : new Client({
              ...options,
              connectionTimeoutMillis: queryMs ?? LIMITS.connectionWaitMs,
              ...(queryMs === undefined ? {} : { query_timeout: queryMs }),
            });
      await client.connect();
      return client;
    },
    openPool: () =>
      makePool(connection, kind === 'embedded' ? { Client: EmbeddedClient } : {}, () => {}),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

/** Equal text, equal name: the server keeps the plan. PGlite's connections share one session and must not. */
function statementNameGenerator({ sql }: { sql: string }): string {
  return `p${createHash('sha1').update(sql).digest('hex')}`;
}

async function checkReachable(databaseUrl: string, connection: ClientConfig): Promise<void> {
  const client = new Client({ ...connection, connectionTimeoutMillis: LIMITS.connectionWaitMs });
  // pg tells an error twice when the connection drops while it starts.
  client.on('error', () => {});
  try {
    await client.connect();
    await checkServerVersion(client);
  } catch (error) {
    if (error instanceof StartupError) throw error;
    const { host, pathname } = new URL(databaseUrl);
    const reason = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
    throw new StartupError(
      `The database ${pathname.slice(1)} at ${host} cannot be reached (${reason}): start it, or correct DATABASE_URL.`,
    );
  } finally {
    await client.end().catch(() => {});
  }
}

async function checkServerVersion(client: Client): Promise<void> {
  const { rows } = await client.query<{ server_version_num: string }>('SHOW server_version_num');
  const version = Number(rows[0]?.server_version_num ?? 0);
  if (version >= 150_000) return;
  throw new StartupError(
    `PostgreSQL ${Math.floor(version / 10_000)} is too old: Capstan needs 15 or newer; point DATABASE_URL at one.`,
  );
}
