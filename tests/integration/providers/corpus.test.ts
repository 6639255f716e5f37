import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tagOf } from '@/lib/core/intake';
import { runtime } from '@/lib/runtime';
import type { SyncView } from '@/lib/schemas/providers';
import { syncProvider } from '@/lib/services/providers/sync-provider';
import { type CatalogWorld, makeCatalogWorld } from '@/tests/support/catalog';
import type { TestRuntime } from '@/tests/support/db';
import { createProvidersRuntime, makeProvider } from '@/tests/support/providers';
import { type ReplayServer, startReplayServer } from '@/tests/support/replay-server';

const FOLDER = join(process.cwd(), '..', 'shared', 'mcp-servers');
const found = existsSync(FOLDER);
const files = found ? readdirSync(FOLDER).filter((name) => name.endsWith('.json')) : [];
const title = found ? 'forty real servers' : 'forty real servers (skipped: ../shared is absent)';

describe.skipIf(!found)(title, { timeout: 300_000 }, () => {
  let test: TestRuntime;
  let world: CatalogWorld;
  const servers: ReplayServer[] = [];
  const ids: string[] = [];

  beforeAll(async () => {
    test = await createProvidersRuntime();
    world = await makeCatalogWorld('corpus');
    for (const [index, file] of files.entries()) {
      const recorded = JSON.parse(readFileSync(join(FOLDER, file), 'utf8'));
      const server = await startReplayServer(recorded, {
        pageSize: 10 + (index % 5),
        protocol: index % 2 === 0 ? 'older' : 'both',
        sse: index % 3 === 0,
      });
      servers.push(server);
      const id = tagOf(file.replace('.json', ''));
      ids.push(id);
      await makeProvider(world, id, server.url);
    }
  });
  afterAll(async () => {
    await test?.cleanup();
    for (const server of servers) await server.close();
  });

  async function syncAll(): Promise<SyncView[]> {
    const views: SyncView[] = [];
    for (const id of ids) views.push(await syncProvider({ ctx: world.olga.ctx, input: { id } }));
    return views;
  }
  const sum = (views: SyncView[], key: 'added' | 'updated' | 'unchanged' | 'removed') =>
    views.reduce((total, view) => total + view[key], 0);

  it('are kept but for the one that does not compile, which is named', async () => {
    const views = await syncAll();
    expect(views).toHaveLength(40);
    expect(views.filter((view) => view.status !== 'SUCCEEDED')).toEqual([]);
    const rejected = views.flatMap((view) => view.rejected);
    expect(rejected.map(({ name }) => name)).toEqual(['netlify-coding-rules']);
    expect(rejected[0]?.reason).toMatch(/does not compile/);
    const { prisma } = runtime().db;
    const { tenantId } = world;
    const tools = await prisma.capability.findMany({
      where: { tenantId, type: 'MCP_TOOL' },
      select: { id: true, name: true, findings: true, status: true, ownerTeamId: true, tags: true },
    });
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

  it('are all unchanged the second time', async () => {
    const before = await runtime().db.prisma.auditEvent.count();
    const views = await syncAll();
    expect(sum(views, 'added') + sum(views, 'updated') + sum(views, 'removed')).toBe(0);
    expect(sum(views, 'unchanged')).toBeGreaterThanOrEqual(940);
    expect(await runtime().db.prisma.auditEvent.count()).toBe(before);
  });
});
