import { describe, expect, it } from 'vitest';
import { newId } from '@/lib/services/ids';

describe('newId', () => {
  it('sorts by time, and by order within a millisecond', () => {
    const now = 1_790_000_000_000;
    const ids = Array.from({ length: 2_000 }, () => newId('x', now));
    expect([...ids].sort()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
    expect(newId('x', now - 1) < (ids[0] ?? '')).toBe(true);
    expect(newId('x', now + 1) > (ids.at(-1) ?? '')).toBe(true);
  });

  it('keeps the order of one time when ids of other times come between', () => {
    const change = 1_790_000_000_000;
    const ids = Array.from({ length: 500 }, (_, index) => {
      newId('y', change + 1 + (index % 3));
      return newId('x', change);
    });
    expect([...ids].sort()).toEqual(ids);
  });

  it('is a prefix and 26 characters of base 32', () => {
    expect(newId('inv')).toMatch(/^inv_[0-9a-hjkmnp-tv-z]{26}$/);
  });
});
