import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type InvokeFacts, timesOf } from '@/lib/core/policy/invoke-facts';
import { chooseVersion } from '@/lib/core/policy/versions';
import {
  chooseAgentMajor,
  currentMajorAt,
  isServed,
  type MajorTimes,
} from '@/lib/core/shared/majors';

const NOW = new Date('2026-06-01T00:00:00Z');
const at = (day: number) => new Date(NOW.getTime() + day * 86_400_000);
const major = (n: number, over: Partial<MajorTimes> = {}): MajorTimes => ({
  major: n,
  state: 'live',
  disableAt: null,
  ...over,
});
const nobody = { granted: null, held: null };

describe('chooseAgentMajor', () => {
  const three = [major(1, { state: 'sunset', disableAt: at(5) }), major(2), major(3)];
  it.each<
    [string, Parameters<typeof chooseAgentMajor>[0], number | null, MajorTimes[], number | null]
  >([
    ['gives the current one to who holds none', nobody, 3, three, 3],
    ['keeps who holds one on it', { granted: null, held: 1 }, 3, three, 1],
    ['puts the grant first', { granted: 2, held: 1 }, 3, three, 2],
    ['lets a first use ask', { ...nobody, asked: 2 }, 3, three, 2],
    ['lets only a first use ask', { granted: null, held: 1, asked: 2 }, 3, three, 1],
    [
      'hands over by the clock',
      { granted: null, held: 1 },
      3,
      [major(1, { state: 'sunset', disableAt: NOW }), major(3)],
      3,
    ],
    [
      'hands over what is retired',
      { granted: null, held: 1 },
      3,
      [major(1, { state: 'retired' }), major(3)],
      3,
    ],
    [
      'hands a retired grant over to what is held',
      { granted: 1, held: 2 },
      3,
      [major(1, { state: 'retired' }), major(2), major(3)],
      2,
    ],
    [
      'does not serve what has not begun',
      { granted: 2, held: null },
      1,
      [major(1), major(2, { since: at(1) })],
      1,
    ],
    ['gives the newest where the current one is gone', nobody, 9, [major(1), major(2)], 2],
    ['gives none where none is left', nobody, 1, [major(1, { state: 'retired' })], null],
  ])('%s', (_name, wishes, current, majors, expected) => {
    expect(chooseAgentMajor(wishes, current, majors, NOW)).toBe(expected);
  });
});

describe('currentMajorAt', () => {
  it.each<[string, MajorTimes[], number]>([
    ['stays where nothing is scheduled', [major(1), major(2)], 1],
    ['waits for its moment', [major(1), major(2, { since: at(1), currentFrom: at(1) })], 1],
    ['changes at its moment', [major(1), major(2, { since: NOW, currentFrom: NOW })], 2],
    [
      'takes the later of two',
      [major(1), major(2, { currentFrom: at(-1) }), major(3, { currentFrom: at(-2) })],
      2,
    ],
    [
      'never one that has ended',
      [major(1), major(2, { currentFrom: at(-1), state: 'retired' })],
      1,
    ],
  ])('%s', (_name, majors, expected) => {
    expect(currentMajorAt(1, majors, NOW)).toBe(expected);
  });
});

const moment = fc.integer({ min: -3, max: 3 }).map(at);
const maybe = fc.option(moment, { nil: null });
const anyMajor = fc.record({
  state: fc.constantFrom('live' as const, 'sunset' as const, 'retired' as const),
  since: maybe,
  currentFrom: maybe,
  disableAt: maybe,
});
const some = fc.option(fc.integer({ min: 1, max: 5 }), { nil: null });

describe('whatever the majors have been through', () => {
  it('gives one that is served, or none because none is', () => {
    fc.assert(
      fc.property(
        fc.array(anyMajor, { maxLength: 4 }),
        some,
        some,
        some,
        (list, granted, held, current) => {
          const majors = list.map((one, index) => ({ ...one, major: index + 1 }));
          const chosen = chooseAgentMajor({ granted, held }, current, majors, NOW);
          const served = majors.filter((one) => isServed(one, NOW)).map((one) => one.major);
          if (chosen === null) expect(served).toEqual([]);
          else expect(served).toContain(chosen);
          // A later major changes nothing for who holds one that is served.
          if (held !== null && granted === null && served.includes(held)) {
            const more = [...majors, major(99, { currentFrom: at(-1) })];
            expect(chooseAgentMajor({ granted, held }, 99, more, NOW)).toBe(held);
          }
        },
      ),
    );
  });

  it('lets a call use exactly the major that discovery shows', () => {
    fc.assert(
      fc.property(
        fc.array(anyMajor, { minLength: 1, maxLength: 4 }),
        some,
        some,
        some,
        (list, granted, held, current) => {
          const majors = list.map(({ disableAt, ...one }, index) => ({
            ...one,
            major: index + 1,
            minor: 0,
            deprecation: disableAt && { disableAt, replacement: null },
          }));
          const facts = {
            now: NOW,
            agent: { grantedMajor: granted, major: held },
            capability: { currentMajor: current ?? 0, majors },
            requestedVersion: null,
          } as unknown as InvokeFacts;
          const choice = chooseVersion(facts);
          const shown = chooseAgentMajor({ granted, held }, current, majors.map(timesOf), NOW);
          expect(choice.ok ? choice.major.major : null).toBe(shown);
        },
      ),
    );
  });
});
