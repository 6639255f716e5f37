import { describe, expect, it } from 'vitest';
import {
  DEFAULT_LIMITS,
  LIMIT_RANGES,
  limitsWithDefaults,
  validateDefinition,
  type WorkingDefinition,
} from '@/lib/core/contract/definition';

const many = (count: number) => Array.from({ length: count }, (_, index) => `t${index}`);

describe('validateDefinition', () => {
  it.each<[string, WorkingDefinition]>([
    ['nothing', {}],
    ['an id', { capabilityId: 'cloudrun.service.delete' }],
    ['an id with dashes after the first dot', { capabilityId: 'x_1.a-b.c' }],
    ['Chinese tags', { tags: ['天气', 'mcp', 'team/run'] }],
    ['scopes undeclared', { requiredScopes: null }],
    ['scopes', { requiredScopes: ['run.read', 'https://a.b/auth'], optionalScopes: ['x:y'] }],
    ['the defaults', { limits: DEFAULT_LIMITS }],
    ['no title', { title: null }],
  ])('accepts %s', (_name, definition) => {
    expect(validateDefinition(definition)).toEqual([]);
  });

  it.each<[string, WorkingDefinition, string]>([
    ['an id without a dot', { capabilityId: 'delete' }, 'id'],
    ['an id in capitals', { capabilityId: 'A.b' }, 'id'],
    ['an id too long', { capabilityId: `a.${'b'.repeat(127)}` }, 'id'],
    ['an empty name', { name: ' ' }, 'name'],
    ['a long title', { title: 'x'.repeat(201) }, 'title'],
    ['a very long description', { description: 'x'.repeat(20_001) }, 'description'],
    ['a tag with a space', { tags: ['a', 'b c'] }, 'tags.1'],
    ['a tag twice', { tags: ['a', 'a'] }, 'tags'],
    ['too many tags', { tags: many(51) }, 'tags'],
    ['an unknown risk', { risk: 'SOME' }, 'risk'],
    ['a scope with a space', { requiredScopes: ['a b'] }, 'scopes.0'],
    ['an empty scope', { optionalScopes: [''] }, 'optional_scopes.0'],
    ['a scope in both lists', { requiredScopes: ['a'], optionalScopes: ['a'] }, 'optional_scopes'],
    ['too many scopes', { requiredScopes: many(51) }, 'scopes'],
    ['a timeout of nought', { limits: { timeoutMs: 0 } }, 'limits.timeout'],
    ['half a call', { limits: { callsPerRun: 0.5 } }, 'limits.calls_per_run'],
    ['no number', { limits: { ratePerMinute: Number.NaN } }, 'limits.rate_per_minute'],
    ['a huge answer', { limits: { maxOutputBytes: 1e9 } }, 'limits.max_output_bytes'],
  ])('refuses %s', (_name, definition, path) => {
    const errors = validateDefinition(definition);
    expect(errors.map((error) => error.path)).toEqual([path]);
    expect(errors[0]?.message.length).toBeGreaterThan(10);
  });
});

describe('limits', () => {
  it('fills in what is not said', () => {
    expect(limitsWithDefaults(null)).toEqual(DEFAULT_LIMITS);
    expect(limitsWithDefaults({ callsPerRun: 9 })).toEqual({ ...DEFAULT_LIMITS, callsPerRun: 9 });
    expect(DEFAULT_LIMITS).toMatchObject({ timeoutMs: 10_000, callsPerRun: 5 });
  });

  it('takes both ends of every range, and nothing beyond', () => {
    for (const name of ['timeoutMs', 'callsPerRun', 'ratePerMinute', 'maxOutputBytes'] as const) {
      const { min, max } = LIMIT_RANGES[name];
      const errors = (value: number) => validateDefinition({ limits: { [name]: value } }).length;
      expect([errors(min), errors(max), errors(min - 1), errors(max + 1)]).toEqual([0, 0, 1, 1]);
    }
  });
});
