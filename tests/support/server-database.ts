import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

/** Databases of a test run on a PostgreSQL server. */
export function withDatabaseName(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.toString();
}

async function withClient(url: string, run: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await run(client);
  } finally {
    await client.end();
  }
}

/** Makes an empty database, or a copy of `template`, and answers its name. */
export async function createDatabase(url: string, template?: string): Promise<string> {
  const prefix = process.env.TEST_DATABASE_PREFIX ?? 'capstan_test';
  const name = `${prefix}_${randomBytes(6).toString('hex')}`;
  const source = template ? ` TEMPLATE "${template}"` : '';
  await withClient(url, async (client) => {
    // Two copies of one template at once are refused; take turns.
    await client.query('SELECT pg_advisory_lock(711200417)');
    await client.query(`CREATE DATABASE "${name}"${source}`);
  });
  return name;
}

export async function dropDatabase(url: string, name: string): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
  });
}
