import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffRows, linesOf } from '@/components/change-requests/line-diff';

const json = (value: unknown) => linesOf(value);

describe('lines side by side', () => {
  it.each([
    ['nothing', null, []],
    ['an empty text', '', []],
    ['a text', 'one\ntwo', ['one', 'two']],
    ['no', false, ['false']],
    ['a list', ['a'], ['[', '  "a"', ']']],
  ])('of %s', (_name, value, lines) => {
    expect(linesOf(value)).toEqual(lines);
  });

  it('stand beside what took their place', () => {
    expect(diffRows(['a', 'b', 'c'], ['a', 'x', 'y', 'c'])).toEqual([
      { left: 'a', right: 'a', changed: false },
      { left: 'b', right: 'x', changed: true },
      { left: null, right: 'y', changed: true },
      { left: 'c', right: 'c', changed: false },
    ]);
  });

  it('are not changed by the comma that a new neighbour brings', () => {
    const rows = diffRows(json({ required: ['a'] }), json({ required: ['a', 'b'] }));
    expect(rows.filter((row) => row.changed)).toEqual([
      { left: null, right: '    "b"', changed: true },
    ]);
  });

  it('give both texts back, and rows that are not changed differ in a comma at most', () => {
    const lines = fc.array(fc.constantFrom('a', 'a,', 'b', 'c,', ''), { maxLength: 12 });
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const rows = diffRows(before, after);
        expect(rows.flatMap(({ left }) => left ?? [])).toEqual(before);
        expect(rows.flatMap(({ right }) => right ?? [])).toEqual(after);
        for (const { left, right, changed } of rows)
          if (!changed) expect(left?.replace(/,$/, '')).toBe(right?.replace(/,$/, ''));
      }),
    );
  });
});
