import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runtime } from '@/lib/runtime';
import { capabilityFilterSchema, capabilityTableSchema } from '@/lib/schemas/capabilities';
import {
  listCapabilities,
  listCapabilitiesView,
} from '@/lib/services/catalog/list-capabilities-view';
import { getOverview } from '@/lib/services/overview/get-overview';
import { type CatalogWorld, makeCatalogWorld } from '../../support/catalog';
import { createTestRuntime, type TestRuntime } from '../../support/db';

const ROWS = 10_000;
const BATCH = 500;
const STATUSES = ['DRAFT', 'REVIEW', 'PRODUCTION', 'DEPRECATED', 'DISABLED'] as const;
const RISKS = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const;

let test: TestRuntime;
let world: CatalogWorld;
let other: CatalogWorld;

beforeAll(async () => {
  test = await createTestRuntime();
  world = await makeCatalogWorld('list');
  other = await makeCatalogWorld('list-other');
  await seed();
}, 240_000);
afterAll(async () => await test.cleanup());

const idOf = (index: number) => `bulk.item.n${String(index).padStart(5, '0')}`;

/** Ten thousand made-up rows of every status and risk; a tenth bound to one provider. */
async function seed(): Promise<void> {
  const { prisma, pool } = runtime().db;
  const { tenantId } = world;
  await prisma.provider.create({
    data: {
      tenantId,
      id: 'bulk',
      name: 'Bulk',
      kind: 'mcp',
      location: 'remote',
      transport: 'streamable_http',
      endpoint: 'https://bulk.example/mcp',
      ownerTeamId: 'core',
      createdBy: 'tests',
    },
  });
  for (let start = 0; start < ROWS; start += BATCH) {
    const indexes = Array.from({ length: BATCH }, (_, offset) => start + offset);
    await prisma.capability.createMany({
      data: indexes.map((index) => {
        const live = index % 5 === 2 || index % 5 === 3;
        return {
          tenantId,
          id: idOf(index),
          surfaceId: `mcp:remote:tool:bulk:n${index}`,
          name: `n${index}`,
          type: 'MCP_TOOL',
          surface: 'tool',
          description: `Reads ledger page ${index} of the archive and returns its entries as text.`,
          ownerTeamId: 'core',
          tags: [`group-${index % 20}`, 'bulk'],
          risk: RISKS[index % 4] ?? 'LOW',
          status: STATUSES[index % 5] ?? 'DRAFT',
          schemaHash: 'sha256:0',
          createdBy: 'tests',
          updatedAt: new Date(1_700_000_000_000 + index * 60_000),
          ...(live ? { currentMajor: 1, currentMinor: 0 } : {}),
        };
      }),
    });
    await prisma.binding.createMany({
      data: indexes
        .filter((index) => index % 10 === 0)
        .map((index) => ({
          tenantId,
          id: `bnd_${index}`,
          capabilityId: idOf(index),
          providerId: 'bulk',
          surface: 'tool',
          upstreamName: `n${index}`,
        })),
    });
  }
  await pool.query('ANALYZE');
}

const page = (input: object) =>
  listCapabilitiesView({ ctx: world.olga.ctx, input: capabilityTableSchema.parse(input) });

/**
 * Milliseconds the work costs, the least of five runs. The embedded database is a thread of this
 * process, so its processor time tells the cost also while other suites keep the machine busy; a
 * server's does not show here, and the clock has to do.
 */
async function costOf(work: () => Promise<unknown>): Promise<number> {
  const costs: number[] = [];
  for (let run = 0; run < 5; run += 1) {
    const cpu = process.cpuUsage();
    const started = performance.now();
    await work();
    const wall = performance.now() - started;
    const { user, system } = process.cpuUsage(cpu);
    costs.push(test.db.kind === 'embedded' ? Math.min(wall, (user + system) / 1000) : wall);
  }
  return Math.min(...costs);
}

describe('a page of ten thousand', () => {
  const cases: [string, object][] = [
    ['as it opens', {}],
    ['the last page by name', { sort: 'name', direction: 'asc', offset: 9_950 }],
    ['by risk', { sort: 'risk' }],
    ['by status and risk', { status: ['PRODUCTION'], risk: ['HIGH', 'CRITICAL'] }],
    ['of a provider', { provider: 'bulk' }],
    ['of a tag', { tag: ['group-7'] }],
    ['with text', { q: 'archive n77' }],
    ['with text that is nowhere', { q: 'zzzznothing' }],
    ['without an owner', { flag: 'orphan' }],
  ];
  it.each(cases)('answers %s under 300 ms', async (_name, input) => {
    expect(await costOf(() => page(input))).toBeLessThan(300);
  });

  it('counts the overview under 300 ms', async () => {
    expect(await costOf(() => getOverview({ ctx: world.olga.ctx }))).toBeLessThan(300);
  });
});

describe('what a page holds', () => {
  it('sorts risk by danger and counts all that match', async () => {
    const { rows, total } = await page({ sort: 'risk', direction: 'desc', limit: 1 });
    expect(rows[0]?.risk).toBe('CRITICAL');
    expect(total).toBe(ROWS);
    expect((await page({ status: 'PRODUCTION' })).total).toBe(ROWS / 5);
  });

  it('filters by everything at once', async () => {
    const { rows, total } = await page({
      status: ['DRAFT'],
      risk: ['LOW'],
      type: 'MCP_TOOL',
      owner: 'core',
      provider: 'bulk',
      tag: 'group-0',
      q: 'ledger',
      sort: 'id',
      direction: 'asc',
    });
    expect(total).toBe(ROWS / 20);
    expect(rows[0]).toMatchObject({
      id: idOf(0),
      providers: ['bulk'],
      owner_name: 'Core team',
      version: null,
    });
  });

  it('takes a percent sign in the text as a percent sign', async () => {
    expect((await page({ q: '100%' })).total).toBe(0);
  });

  it('shows another tenant nothing', async () => {
    const input = capabilityTableSchema.parse({});
    expect((await listCapabilitiesView({ ctx: other.ada.ctx, input })).total).toBe(0);
  });

  it('walks by cursor without a gap or a repeat', async () => {
    const seen = new Set<string>();
    let cursor: string | undefined;
    do {
      const input = { ...capabilityFilterSchema.parse({ status: 'REVIEW' }), limit: 200, cursor };
      const found = await listCapabilities({ ctx: world.olga.ctx, input });
      for (const row of found.items) seen.add(row.id);
      cursor = found.next_cursor ?? undefined;
    } while (cursor);
    expect(seen.size).toBe(ROWS / 5);
  });
});
