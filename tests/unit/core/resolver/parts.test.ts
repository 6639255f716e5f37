import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseMajor } from '@/lib/core/resolver/majors';
import { availableWeights, PRESETS } from '@/lib/core/resolver/presets';
import { type ChoiceReason, chooseBinding } from '@/lib/core/resolver/providers';
import { makeScorer, tagShare } from '@/lib/core/resolver/score';
import { capabilityTokens, estimateTokens } from '@/lib/core/resolver/tokens';
import type { Candidate, CandidateBinding, ResolvingAgent } from '@/lib/core/resolver/types';
import { takeTop } from '@/lib/core/shared/top';
import { agent, BEFORE, binding, candidate, grant, NOW } from './fixtures';

describe('chooseBinding', () => {
  const caller = { tenantId: 'acme', region: 'eu' };
  const a = { id: 'a' };
  const b = { id: 'b' };
  it.each<[ChoiceReason, Partial<CandidateBinding>, Partial<CandidateBinding>]>([
    ['tenant', { ...b, forTenantId: 'acme', region: 'us' }, { ...a, region: 'eu' }],
    ['region', { ...b, region: 'eu', availability: 'degraded' }, { ...a, region: null }],
    ['region', { ...b, region: null, cost: 9 }, { ...a, region: 'us' }],
    ['availability', { ...b, cost: 9 }, { ...a, availability: 'degraded' }],
    ['availability', { ...b, region: 'us' }, { ...a, region: 'eu', availability: 'unavailable' }],
    ['health', { ...b, region: 'us' }, { ...a, forTenantId: 'acme', health: 'UNHEALTHY' }],
    ['health', { ...b, health: 'UNKNOWN', cost: 9 }, { ...a, health: 'DEGRADED' }],
    ['cost', { ...b, cost: 1, priority: 9 }, { ...a, cost: 2, freshnessSeconds: 1 }],
    ['freshness', { ...b, freshnessSeconds: 60, priority: 9 }, { ...a, priority: 1 }],
    ['priority', { ...b, priority: 1 }, { ...a, priority: 2 }],
    ['id', a, b],
  ])('by %s: %o before %o', (reason, better, worse) => {
    const [first, second] = [binding(better), binding(worse)];
    for (const list of [
      [first, second],
      [second, first],
    ]) {
      const choice = chooseBinding(list, caller);
      expect([choice?.binding, choice?.reason, choice?.others]).toEqual([first, reason, [second]]);
    }
  });

  it('takes the only one, or none', () => {
    expect(chooseBinding([binding()], caller)?.reason).toBe('only');
    expect(chooseBinding([], caller)).toBeNull();
  });
});

describe('chooseMajor', () => {
  const major = (n: number, rest: object = {}) => ({
    major: n,
    state: 'live' as const,
    disableAt: null,
    ...rest,
  });
  const three = { majors: [major(1, { state: 'sunset' }), major(2), major(3)], currentMajor: 3 };
  const id = 'github.search_code';
  it.each<[string, Partial<ResolvingAgent>, Partial<Candidate>, number | null]>([
    ['the current one', {}, three, 3],
    ['the one used first', { majors: { [id]: 1 } }, three, 1],
    [
      'the one granted',
      { majors: { [id]: 1 }, grants: [grant('capability', id, { major: 2 })] },
      three,
      2,
    ],
    ['the current one when its own has gone', { majors: { [id]: 9 } }, three, 3],
    [
      'the newest left when the current one has gone',
      {},
      { ...three, majors: [major(1), major(2), major(3, { disableAt: BEFORE })] },
      2,
    ],
    ['none', {}, { majors: [], currentMajor: 1 }, null],
  ])('%s', (_, who, row, expected) => {
    expect(chooseMajor(agent(who), candidate(row), NOW)).toBe(expected);
  });

  it('is not fooled by ids that objects inherit', () => {
    expect(chooseMajor(agent(), candidate({ id: 'constructor', ...three }), NOW)).toBe(3);
  });
});

describe('presets', () => {
  it.each(Object.entries(PRESETS))('%s weighs something, and nothing below nought', (_, preset) => {
    const weights = Object.values(preset.weights);
    expect(Math.max(...weights)).toBeGreaterThan(0);
    expect(Math.min(...weights)).toBeGreaterThanOrEqual(0);
  });

  it('shares out the weight of parts that are not there', () => {
    const weights = availableWeights(PRESETS.balanced.weights, new Set(['keyword', 'cost']));
    expect(weights.map(([part]) => part)).toEqual(['keyword', 'cost']);
    expect(weights[0]?.[1]).toBeCloseTo(2 / 3, 12);
    expect(availableWeights({ keyword: 1 }, new Set())).toEqual([]);
  });
});

describe('makeScorer', () => {
  it('fuses ranks, equal values at equal rank', () => {
    const values = [1, 0.5, 0.5, 0];
    const keyword = (slot: number) => values[slot] ?? 0;
    const { score } = makeScorer(PRESETS.rrf, { keyword }, [0, 1, 2, 3]);
    expect(score(0)).toBe(1);
    expect(score(1)).toBeCloseTo(11 / 12, 12);
    expect(score(2)).toBe(score(1));
    expect(score(3)).toBe(0);
  });

  it('has tag shares that ignore case and repeats', () => {
    expect(tagShare([])).toBeNull();
    expect(tagShare(['A', 'b'])?.(['a', 'A', 'c'])).toBe(0.5);
    expect(tagShare(['A', 'b'])?.(['a', 'B'])).toBe(1);
  });
});

describe('tokens and takeTop', () => {
  it('counts a quarter of the characters of the JSON', () => {
    expect(estimateTokens('123456')).toBe(2);
    const tool = { name: 'a', description: 'b', inputSchema: { type: 'object' } };
    const sent = '{"name":"a","description":"b","input_schema":{"type":"object"}}';
    expect(capabilityTokens(tool)).toBe(Math.ceil(sent.length / 4));
  });

  it('takes what sorting and cutting would', () => {
    const property = fc.property(fc.array(fc.integer()), fc.nat(20), (numbers, limit) => {
      const compare = (a: number, b: number) => a - b;
      expect(takeTop(numbers, limit, compare)).toEqual([...numbers].sort(compare).slice(0, limit));
    });
    fc.assert(property);
  });
});
