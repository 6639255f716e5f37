import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findUnstorable, isStorable } from '@/lib/core/shared/storable';

const paths = (value: unknown) => findUnstorable(value).map(({ path }) => path.join('.'));

describe('isStorable', () => {
  it.each([
    ['', true],
    ['天气 🌦️', true],
    ['a\u200bb', true],
    ['\0', false],
    ['a\ud83c', false],
    ['\udf26a', false],
    ['\udf26\ud83c', false],
  ])('%j: %s', (text, is) => expect(isStorable(text)).toBe(is));

  it('agrees with what UTF-8 can carry', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (odd, plain) => {
        const text = odd + plain;
        expect(isStorable(text)).toBe(
          Buffer.from(text).toString() === text && !text.includes('\0'),
        );
      }),
    );
  });
});

describe('findUnstorable', () => {
  it.each([
    [{ a: 'x', b: [1, null, true, 'y'] }, []],
    ['\0', ['']],
    [{ a: { b: ['x', '\0'] } }, ['a.b.1']],
    [{ a: { '\0': 'x' } }, ['a']],
    [{ a: '\0', b: '\ud800' }, ['a', 'b']],
    [undefined, []],
    [new Date(0), []],
  ])('%j: %j', (value, expected) => expect(paths(value)).toEqual(expected));
});
