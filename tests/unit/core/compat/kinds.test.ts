import { describe, expect, it } from 'vitest';
import { compareAnnotations } from '@/lib/core/compat/annotations';
import { checkCompatibility } from '@/lib/core/compat/check';
import { COMPAT_KINDS } from '@/lib/core/compat/kinds';
import type { Change, Direction } from '@/lib/core/compat/types';
import { KIND_CASES } from './kind-cases';

const DIRECTIONS: Direction[] = ['input', 'output'];
const KINDS = new Map(Object.entries(COMPAT_KINDS));

function changesOf(direction: Direction, [, , oldSchema, newSchema]: (typeof KIND_CASES)[number]) {
  return checkCompatibility({ direction, oldSchema, newSchema }).changes;
}

/** Outside the catalogue, or with a verdict the catalogue does not give it. */
function strangers(direction: Direction, changes: readonly Change[]): Change[] {
  return changes.filter(({ kind, verdict }) => !KINDS.get(kind)?.[direction].includes(verdict));
}

describe('the catalogue of changes', () => {
  it.each(KIND_CASES)('%s: %s', (...one) => {
    const [kind, , , , input, output] = one;
    for (const [direction, expected] of [
      ['input', input],
      ['output', output],
    ] as const) {
      const changes = changesOf(direction, one);
      const found = changes.filter((change) => change.kind === kind);
      expect([...new Set(found.map(({ verdict }) => verdict))], direction).toEqual(
        expected === null ? [] : [expected],
      );
      expect(strangers(direction, changes), direction).toEqual([]);
    }
  });

  it.each([...KINDS.keys()])('%s has a case for every sure verdict, both ways', (kind) => {
    for (const direction of DIRECTIONS) {
      const seen = new Set(verdictsOf(kind, direction));
      const sure = KINDS.get(kind)?.[direction].filter((verdict) => verdict !== 'unknown') ?? [];
      expect(seen.size, `${kind} lacks a case for ${direction}`).toBeGreaterThan(0);
      const optional = kind === 'reference-unresolved' || kind === 'keyword-undecided';
      if (!optional) expect([...seen]).toEqual(expect.arrayContaining([...sure]));
    }
  });

  it('says of each kind what it means, in a sentence', () => {
    for (const { means } of KINDS.values()) expect(means).toMatch(/^[A-Z].{10,}\.$/);
  });
});

function verdictsOf(kind: string, direction: Direction): string[] {
  if (kind === 'annotation-changed') {
    const flips = [
      compareAnnotations({ readOnlyHint: true }, {}),
      compareAnnotations({}, { readOnlyHint: true }),
      compareAnnotations({ openWorldHint: false }, {}),
    ];
    return flips.flat().map(({ verdict }) => verdict);
  }
  return KIND_CASES.flatMap(([of, , , , input, output]) => {
    const verdict = direction === 'input' ? input : output;
    return of === kind && verdict !== null ? [verdict] : [];
  });
}
