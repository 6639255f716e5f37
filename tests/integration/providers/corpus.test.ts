import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tagOf } from '@/lib/core/intake';
import { runtime } from '@/lib/runtime';
import type { SyncView } from '@/lib/schemas/providers';
import { syncProvider } from '@/lib/services/providers/sync-provider';
import { type CatalogWorld, makeCatalogWorld } from '@/tests/support/catalog';
import { recordedTitle, recordings, serveNth, specimens } from '@/tests/support/corpus';
import type { TestRuntime } from '@/tests/support/db';
import { createProvidersRuntime, makeProvider } from '@/tests/support/providers';
import type { ReplayListing, ReplayServer } from '@/tests/support/replay-server';

let test: TestRuntime;
const servers: ReplayServer[] = [];

beforeAll(async () => {
  test = await createProvidersRuntime();
});
afterAll(async () => {
  await test?.cleanup();
  for (const server of servers) await server.close();
});

type Served = { file: string; listing: ReplayListing };

/** Registers one provider a listing; answers how to sync them all. */
async function register(world: CatalogWorld, all: readonly Served[], smallestPage: number) {
  for (const [index, { file, listing }] of all.entries()) {
    const server = await serveNth(listing, index, smallestPage);
    servers.push(server);
    await makeProvider(world, tagOf(file), server.url);
  }
  return async () => {
    const views: SyncView[] = [];
    for (const { file } of all) {
      views.push(await syncProvider({ ctx: world.olga.ctx, input: { id: tagOf(file) } }));
    }
    return views;
  };
}

const sum = (views: SyncView[], key: 'added' | 'updated' | 'unchanged' | 'removed') =>
  views.reduce((total, view) => total + view[key], 0);
const rowsOf = ({ tenantId }: CatalogWorld) =>
  runtime().db.prisma.capability.findMany({ where: { tenantId }, orderBy: { id: 'asc' } });

async function expectNothingNew(syncAll: () => Promise<SyncView[]>, unchanged: number) {
  const before = await runtime().db.prisma.auditEvent.count();
  const views = await syncAll();
  expect(sum(views, 'added') + sum(views, 'updated') + sum(views, 'removed')).toBe(0);
  expect(sum(views, 'unchanged')).toBeGreaterThanOrEqual(unchanged);
  expect(await runtime().db.prisma.auditEvent.count()).toBe(before);
}

describe('servers with one kind of fault each', { timeout: 120_000 }, () => {
  let world: CatalogWorld;
  let syncAll: () => Promise<SyncView[]>;
  const kept = specimens.reduce((total, { expect: right }) => total + right.kept.length, 0);

  beforeAll(async () => {
    world = await makeCatalogWorld('specimens');
    syncAll = await register(world, specimens, 1);
  });

  it('lose nothing but what cannot be kept, which is named', async () => {
    const views = await syncAll();
    expect(specimens.length).toBeGreaterThan(10);
    const seen = views.map(({ provider, status, added, rejected }) => ({
      ...{ provider, status, added, rejected: rejected.length },
    }));
    expect(seen).toEqual(
      specimens.map(({ file, expect: right }) => ({
        provider: tagOf(file),
        status: 'SUCCEEDED',
        added: right.kept.length,
        rejected: right.rejected.length,
      })),
    );
    const rows = await rowsOf(world);
    expect(rows).toHaveLength(kept);
    expect(rows.every((row) => row.status === 'DRAFT' && row.ownerTeamId === 'core')).toBe(true);
    const searches = rows.filter(({ name }) => name.toLowerCase() === 'search');
    expect(searches.map(({ id }) => id)).toEqual([
      ...['plain_harbour.search', 'same_names.search', 'same_names.search_2'],
    ]);
  });

  it('are all unchanged the second time', () => expectNothingNew(syncAll, kept));
});

describe.skipIf(recordings.length === 0)(recordedTitle, { timeout: 300_000 }, () => {
  let world: CatalogWorld;
  let syncAll: () => Promise<SyncView[]>;

  beforeAll(async () => {
    world = await makeCatalogWorld('corpus');
    const served = recordings.map(({ file, read }) => ({
      ...{ file: file.replace('.json', ''), listing: read() },
    }));
    syncAll = await register(world, served, 10);
  });

  it('are kept but for the one that does not compile, which is named', async () => {
    const views = await syncAll();
    expect(views).toHaveLength(40);
    expect(views.filter((view) => view.status !== 'SUCCEEDED')).toEqual([]);
    const rejected = views.flatMap((view) => view.rejected);
    expect(rejected.map(({ name }) => name)).toEqual(['netlify-coding-rules']);
    expect(rejected[0]?.reason).toMatch(/does not compile/);
    const tools = (await rowsOf(world)).filter(({ type }) => type === 'MCP_TOOL');
    expect(tools).toHaveLength(940);
    expect(new Set(tools.map(({ id }) => id)).size).toBe(940);
    expect(tools.every((row) => row.status === 'DRAFT' && row.ownerTeamId === 'core')).toBe(true);
    const untyped = tools.filter(({ findings }) =>
      JSON.stringify(findings).includes('"schema-not-object"'),
    );
    expect(untyped).toHaveLength(9);
    const repeated = tools.length - new Set(tools.map(({ name }) => name)).size;
    expect(repeated).toBeGreaterThan(0);
  });

  it('are all unchanged the second time', () => expectNothingNew(syncAll, 940));
});
