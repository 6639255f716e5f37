import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GIVE_UP_AFTER_MS, isGivenUp, MAX_TRIES, nextWait } from '@/lib/core/webhooks/schedule';

const HOUR = 3600 * 1000;

describe('nextWait', () => {
  it('waits longer after each try, and spreads the tries over about a day', () => {
    const waits = Array.from({ length: MAX_TRIES - 1 }, (_, index) => nextWait(index + 1, 0.5));
    expect(waits.slice(0, 4)).toEqual([15_000, 60_000, 240_000, 960_000]);
    const total = waits.reduce<number>((sum, wait) => sum + (wait ?? 0), 0);
    expect(total).toBeGreaterThan(20 * HOUR);
    expect(total).toBeLessThan(26 * HOUR);
  });

  it('ends after the last try', () => {
    expect(nextWait(MAX_TRIES, 0.5)).toBeNull();
    expect(nextWait(MAX_TRIES + 1, 0.5)).toBeNull();
  });

  it('is drawn from a fifth around the middle, each way, and never overlaps the next', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: MAX_TRIES - 2 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (tries, lot, other) => {
          const wait = nextWait(tries, lot) ?? 0;
          const middle = nextWait(tries, 0.5) ?? 0;
          expect(wait).toBeGreaterThanOrEqual(middle * 0.8 - 1);
          expect(wait).toBeLessThanOrEqual(middle * 1.2 + 1);
          expect(nextWait(tries + 1, other) ?? 0).toBeGreaterThan(wait);
        },
      ),
    );
  });
});

describe('isGivenUp', () => {
  const now = new Date('2026-11-30T12:00:00Z');
  const ago = (ms: number) => new Date(now.getTime() - ms);
  it.each([
    [null, false],
    [ago(0), false],
    [ago(GIVE_UP_AFTER_MS - 1), false],
    [ago(GIVE_UP_AFTER_MS), true],
    [ago(2 * GIVE_UP_AFTER_MS), true],
  ])('failing since %s: %s', (since, expected) => {
    expect(isGivenUp(since, now)).toBe(expected);
  });
});
