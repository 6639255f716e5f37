import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { log } from '@/lib/observability/log';
import { runtime } from '@/lib/runtime';
import { getSync, listSyncs } from '@/lib/services/providers/get-provider';
import { syncMany } from '@/lib/services/providers/sync-many';
import { startSync, syncProvider } from '@/lib/services/providers/sync-provider';
import { endDeadSyncs, openSync } from '@/lib/services/providers/sync-record';
import { auditOf, failureOf, makeCatalogWorld } from '@/tests/support/catalog';
import { makeProvider, promote, readCapability, toolOf } from '@/tests/support/providers';
import { makeSyncWorld, type SyncWorld } from '@/tests/support/sync-world';

let world: SyncWorld;

beforeAll(async () => {
  world = await makeSyncWorld('sync');
});
afterAll(async () => await world?.cleanup());

const serve = (...listed: Parameters<SyncWorld['serve']>) => world.serve(...listed);
const sync = (id: string) => world.sync(id);
const providerRow = (id: string) =>
  runtime().db.prisma.provider.findUniqueOrThrow({
    where: { tenantId_id: { tenantId: world.tenantId, id } },
  });
const countOf = (provider: string) =>
  runtime().db.prisma.binding.count({
    where: { tenantId: world.tenantId, providerId: provider, removedAt: null },
  });

describe('a sync', () => {
  it('brings tools in as drafts with risk, tags, owner and an audit line each', async () => {
    const server = await serve({
      serverInfo: { name: 'Weather Service', version: '1.0.0' },
      tools: [
        toolOf('get_forecast'),
        toolOf('delete_station', { annotations: { destructiveHint: true } }),
        toolOf('set_alarm', { annotations: {} }),
        { name: 'bare' },
        { description: 'no name' },
      ],
    });
    await makeProvider(world, 'weather', server.url, { default_tags: ['sky'] });
    const view = await sync('weather');
    expect(view).toMatchObject({ status: 'SUCCEEDED', added: 4, drift: [], warnings: [] });
    expect(view.rejected).toHaveLength(1);
    expect(view.progress).toMatchObject({ phase: 'done', listed: 5, processed: 4, total: 4 });
    const risks = await Promise.all(
      ['get_forecast', 'delete_station', 'set_alarm'].map(async (name) => {
        const row = await readCapability(world.tenantId, `weather.${name}`);
        expect(row).toMatchObject({ status: 'DRAFT', ownerTeamId: 'core' });
        expect(row.tags).toContain('sky');
        return row.risk;
      }),
    );
    expect(risks).toEqual(['LOW', 'HIGH', 'MEDIUM']);
    const bare = await readCapability(world.tenantId, 'weather.bare');
    expect(bare.description).toBe('bare of Weather Service');
    expect(JSON.stringify(bare.findings)).toContain('description-missing');
    expect(await auditOf(world.tenantId, 'weather.bare')).toEqual(['capability.register']);
    expect(await providerRow('weather')).toMatchObject({ health: 'HEALTHY', healthReason: null });
  });

  it('never lowers a risk under the floor of its provider', async () => {
    const server = await serve({ tools: [toolOf('peek')] });
    await makeProvider(world, 'floor', server.url, { risk_floor: 'HIGH' });
    await sync('floor');
    expect((await readCapability(world.tenantId, 'floor.peek')).risk).toBe('HIGH');
  });

  it('gives tools of one name in two servers two ids', async () => {
    const [one, two] = [await serve({ tools: [toolOf('search')] }), await serve({ tools: [] })];
    two.replace({ tools: [toolOf('search'), toolOf('Search')] });
    await makeProvider(world, 'alpha', one.url);
    await makeProvider(world, 'beta', two.url);
    await sync('alpha');
    await sync('beta');
    for (const id of ['alpha.search', 'beta.search', 'beta.search_2']) {
      expect(await readCapability(world.tenantId, id)).toMatchObject({ id });
    }
  });

  it('takes what a draft nobody touched now says, a vanished output schema included', async () => {
    const outputSchema = { type: 'object', properties: { mm: { type: 'number' } } };
    const server = await serve({ tools: [toolOf('rain', { outputSchema })] });
    await makeProvider(world, 'follow', server.url);
    await sync('follow');
    server.replace({ tools: [toolOf('rain', { description: 'Returns the rain of a city.' })] });
    expect(await sync('follow')).toMatchObject({ updated: 1, drift: [] });
    const row = await readCapability(world.tenantId, 'follow.rain');
    expect(row).toMatchObject({ description: 'Returns the rain of a city.', outputSchema: null });
  });
});

describe('failing servers', () => {
  it('leave the others alone and keep their own last good data', async () => {
    const good = await serve({ tools: [toolOf('one')] });
    const bad = await serve({ tools: [toolOf('two')] });
    const also = await serve({ tools: [toolOf('three')] });
    await makeProvider(world, 'good', good.url);
    await makeProvider(world, 'bad', bad.url);
    await makeProvider(world, 'also', also.url);
    expect(await sync('bad')).toMatchObject({ added: 1 });
    await bad.close();
    const { tenantId } = world;
    await syncMany(
      ['bad', 'good', 'also'].map((id) => ({ tenantId, id })),
      'start',
    );
    expect(await Promise.all(['good', 'bad', 'also'].map(countOf))).toEqual([1, 1, 1]);
    const row = await providerRow('bad');
    expect(row.health).toBe('UNHEALTHY');
    expect(row.healthReason).toBeTruthy();
    const [last] = (await listSyncs({ ctx: world.mo.ctx, input: { id: 'bad', limit: 1 } })).items;
    expect(last).toMatchObject({
      status: 'FAILED',
      trigger: 'start',
      removed: 0,
      started_by: 'sync',
    });
    expect(await readCapability(tenantId, 'bad.two')).toMatchObject({ status: 'DRAFT' });
  });

  it('lose nothing when they break off in the middle of a list', async () => {
    const tools = Array.from({ length: 6 }, (_, index) => toolOf(`tool_${index}`));
    const server = await serve({ tools });
    await makeProvider(world, 'breaks', server.url);
    await sync('breaks');
    const broken = await serve({ tools: tools.slice(0, 4) }, { pageSize: 2, crashMidList: true });
    await runtime().db.prisma.provider.updateMany({
      where: { tenantId: world.tenantId, id: 'breaks' },
      data: { endpoint: broken.url },
    });
    expect(await sync('breaks')).toMatchObject({ status: 'FAILED', removed: 0 });
    expect(await countOf('breaks')).toBe(6);
  });

  it('end with a warning when a cursor never advances, and nothing counts as removed', async () => {
    const server = await serve({ tools: [toolOf('a'), toolOf('b'), toolOf('c')] });
    await makeProvider(world, 'stuck', server.url);
    await sync('stuck');
    const stuck = await serve(
      { tools: [toolOf('a'), toolOf('b'), toolOf('d')] },
      { pageSize: 1, stuckCursor: true },
    );
    await runtime().db.prisma.provider.updateMany({
      where: { tenantId: world.tenantId, id: 'stuck' },
      data: { endpoint: stuck.url },
    });
    const view = await sync('stuck');
    expect(view).toMatchObject({ status: 'SUCCEEDED', removed: 0 });
    expect(view.warnings.join()).toMatch(/cursor/);
  });
});

describe('a failure of our own half way', () => {
  it('keeps the provider healthy, and what was written reaches the replicas', async () => {
    const { prisma, notices } = runtime().db;
    const server = await serve({ tools: [toolOf('early'), toolOf('late')] });
    await makeProvider(world, 'halfway', server.url);
    await sync('halfway');
    await promote(world, 'halfway.early');
    await prisma.$executeRawUnsafe(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql
      AS $$ BEGIN RAISE EXCEPTION 'the disk is full'; END $$`);
    await prisma.$executeRawUnsafe(`CREATE TRIGGER refuse BEFORE UPDATE ON bindings FOR EACH ROW
      WHEN (NEW.capability_id = 'halfway.late') EXECUTE FUNCTION refuse()`);
    const heard: string[] = [];
    const off = notices.subscribe('catalog', (payload) => heard.push(payload));
    const annotations = { destructiveHint: true };
    const { level } = log;
    log.level = 'silent';
    server.replace({ tools: [toolOf('early', { annotations }), toolOf('late', { annotations })] });
    try {
      expect(await sync('halfway')).toMatchObject({ status: 'FAILED', error_class: 'internal' });
      const { quarantinedAt } = await readCapability(world.tenantId, 'halfway.early');
      expect(quarantinedAt).not.toBeNull();
      await expect.poll(() => heard.join()).toContain('halfway.early');
      expect(await providerRow('halfway')).toMatchObject({ health: 'HEALTHY' });
    } finally {
      off();
      log.level = level;
      await prisma.$executeRawUnsafe('DROP TRIGGER refuse ON bindings');
    }
    expect(await sync('halfway')).toMatchObject({ status: 'SUCCEEDED', updated: 1, unchanged: 1 });
  });
});

describe('two syncs of one provider', () => {
  it('at once: one runs, the other is a conflict', async () => {
    const server = await serve({ tools: [toolOf('only')] });
    await makeProvider(world, 'twice', server.url);
    const results = await Promise.allSettled([sync('twice'), sync('twice')]);
    const failed = results.flatMap((item) => (item.status === 'rejected' ? [item.reason] : []));
    expect(failed).toHaveLength(1);
    expect(failed[0]).toMatchObject({ code: 'CONFLICT' });
    expect(await countOf('twice')).toBe(1);
  });

  it('one of them killed half way: its record is ended, the next goes on', async () => {
    const tools = Array.from({ length: 150 }, (_, index) => toolOf(`t_${index}`));
    const server = await serve({ tools: tools.slice(0, 100) });
    await makeProvider(world, 'killed', server.url);
    // The first hundred were committed; then the process was gone and its record stayed open.
    await sync('killed');
    const left = await openSync(
      world.olga.ctx,
      { tenantId: world.tenantId, id: 'killed' },
      'manual',
    );
    server.replace({ tools });
    expect(await failureOf(sync('killed'))).toMatchObject({ code: 'CONFLICT' });
    const soon = new Date(Date.now() + 60_000);
    const starting = runtime().db.kind === 'embedded';
    await endDeadSyncs(starting ? soon : new Date(Date.now() + 16 * 60_000), starting);
    const ended = await getSync({ ctx: world.mo.ctx, input: { id: left.id } });
    expect(ended).toMatchObject({ status: 'FAILED', error_class: 'interrupted' });
    expect(await sync('killed')).toMatchObject({ added: 50, unchanged: 100 });
  });
});

describe('startSync', () => {
  it('answers the record while it runs, and goes on', async () => {
    const server = await serve({ tools: [toolOf('slow')] });
    await makeProvider(world, 'watched', server.url);
    const begun = await startSync({ ctx: world.olga.ctx, input: { id: 'watched' } });
    expect(begun).toMatchObject({ provider: 'watched', trigger: 'manual' });
    await expect
      .poll(async () => (await getSync({ ctx: world.mo.ctx, input: { id: begun.id } })).status, {
        timeout: 20_000,
      })
      .toBe('SUCCEEDED');
  });
});

describe('who may sync', () => {
  it('is an owner or an admin; everybody else hears why not', async () => {
    const server = await serve({ tools: [toolOf('x')] });
    await makeProvider(world, 'guarded', server.url);
    for (const person of [world.mo, world.rita]) {
      const refused = failureOf(syncProvider({ ctx: person.ctx, input: { id: 'guarded' } }));
      expect(await refused).toMatchObject({ code: 'FORBIDDEN' });
    }
    const view = await syncProvider({ ctx: world.ada.ctx, input: { id: 'guarded' } });
    expect(view.status).toBe('SUCCEEDED');
    const other = await makeCatalogWorld('sync-other');
    const hidden = failureOf(syncProvider({ ctx: other.ada.ctx, input: { id: 'guarded' } }));
    expect(await hidden).toMatchObject({ code: 'NOT_FOUND' });
    const record = failureOf(getSync({ ctx: other.ada.ctx, input: { id: view.id } }));
    expect(await record).toMatchObject({ code: 'NOT_FOUND' });
  });
});
