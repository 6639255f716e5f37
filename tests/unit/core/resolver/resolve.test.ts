import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PRESETS } from '@/lib/core/resolver/presets';
import { RISKS } from '@/lib/core/shared/domain';
import { agent, binding, candidate, grant, stops } from './fixtures';
import { type Ask, discover, hiddenOf, indexTools, type Tool } from './world';

function tool(id: string, description: string, rest: Partial<Tool> = {}): Tool {
  return { ...candidate({ id, ...rest }), description };
}

const sick = [binding({ health: 'UNHEALTHY' })];

describe('resolve', () => {
  const tools = [
    tool('run.deploy', 'Deploy a service to production.', { risk: 'MEDIUM', tags: ['ops'] }),
    tool('run.list', 'List every service there is, with its region.'),
    tool('run.logs', 'Read the logs of a service.', { bindings: sick }),
    tool('mail.send', 'Send a message.', { surface: 'prompt', type: 'MCP_PROMPT' }),
    tool('secret.tool', 'Deploy a secret service.', { status: 'DRAFT' }),
    tool('other.tool', 'Deploy a service of others.', { tenantId: 'other' }),
  ];
  const index = indexTools(tools);

  it('finds by words, best first, with parts in 0..1', () => {
    const { ids, result } = discover(index, {}, { query: 'deploying services' });
    expect(ids).toEqual(['run.deploy', 'run.list', 'run.logs']);
    for (const item of result.chosen) {
      expect(item.score).toBeGreaterThan(0);
      expect(item.score).toBeLessThanOrEqual(1);
      expect(item).toMatchObject({ stage: 'search', pinned: false, major: 1, tokens: 10 });
      expect(item.scoreParts.keyword).toBeGreaterThan(0);
    }
    expect(result.chosen[0]?.score).toBe(1);
    expect(result.counts).toEqual({
      allowed: 3,
      matched: 3,
      eligible: 3,
      pinned: 0,
      cut: 0,
      selected: 3,
    });
    expect(result.tokens).toEqual({ full: 30, selected: 30 });
  });

  it.each<[string, Ask, string[]]>([
    ['types', { types: ['REST_TOOL'] }, []],
    ['surfaces', { surfaces: ['tool'] }, ['run.deploy', 'run.list', 'run.logs']],
    ['providers', { providers: ['gitlab'] }, []],
    ['only', { only: ['run.list', 'secret.tool', 'other.tool'] }, ['run.list']],
    ['an empty list', { only: [] }, []],
    ['exclude', { exclude: ['run.deploy'] }, ['run.list', 'run.logs']],
    ['a risk ceiling', { riskCeiling: 'LOW' }, ['run.list', 'run.logs']],
    ['a profile of other types', { profile: { tags: [], types: ['SKILL'], topK: null } }, []],
    ['top_k', { topK: 1 }, ['run.deploy']],
    ['top_k of nothing', { topK: 0 }, []],
  ])('is narrowed by %s', (_, ask, expected) => {
    expect(discover(index, {}, { query: 'deploy service', ...ask }).ids).toEqual(expected);
  });

  it('does not let a narrowed request change the scores of what stays', () => {
    const scoreOf = (ask: Ask) =>
      discover(index, {}, ask).result.chosen.find((item) => item.candidate.id === 'run.list');
    const query = 'service region';
    expect(scoreOf({ query, only: ['run.list'] })?.score).toBe(scoreOf({ query })?.score);
  });

  it('takes the lower of two risk ceilings', () => {
    const ask: Ask = { query: 'deploy', riskCeiling: 'CRITICAL' };
    expect(discover(index, { riskCeiling: 'LOW' }, ask).ids).toEqual([]);
    expect(discover(index, {}, ask).ids).toEqual(['run.deploy']);
  });

  it('ranks the unhealthy down or hides them', () => {
    const ask: Ask = { query: 'logs service' };
    const down = discover(index, {}, ask);
    expect(down.result.chosen.find((item) => item.candidate.id === 'run.logs')?.score).toBe(0.5);
    const hidden = discover(index, { unhealthyPolicy: 'hide' }, ask);
    expect(hidden.ids).not.toContain('run.logs');
    expect(hidden.result.filtered.map((item) => item.reason)).toEqual(['UNHEALTHY']);
  });

  it('finds nothing: the pins; no pins: nothing', () => {
    expect(discover(index, { pins: ['run.list'] }, { query: 'zebra' }).ids).toEqual(['run.list']);
    expect(discover(index, { pins: ['run.list'] }, {}).ids).toEqual(['run.list']);
    expect(discover(index, {}, { query: 'zebra' }).ids).toEqual([]);
    expect(discover(index, {}, {}).ids).toEqual([]);
    expect(
      discover(index, { active: false, pins: ['run.list'] }, { query: 'service' }).ids,
    ).toEqual([]);
  });

  it('puts pins beside top-K, once each, in their order', () => {
    const who = { pins: ['run.logs', 'run.deploy', 'run.logs'] };
    const { ids, result } = discover(index, who, { query: 'service', topK: 1, pins: ['run.logs'] });
    expect(ids).toEqual(['run.logs', 'run.deploy', 'run.list']);
    expect(result.chosen.map((item) => item.stage)).toEqual(['pin', 'pin', 'search']);
  });

  it('warns of a pin the agent may not see exactly as of an unknown one', () => {
    const warningsOf = (id: string) =>
      discover(index, { pins: [id] }, { query: 'list' }).result.warnings.map((warning) =>
        JSON.stringify(warning).replaceAll(id, 'ID'),
      );
    const unknown = warningsOf('no.such');
    expect(unknown).toHaveLength(1);
    expect(warningsOf('secret.tool')).toEqual(unknown);
    expect(warningsOf('other.tool')).toEqual(unknown);
  });

  it('says why a pin it may see is left out', () => {
    const reasonOf = (who: object, ask: Ask) => {
      const [warning] = discover(index, who, ask).result.warnings;
      return warning?.code === 'PIN_LEFT_OUT' ? warning.reason : warning?.code;
    };
    const pins = ['run.deploy'];
    expect(reasonOf({ pins, riskCeiling: 'LOW' }, {})).toBe('RISK_CEILING');
    expect(reasonOf({ pins }, { exclude: pins })).toBe('REQUEST_EXCLUDE');
    expect(reasonOf({ pins: ['run.logs'], unhealthyPolicy: 'hide' }, {})).toBe('UNHEALTHY');
    expect(reasonOf({ pins: ['run.logs'] }, {})).toBeUndefined();
  });

  it('omits what an incident stops', () => {
    const stopped = stops({ capabilities: new Set(['acme/run.deploy']) });
    const { ids, result } = discover(index, {}, { query: 'deploy service' }, { stops: stopped });
    expect(ids).not.toContain('run.deploy');
    expect(result.counts.allowed).toBe(2);
  });

  it('tells an admin why each other one is hidden, and never of other tenants', () => {
    const run = discover(
      index,
      { riskCeiling: 'LOW' },
      { query: 'deploy service region', topK: 1 },
    );
    expect(hiddenOf(index, run)).toEqual({
      'run.logs': ['caps', 'TOP_K'],
      'run.deploy': ['filter', 'RISK_CEILING'],
      'mail.send': ['policy', 'NOT_GRANTED'],
      'secret.tool': ['policy', 'NOT_LIVE'],
    });
    const none = discover(index, {}, { query: 'zebra', exclude: ['run.list'] });
    expect(hiddenOf(index, none)).toMatchObject({
      'run.list': ['policy', 'REQUEST_EXCLUDE'],
      'run.logs': ['search', 'NO_MATCH'],
    });
  });

  it('reports the stages in their one order', () => {
    const stages: string[] = [];
    discover(index, {}, { query: 'list' }, { onStage: (stage) => stages.push(stage) });
    expect(stages).toEqual(['policy', 'search', 'filter', 'pins', 'caps', 'provider']);
  });

  it('counts the purpose, at low weight', () => {
    const { ids } = discover(index, {}, { query: 'list service', purpose: 'read logs' });
    expect(ids[0]).toBe('run.list');
    expect(discover(index, {}, { purpose: 'read logs' }).ids).toEqual(['run.logs']);
  });
});

describe('a hundred made-up capabilities', () => {
  const tags = ['alpha', 'beta', 'gamma', 'delta'];
  const hundred = Array.from({ length: 100 }, (_, i) =>
    tool(`made.up-${String(i).padStart(3, '0')}`, `Thing number ${i} for work.`, {
      tags: [tags[i % 4] ?? '', i % 10 === 0 ? 'Tens' : 'rest'],
    }),
  );
  const index = indexTools(hundred);

  it('gives at most top-K by tag', () => {
    const { ids, result } = discover(index, {}, { profileTags: ['beta'] });
    expect(ids).toHaveLength(8);
    const rows = result.chosen.map((item) => item.candidate);
    expect(rows.every((row) => row.tags.includes('beta'))).toBe(true);
    expect(result.counts).toMatchObject({ matched: 25, cut: 17 });
    expect(result.cut[0]?.reason).toBe('TOP_K');
  });

  it('gives at most top-K by profile, those with more of its tags first', () => {
    const profile = { tags: ['tens', 'alpha'], types: [], topK: 6 };
    const { result } = discover(index, {}, { profile });
    expect(result.chosen).toHaveLength(6);
    expect(result.chosen.slice(0, 5).map((item) => item.score)).toEqual([1, 1, 1, 1, 1]);
    expect(result.chosen[5]?.score).toBe(0.5);
  });

  it("uses the agent's own profile where the request says nothing, and to lift what is found", () => {
    const who = { profileTags: ['Tens'] };
    expect(discover(index, who, {}).ids.every((id) => id.endsWith('0'))).toBe(true);
    const [first] = discover(index, who, { query: 'thing work' }).result.chosen;
    expect(first?.candidate.tags).toContain('Tens');
    expect(discover(index, who, { query: 'zebra' }).ids).toEqual([]);
  });

  it('never counts pins against top-K', () => {
    const pins = hundred.slice(90, 95).map((item) => item.id);
    const { result } = discover(index, { pins }, { query: 'thing', topK: 3 });
    expect(result.chosen.map((item) => item.pinned)).toEqual([
      ...Array(5).fill(true),
      ...Array(3).fill(false),
    ]);
  });

  it('keeps within the limit on tools with schemas and names what that cut', () => {
    const pins = hundred.slice(0, 18).map((item) => item.id);
    const { result } = discover(index, { pins }, { query: 'thing', includeSchemas: true });
    expect(result.chosen).toHaveLength(20);
    expect(result.cut.slice(0, 7).map((item) => item.reason)).toEqual([
      ...Array(6).fill('MAX_SCHEMA_TOOLS'),
      'TOP_K',
    ]);
    const many = hundred.slice(0, 22).map((item) => item.id);
    const full = discover(index, { pins: many }, { query: 'thing', includeSchemas: true }).result;
    expect(full.chosen.filter((item) => item.withSchema)).toHaveLength(20);
    expect(full.warnings.map((item) => item.code)).toEqual(['SCHEMAS_LIMITED', 'SCHEMAS_LIMITED']);
    expect(discover(index, {}, { query: 'thing' }).result.chosen[0]?.withSchema).toBe(false);
  });

  it('hands over a small catalogue whole where the agent wants that', () => {
    const grants = hundred.slice(0, 20).map((item) => grant('capability', item.id));
    const who = { grants, smallCatalogAll: true };
    expect(discover(index, who, { query: 'zebra' }).ids).toHaveLength(20);
    expect(discover(index, who, {}).result.chosen[0]?.stage).toBe('small_catalog');
    expect(discover(index, who, { query: 'thing', topK: 4 }).ids).toHaveLength(4);
    expect(discover(index, { ...who, smallCatalogAll: false }, { query: 'zebra' }).ids).toEqual([]);
    const more = [...grants, grant('capability', hundred[20]?.id ?? '')];
    expect(discover(index, { ...who, grants: more }, { query: 'zebra' }).ids).toEqual([]);
  });

  it.each(Object.entries(PRESETS))('keeps every score in 0..1 with preset %s', (_, preset) => {
    const { result } = discover(
      index,
      {},
      { query: 'thing 7', profileTags: ['alpha'] },
      { preset },
    );
    expect(result.chosen).toHaveLength(8);
    for (const { score, scoreParts } of result.chosen) {
      for (const value of [score, ...Object.values(scoreParts)]) {
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
      }
    }
  });

  it('takes parts that are added later', () => {
    const wanted = index.slotOf('acme/made.up-042');
    const parts = { semantic: (slot: number) => (slot === wanted ? 7 : Number.NaN) };
    const options = { preset: PRESETS.balanced, parts };
    const [first] = discover(index, {}, { query: 'thing' }, options).result.chosen;
    expect(first?.candidate.id).toBe('made.up-042');
    expect(first?.scoreParts.semantic).toBe(1);
  });
});

describe('properties', () => {
  const word = fc.constantFrom('deploy', 'service', 'list', 'read', 'logs', 'mail', '天气');
  const text = fc.array(word, { maxLength: 5 }).map((list) => list.join(' '));
  const row = fc.record({
    description: text,
    status: fc.constantFrom('PRODUCTION' as const, 'DRAFT' as const, 'DEPRECATED' as const),
    risk: fc.constantFrom(...RISKS),
    tenantId: fc.constantFrom('acme', 'other', 'shared'),
    tags: fc.array(fc.constantFrom('a', 'b'), { maxLength: 2 }),
    quarantined: fc.boolean(),
    bindings: fc.constantFrom([binding()], sick),
  });
  const world = fc
    .array(row, { maxLength: 60 })
    .map((rows) => rows.map(({ description, ...rest }, i) => tool(`t.n${i}`, description, rest)));
  const who = fc.record({
    pins: fc.array(
      fc.nat(45).map((i) => `t.n${i}`),
      { maxLength: 4 },
    ),
    profileTags: fc.constantFrom([], ['a']),
    smallCatalogAll: fc.boolean(),
    unhealthyPolicy: fc.constantFrom('hide' as const, 'rank_down' as const),
    grants: fc.constantFrom(
      agent().grants,
      [grant('tag', 'a')],
      [grant('capability', 't.n1'), grant('type', 'MCP_TOOL')],
    ),
  });
  const ask = fc.record({
    query: text,
    topK: fc.nat(10),
    profileTags: fc.constantFrom(undefined, ['b']),
  });
  const preset = fc.constantFrom(...Object.values(PRESETS));

  it('forbidden capabilities never change the answer', () => {
    const property = fc.property(world, who, ask, preset, (tools, agentParts, request, weights) => {
      const big = discover(indexTools(tools), agentParts, request, { preset: weights });
      const allowed = tools.filter((_, slot) => big.input.allowed.has(slot));
      const small = discover(indexTools(allowed), agentParts, request, { preset: weights });
      const visible = (run: typeof big) => ({
        chosen: run.result.chosen.map(({ slot: _, ...rest }) => rest),
        cut: run.result.cut,
        warnings: run.result.warnings,
        counts: run.result.counts,
        tokens: run.result.tokens,
      });
      expect(visible(big)).toEqual(visible(small));
    });
    fc.assert(property, { numRuns: 200 });
  });

  it('gives the same first ones whatever top-K is', () => {
    const property = fc.property(world, who, ask, preset, (tools, agentParts, request, weights) => {
      const index = indexTools(tools);
      const who = { ...agentParts, pins: [], smallCatalogAll: false };
      const limits = { defaultTopK: 8, maxSchemaTools: 1_000, smallCatalog: 20 };
      const first = (topK: number) =>
        discover(index, who, { ...request, topK }, { preset: weights, limits }).ids;
      expect(first(2)).toEqual(first(1_000).slice(0, 2));
    });
    fc.assert(property, { numRuns: 200 });
  });

  it('never gives more than top-K and the pins, nor anything twice or forbidden', () => {
    const property = fc.property(world, who, ask, (tools, agentParts, request) => {
      const { result, ids, input } = discover(indexTools(tools), agentParts, request);
      expect(ids.length).toBeLessThanOrEqual(request.topK + new Set(agentParts.pins).size);
      expect(new Set(ids).size).toBe(ids.length);
      for (const item of result.chosen) expect(input.allowed.has(item.slot)).toBe(true);
      const unpinned = result.chosen.filter((item) => !item.pinned);
      expect(unpinned.length).toBeLessThanOrEqual(request.topK);
      const scores = unpinned.map((item) => item.score);
      expect(scores).toEqual([...scores].sort((a, b) => b - a));
    });
    fc.assert(property, { numRuns: 200 });
  });
});
