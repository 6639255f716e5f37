import { describe, expect, it } from 'vitest';
import { compareAnnotations } from '@/lib/core/compat/annotations';
import { worstVerdict } from '@/lib/core/compat/types';
import type { JsonObject } from '@/lib/core/shared/json';

const read = { readOnlyHint: true };
const write = { readOnlyHint: false };
const destroy = { destructiveHint: true };
const safe = { destructiveHint: false };
const DEFAULTS = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true,
};

describe('compareAnnotations', () => {
  it.each<[string, JsonObject | null, JsonObject | null, string]>([
    ['the same', read, { ...read, title: 'other' }, 'compatible'],
    ['nothing said, before and after', null, {}, 'compatible'],
    ['saying the defaults aloud', null, DEFAULTS, 'compatible'],
    ['falling silent about the defaults', DEFAULTS, null, 'compatible'],
    ['read-only turning destructive', read, destroy, 'breaking'],
    ['read-only turning writing', read, write, 'breaking'],
    ['read-only falling silent', read, null, 'breaking'],
    ['writing turning destructive', safe, { ...safe, ...destroy }, 'breaking'],
    ['writing falling silent about destroying', safe, {}, 'breaking'],
    ['silence turning destructive is no news', null, destroy, 'compatible'],
    ['destructive turning read-only', destroy, read, 'compatible'],
    ['destructive turning writing', destroy, safe, 'compatible'],
    ['destructive wins over read-only', read, { ...read, ...destroy }, 'breaking'],
    ['no longer repeatable', { idempotentHint: true }, {}, 'unknown'],
    ['now repeatable', {}, { idempotentHint: true }, 'compatible'],
    ['repeating a read', { ...read, idempotentHint: true }, read, 'compatible'],
    ['opening to the world', { openWorldHint: false }, {}, 'unknown'],
    ['closing to the world', {}, { openWorldHint: false }, 'compatible'],
    ['hints that are no booleans', { readOnlyHint: 'yes' }, {}, 'compatible'],
  ])('%s', (_name, before, after, verdict) => {
    expect(worstVerdict(compareAnnotations(before, after))).toBe(verdict);
  });

  it('names the hint, and says from what to what', () => {
    expect(compareAnnotations(read, destroy)).toEqual([
      {
        path: '/annotations/readOnlyHint',
        kind: 'annotation-changed',
        verdict: 'breaking',
        detail: 'No longer declared to only read. readOnlyHint: true -> false',
      },
      {
        path: '/annotations/destructiveHint',
        kind: 'annotation-changed',
        verdict: 'breaking',
        detail: 'May destroy now. destructiveHint: false -> true',
      },
      {
        path: '/annotations/idempotentHint',
        kind: 'annotation-changed',
        verdict: 'unknown',
        detail: 'No longer safe to repeat. idempotentHint: true -> false',
      },
    ]);
  });
});
