import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { usageGraphQuerySchema } from '@/lib/schemas/usage';
import { getImpact } from '@/lib/services/impact/get-impact';
import { ledger } from '@/lib/services/ledger/ledger';
import { exportUsageGraph } from '@/lib/services/usage/export-usage-graph';
import { getUsageGraph } from '@/lib/services/usage/get-usage-graph';
import type { TestRuntime } from '../../support/db';
import {
  contextOf,
  createLedgerRuntime,
  endOf,
  seedCatalog,
  seededStart,
} from '../../support/ledger';

let test: TestRuntime;
const tenantId = 'use';
const member = () => contextOf({ userId: 'mem', tenantId });
const graph = (query: Record<string, string> = {}) =>
  getUsageGraph({ ctx: member(), input: usageGraphQuerySchema.parse(query) });

beforeAll(async () => {
  test = await createLedgerRuntime();
  const seed = await seedCatalog(test.db, 'use', tenantId);
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  // By hand: agent a reads 3 times (one of them two days ago), b reads once; a writes twice.
  const calls = [
    seededStart(seed, 'a', 'read', { startedAt: hoursAgo(1) }),
    seededStart(seed, 'a', 'read', { startedAt: hoursAgo(2) }),
    seededStart(seed, 'a', 'read', { startedAt: hoursAgo(48) }),
    seededStart(seed, 'b', 'read', { startedAt: hoursAgo(3) }),
    seededStart(seed, 'a', 'write', { startedAt: hoursAgo(1) }),
    seededStart(seed, 'a', 'write', { startedAt: hoursAgo(1) }),
  ];
  for (const call of calls) {
    await ledger().start(call);
    await ledger().end(endOf(call));
  }
  for (let index = 0; index < 5; index += 1) {
    const refused = { status: 'DENIED' as const, reason: 'No grant.' };
    await ledger().start(seededStart(seed, 'b', 'write', { refused }));
  }
});
afterAll(async () => {
  await test.cleanup();
});

const edge = (result: Awaited<ReturnType<typeof graph>>, from: string, to: string) =>
  result.edges.find((item) => item.from === from && item.to === to);

describe('the usage graph', () => {
  it('has the numbers of the ledger, without refused calls', async () => {
    const result = await graph();
    const into = (from: string, to: string) => edge(result, from, to);
    expect(into('agent:use-a', 'capability:use.read')).toMatchObject({ calls: 3, share: 0.75 });
    expect(into('agent:use-b', 'capability:use.read')).toMatchObject({ calls: 1, share: 0.25 });
    expect(into('agent:use-a', 'capability:use.write')).toMatchObject({ calls: 2, share: 1 });
    expect(into('agent:use-b', 'capability:use.write')).toBeUndefined();
    expect(into('capability:use.read', 'provider:use-server')).toMatchObject({ calls: 4 });
    expect(into('capability:use.write', 'provider:use-server')).toMatchObject({
      calls: 2,
      share: 2 / 6,
    });
    expect(into('provider:use-server', 'backend:use-system')).toMatchObject({
      calls: 6,
      share: 1,
      declared: true,
    });
    expect(result.edges.every((item) => item.declared)).toBe(true);
  });

  it('keeps to its window', async () => {
    const result = await graph({ window: '24h' });
    expect(edge(result, 'agent:use-a', 'capability:use.read')).toMatchObject({ calls: 2 });
  });

  it('keeps to one capability, and shows who may call it', async () => {
    const result = await graph({ capability: 'use.write', window: '24h' });
    expect(result.nodes.filter((node) => node.kind === 'capability')).toHaveLength(1);
    expect(edge(result, 'provider:use-server', 'backend:use-system')).toMatchObject({ calls: 2 });
  });

  it('is of one tenant, for its members', async () => {
    const shared = contextOf({ userId: 'x', roles: ['admin'] });
    const input = usageGraphQuerySchema.parse({});
    const result = await getUsageGraph({ ctx: shared, input });
    expect(result.edges).toEqual([]);
  });

  it('goes out as CSV with the same numbers', async () => {
    const input = usageGraphQuerySchema.parse({});
    const text = await (await exportUsageGraph({ ctx: member(), input })).text();
    expect(text).toContain('agent,use-a,use-a,capability,use.read,use.read,3,0.75,');
  });
});

describe('impact', () => {
  const impact = (kind: 'capability' | 'provider' | 'agent' | 'backend', id: string) =>
    getImpact({ ctx: member(), input: { target: { kind, id }, action: 'disable' } });

  it('counts a capability by agent', async () => {
    const result = await impact('capability', 'use.read');
    expect(result).toMatchObject({ calls_24h: 3, calls_30d: 4, in_flight: 0 });
    expect(result.agents.map((agent) => [agent.id, agent.calls_30d, agent.share_30d])).toEqual([
      ['use-a', 3, 0.75],
      ['use-b', 1, 0.25],
    ]);
    expect(result.agents.every((agent) => agent.declared)).toBe(true);
  });

  it('names an agent that may call but never did', async () => {
    await test.db.prisma.grant.create({
      data: {
        id: 'gra_use_b_write',
        tenantId,
        agentId: 'use-b',
        targetKind: 'capability',
        target: 'use.write',
        grantedBy: 'test',
      },
    });
    const result = await impact('capability', 'use.write');
    const idle = result.agents.find((agent) => agent.id === 'use-b');
    expect(idle).toMatchObject({ calls_30d: 0, declared: true });
  });

  it('sums a provider and a backend over their capabilities', async () => {
    for (const [kind, id] of [
      ['provider', 'use-server'],
      ['backend', 'use-system'],
    ] as const) {
      const result = await impact(kind, id);
      expect(result.calls_30d).toBe(6);
      expect(result.capabilities.map((capability) => capability.id)).toEqual([
        'use.read',
        'use.write',
      ]);
      expect(result.capabilities.every((capability) => capability.failover.length === 0)).toBe(
        true,
      );
    }
  });

  it('is NOT_FOUND for what is not there', async () => {
    await expect(impact('agent', 'none')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
