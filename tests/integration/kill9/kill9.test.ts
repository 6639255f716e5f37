import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { InvocationItem, LedgerVerification } from '@/lib/schemas/ledger';
import { seedBulkAgent, seedBulkCatalog } from '../../support/bulk-catalog';
import { createTestDatabase, TEST_SECRET, type TestDatabase } from '../../support/db';
import { type ReplayServer, startReplayServer } from '../../support/replay-server';
import { type ServerProcess, startServerProcess } from '../../support/server-process';

const CALLS = 200;
/** Enough to show that some were answered, few enough that most are still on their way. */
const KILL_AFTER = 40;
const ADMIN = 'the admin token of the test that kills the server';
const CAPABILITY = 'bulk.echo';

let data: TestDatabase;
let upstream: ReplayServer;
let server: ServerProcess | undefined;
let agentKey: string;
let env: Record<string, string>;

beforeAll(async () => {
  upstream = await startReplayServer({ tools: [] }, { delayMs: 150 });
  data = await createTestDatabase();
  const bulk = { tenantId: 'shared', provider: 'bulk', endpoint: upstream.url };
  await seedBulkCatalog(data.db, { ...bulk, tools: [{ id: CAPABILITY, description: 'Echoes.' }] });
  agentKey = await seedBulkAgent(data.db, bulk, 'caller');
  // From here on the database is the server's alone.
  await data.db.close();
  const { databaseUrl, dataDir } = data.config;
  env = {
    CAPSTAN_SECRET: TEST_SECRET,
    CAPSTAN_ADMIN_TOKEN: ADMIN,
    CAPSTAN_DATA_DIR: dataDir,
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  };
});
afterAll(async () => {
  await server?.kill();
  await upstream?.close();
  await data?.cleanup();
});

type Told = { answered: string[]; refused: number; unanswered: number };

/** Two hundred calls at once; the server is killed once some of them are answered. */
async function callAndKill(target: ServerProcess): Promise<Told> {
  const told: Told = { answered: [], refused: 0, unanswered: 0 };
  let killed: Promise<void> | undefined;
  const one = async (index: number) => {
    try {
      const response = await fetch(`${target.url}/api/v1/capabilities/${CAPABILITY}/invoke`, {
        method: 'POST',
        headers: { authorization: `Bearer ${agentKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ arguments: { index }, run_id: 'storm' }),
      });
      const body = await response.json();
      // A machine too busy to take it says so; that is an answer, and no call.
      if (response.status === 503) {
        told.refused += 1;
        return;
      }
      expect(body).toMatchObject({ status: 'SUCCEEDED' });
      told.answered.push(body.invocation_id);
      if (told.answered.length === KILL_AFTER) killed = target.kill();
    } catch (error) {
      // The connection broke with the server; an answer that was no success is a failure of the test.
      if (!killed) throw error;
      told.unanswered += 1;
    }
  };
  await Promise.all(Array.from({ length: CALLS }, (_, index) => one(index)));
  await killed;
  return told;
}

async function ask<T>(path: string): Promise<T> {
  const response = await fetch(`${server?.url}/api/v1${path}`, {
    headers: { authorization: `Bearer ${ADMIN}` },
  });
  expect(response.status).toBe(200);
  return response.json();
}

async function ledgerOf(): Promise<InvocationItem[]> {
  const items: InvocationItem[] = [];
  let cursor: string | null = null;
  do {
    const query: string = cursor ? `&cursor=${encodeURIComponent(cursor)}` : '';
    const page: { items: InvocationItem[]; next_cursor: string | null } = await ask(
      `/invocations?limit=200${query}`,
    );
    items.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor);
  return items;
}

describe('kill -9 in the middle of 200 calls at once', () => {
  let told: Told;

  it('breaks off what is on its way', async () => {
    server = await startServerProcess(env);
    told = await callAndKill(server);
    expect(told.answered.length).toBeGreaterThanOrEqual(KILL_AFTER);
    expect(told.unanswered).toBeGreaterThan(0);
    expect(told.answered.length + told.refused + told.unanswered).toBe(CALLS);
  }, 180_000);

  it('loses nothing that was answered, and ends what was not as UNKNOWN', async () => {
    server = await startServerProcess(env);
    // Another replica may take over only when the dead one has been silent for a while.
    const items = await vi.waitFor(
      async () => {
        const all = await ledgerOf();
        expect(all.filter(({ ended_at }) => ended_at === null)).toEqual([]);
        return all;
      },
      { timeout: 150_000, interval: 1_000 },
    );
    const byId = new Map(items.map((item) => [item.invocation_id, item]));
    expect(byId.size).toBe(items.length);
    expect(items.length).toBeLessThanOrEqual(CALLS);
    for (const id of told.answered) expect(byId.get(id)?.status).toBe('SUCCEEDED');
    const unknown = items.filter(({ status }) => status === 'UNKNOWN');
    expect(unknown.length).toBeGreaterThan(0);
    // A call that succeeded just before its answer broke off is recorded as what it was.
    const succeeded = items.filter(({ status }) => status === 'SUCCEEDED');
    expect(unknown.length + succeeded.length).toBe(items.length);
    const sent = upstream.received.filter(({ message }) => message.method === 'tools/call');
    const sentOnce = new Set(sent.map(({ message }) => JSON.stringify(message.params?.arguments)));
    expect(sentOnce.size).toBe(sent.length);
    expect(sent.length).toBeLessThanOrEqual(items.length);
  }, 240_000);

  it('leaves a ledger that verifies, and serves on', async () => {
    expect(await ask<LedgerVerification>('/ledger/verify')).toMatchObject({
      ok: true,
      problems: [],
    });
    const response = await fetch(`${server?.url}/api/v1/capabilities/${CAPABILITY}/invoke`, {
      method: 'POST',
      headers: { authorization: `Bearer ${agentKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ arguments: { index: CALLS }, run_id: 'after' }),
    });
    expect(await response.json()).toMatchObject({ status: 'SUCCEEDED' });
    await server?.stop();
  });
});
