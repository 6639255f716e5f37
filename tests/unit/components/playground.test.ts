import { describe, expect, it } from 'vitest';
import {
  asksSomething,
  countKnobs,
  hrefOfRequest,
  type PlaygroundParams,
  toRequest,
} from '@/components/playground/params';
import {
  barOf,
  groupHidden,
  savedShare,
  sharesOf,
  stagesOf,
  whyNothing,
} from '@/components/playground/view-model';
import type { Inspection } from '@/lib/schemas/playground';

const EMPTY: PlaygroundParams = {
  q: '',
  agent: null,
  purpose: '',
  k: null,
  profile: null,
  tags: [],
  types: [],
  surfaces: [],
  providers: [],
  risk: null,
  pins: [],
  schemas: true,
  receipt: null,
};

const VIEW: Inspection = {
  resolve_id: 'res_1',
  agent_id: 'bot',
  query: 'rain',
  purpose: '',
  created_at: '2026-11-30T00:00:00Z',
  preset: 'measured',
  request: {},
  counts: { allowed: 10, matched: 4, eligible: 3, pinned: 0, cut: 1, selected: 2 },
  stage_ms: { policy: 1, search: 2, filter: 3, pins: 4, caps: 5, provider: 6, materialize: 7 },
  weights: { keyword: 0.9, tags: 0.1 },
  chosen: [],
  cut: [],
  hidden: null,
  warnings: [],
  tokens_full: 0,
  tokens_sent: 0,
};

describe('a query in the address', () => {
  it('asks for what is set and leaves out what is not', () => {
    expect(toRequest({ ...EMPTY, q: 'rain' }, 'bot')).toEqual({
      agent_id: 'bot',
      query: 'rain',
      include_schemas: true,
    });
    const set = toRequest({ ...EMPTY, k: 3, tags: ['a'], risk: 'LOW', pins: ['a.b'] }, 'bot');
    expect(set).toMatchObject({
      top_k: 3,
      profile_tags: ['a'],
      risk_ceiling: 'LOW',
      pins: ['a.b'],
    });
  });

  it('runs when opened only if it asks something', () => {
    expect(asksSomething(EMPTY)).toBe(false);
    expect(asksSomething({ ...EMPTY, q: '  ' })).toBe(false);
    expect(asksSomething({ ...EMPTY, tags: ['files'] })).toBe(true);
    expect(countKnobs({ ...EMPTY, schemas: false, k: 2, types: ['SKILL'] })).toBe(3);
  });

  it('can be written from a recorded request, whatever is in it', () => {
    const href = hrefOfRequest('bot', 'rain & sun', '', {
      include_schemas: true,
      top_k: 3,
      types: ['MCP_TOOL', 'NONSENSE'],
      surfaces: 'tool',
      risk_ceiling: 'LOW',
    });
    const query = new URL(href, 'http://x').searchParams;
    expect(query.get('q')).toBe('rain & sun');
    expect(query.get('types')).toBe('MCP_TOOL');
    expect(query.get('k')).toBe('3');
    expect(query.has('surfaces')).toBe(false);
    expect(query.has('schemas')).toBe(false);
  });
});

describe('the funnel', () => {
  it('starts at the catalog only for whoever may know its size', () => {
    expect(stagesOf(VIEW).map((stage) => stage.count)).toEqual([10, 4, 3, 2]);
    const admin = stagesOf({ ...VIEW, counts: { ...VIEW.counts, catalog: 50 }, hidden: [] });
    expect(admin.map((stage) => stage.label)).toEqual([
      'Catalog',
      'Allowed',
      'Ranked',
      'Safe',
      'Chosen',
    ]);
  });

  it('gives every millisecond to one stage and every number a why', () => {
    const stages = stagesOf(VIEW);
    expect(stages.reduce((sum, stage) => sum + (stage.ms ?? 0), 0)).toBe(28);
    expect(stages.map((stage) => stage.href)).toEqual(['#why', '#why', '#why', '#candidates']);
    const hidden = [{ id: 'a.b', stage: 'policy', reasons: ['x'] }];
    expect(stagesOf({ ...VIEW, hidden })[0]?.href).toBe('#why-policy');
    expect(groupHidden(hidden)).toHaveLength(1);
  });
});

describe('scores', () => {
  it('are the sum of their parts', () => {
    const item = { score: 0.92, score_parts: { keyword: 1, tags: 0.2 } };
    const shares = sharesOf(item, VIEW.weights);
    expect(shares.map((share) => share.adds)).toEqual([expect.closeTo(0.9), expect.closeTo(0.02)]);
    expect(barOf(shares).reduce((sum, part) => sum + part.value, 0)).toBeCloseTo(0.92);
  });

  it('that are not such a sum keep the proportions of their parts', () => {
    const shares = sharesOf({ score: 0.4, score_parts: { keyword: 1, tags: 1 } }, VIEW.weights);
    expect(shares.map((share) => share.adds)).toEqual([expect.closeTo(0.36), expect.closeTo(0.04)]);
    expect(sharesOf({ score: 0, score_parts: {} }, VIEW.weights)[0]?.adds).toBe(0);
  });
});

describe('an empty answer', () => {
  const nothing = (counts: Record<string, number>) => whyNothing({ ...VIEW, counts })?.title;
  it.each([
    [{ allowed: 0 }, 'This agent may discover nothing'],
    [{ allowed: 3, matched: 0 }, 'Nothing it may discover matches'],
    [{ allowed: 3, matched: 2, eligible: 0 }, 'Risk and health took everything away'],
    [{ allowed: 3, matched: 2, eligible: 2 }, 'Nothing could be made ready'],
  ])('says where it became empty: %o', (counts, title) => {
    expect(nothing(counts)).toBe(title);
  });
});

it('says what is saved only where something is', () => {
  expect(savedShare(1000, 70)).toBe('93 %');
  expect(savedShare(100_000, 100)).toBe('99.9 %');
  expect(savedShare(100, 100)).toBeNull();
  expect(savedShare(0, 0)).toBeNull();
});
