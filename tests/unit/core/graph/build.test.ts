import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildUsageGraph, type UsageRow } from '@/lib/core/graph/build';

const at = (day: number) => new Date(Date.UTC(2026, 0, day));
const row = (agent: string, calls: number, over: Partial<UsageRow> = {}): UsageRow => ({
  agent,
  capability: 'cloudrun.service.deploy',
  provider: 'cloudrun',
  backend: 'gcp',
  calls,
  lastAt: at(1),
  ...over,
});
const ROWS = [row('incident-agent', 11), row('release-agent', 68), row('ops-agent', 21)];

describe('buildUsageGraph', () => {
  it('shares the calls of a capability among its agents', () => {
    const { nodes, edges } = buildUsageGraph({ rows: ROWS });
    expect(edges.filter((edge) => edge.from.startsWith('agent:'))).toEqual(
      [
        ['release-agent', 68],
        ['ops-agent', 21],
        ['incident-agent', 11],
      ].map(([agent, calls]) => ({
        from: `agent:${agent}`,
        to: 'capability:cloudrun.service.deploy',
        calls,
        share: Number(calls) / 100,
        last_at: '2026-01-01T00:00:00.000Z',
        declared: false,
      })),
    );
    expect(nodes.map((node) => [node.kind, node.label, node.calls])).toEqual([
      ['agent', 'release-agent', 68],
      ['agent', 'ops-agent', 21],
      ['agent', 'incident-agent', 11],
      ['capability', 'cloudrun.service.deploy', 100],
      ['provider', 'cloudrun', 100],
      ['backend', 'gcp', 100],
    ]);
  });

  it('adds up rows of one path and keeps the last call', () => {
    const rows = [
      row('a', 1, { lastAt: at(3) }),
      row('a', 2, { lastAt: at(2) }),
      row('a', 1, { lastAt: null }),
    ];
    const [edge] = buildUsageGraph({ rows }).edges;
    expect(edge).toMatchObject({ calls: 4, last_at: at(3).toISOString() });
  });

  it('keeps one id apart in different layers', () => {
    const rows = [row('x', 1, { capability: 'x', provider: 'x', backend: 'x' })];
    expect(buildUsageGraph({ rows }).nodes.map((node) => node.id)).toEqual([
      'agent:x',
      'capability:x',
      'provider:x',
      'backend:x',
    ]);
  });

  it('stops a path at what is not known', () => {
    const { edges } = buildUsageGraph({ rows: [row('a', 1, { provider: null, backend: null })] });
    expect(edges.map((edge) => edge.to)).toEqual(['capability:cloudrun.service.deploy']);
  });

  it('shows what is declared and never used', () => {
    const declarations = [
      {
        from: { kind: 'agent', id: 'idle' },
        to: { kind: 'capability', id: 'cloudrun.service.deploy' },
      },
      {
        from: { kind: 'agent', id: 'ops-agent' },
        to: { kind: 'capability', id: 'cloudrun.service.deploy' },
      },
    ] as const;
    const { edges } = buildUsageGraph({ rows: ROWS, declarations });
    const declared = edges.filter((edge) => edge.declared);
    expect(declared.map((edge) => [edge.from, edge.calls, edge.last_at !== null])).toEqual([
      ['agent:ops-agent', 21, true],
      ['agent:idle', 0, false],
    ]);
  });

  it('filters paths, and shares are of what is left', () => {
    const { nodes, edges } = buildUsageGraph({
      rows: ROWS,
      only: { agent: ['release-agent', 'ops-agent'] },
    });
    expect(nodes).toHaveLength(5);
    expect(edges[0]?.calls).toBe(89);
    const shares = edges.filter((edge) => edge.from.startsWith('agent')).map((edge) => edge.share);
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1);
    expect(buildUsageGraph({ rows: ROWS, only: { provider: [] } })).toEqual({
      nodes: [],
      edges: [],
    });
  });

  it('folds the small ones, and puts them last', () => {
    const rows = [row('a', 1), row('b', 5), row('c', 2), row('d', 9)];
    const { nodes, edges } = buildUsageGraph({ rows, top: 2 });
    const agents = nodes.filter((node) => node.kind === 'agent');
    expect(agents.map((node) => [node.label, node.calls])).toEqual([
      ['d', 9],
      ['b', 5],
      ['2 others', 3],
    ]);
    expect(edges.find((edge) => edge.from === 'agent:*')?.calls).toBe(3);
  });

  it('does not fold a single one', () => {
    const { nodes } = buildUsageGraph({ rows: ROWS, top: 2 });
    expect(nodes.filter((node) => node.kind === 'agent')).toHaveLength(3);
  });

  it('names by label', () => {
    const labels = new Map([['agent:ops-agent', 'Ops']]);
    const { nodes } = buildUsageGraph({ rows: ROWS, labels });
    expect(nodes.map((node) => node.label)).toContain('Ops');
  });
});

describe('properties', () => {
  const id = fc.constantFrom('a', 'b', 'c', 'd', 'e');
  const rows = fc.array(
    fc.record({
      agent: id,
      capability: id,
      provider: id,
      backend: fc.option(id),
      calls: fc.nat(100),
      lastAt: fc.constant(null),
    }),
    { maxLength: 30 },
  );

  it('loses no call by folding, shares of a used target add up to 1', () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 0, max: 3 }), (given, top) => {
        const { edges } = buildUsageGraph({ rows: given, top });
        const total = given.reduce((sum, one) => sum + one.calls, 0);
        const first = edges.filter((edge) => edge.from.startsWith('agent:'));
        expect(first.reduce((sum, edge) => sum + edge.calls, 0)).toBe(total);
        for (const target of new Set(edges.map((edge) => edge.to))) {
          const into = edges.filter((edge) => edge.to === target);
          if (into.every((edge) => edge.calls === 0)) continue;
          expect(into.reduce((sum, edge) => sum + edge.share, 0)).toBeCloseTo(1);
        }
      }),
    );
  });

  it('draws the same picture whatever the order of the rows', () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 0, max: 3 }), (given, top) => {
        const turned = buildUsageGraph({ rows: [...given].reverse(), top });
        expect(turned).toEqual(buildUsageGraph({ rows: given, top }));
      }),
    );
  });
});
