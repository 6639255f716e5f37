import { describe, expect, it } from 'vitest';
import { compareAnnotations } from '@/lib/core/compat/annotations';
import { worstVerdict } from '@/lib/core/compat/types';
import type { JsonObject } from '@/lib/core/shared/json';

const read = { readOnlyHint: true };
const write = { readOnlyHint: false };
const destroy = { destructiveHint: true };

describe('compareAnnotations', () => {
  it.each<[string, JsonObject | null, JsonObject | null, string]>([
    ['the same', read, { ...read, title: 'other' }, 'compatible'],
    ['nothing said, before and after', null, {}, 'compatible'],
    ['read-only turning destructive', read, destroy, 'breaking'],
    ['read-only turning writing', read, write, 'breaking'],
    ['read-only falling silent', read, null, 'breaking'],
    ['writing turning destructive', write, destroy, 'breaking'],
    ['silence turning destructive', null, destroy, 'breaking'],
    ['destructive turning read-only', destroy, read, 'compatible'],
    ['destructive wins over read-only', read, { ...read, ...destroy }, 'breaking'],
    ['no longer repeatable', { idempotentHint: true }, {}, 'unknown'],
    ['now repeatable', {}, { idempotentHint: true }, 'compatible'],
    ['repeating a read', { ...read, idempotentHint: true }, read, 'compatible'],
    ['opening to the world', { openWorldHint: false }, {}, 'unknown'],
    ['closing to the world', {}, { openWorldHint: false }, 'compatible'],
  ])('%s', (_name, before, after, verdict) => {
    expect(worstVerdict(compareAnnotations(before, after))).toBe(verdict);
  });

  it('says from what to what', () => {
    expect(compareAnnotations(read, destroy)[0]?.detail).toBe('read-only -> destructive');
  });
});
