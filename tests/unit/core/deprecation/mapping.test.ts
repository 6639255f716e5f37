import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkMapping } from '@/lib/core/deprecation/check-mapping';
import { mapShape } from '@/lib/core/deprecation/map-shape';
import { type ArgumentMapping, applyMapping } from '@/lib/core/deprecation/mapping';
import { shapeOfValue } from '@/lib/core/ledger/check-shape-values';
import { argumentShape } from '@/lib/core/ledger/shape';
import type { Json, JsonObject } from '@/lib/core/shared/json';

const NOTHING: ArgumentMapping = { rename: {}, constant: {}, default: {}, drop: [] };
const mapping = (over: Partial<ArgumentMapping>): ArgumentMapping => ({ ...NOTHING, ...over });

describe('applyMapping', () => {
  it.each<[string, Partial<ArgumentMapping>, JsonObject, JsonObject]>([
    ['leaves alone what it does not name', {}, { a: 1 }, { a: 1 }],
    ['renames', { rename: { a: 'b' } }, { a: 1, c: 2 }, { b: 1, c: 2 }],
    ['renames only what is there', { rename: { a: 'b' } }, { c: 2 }, { c: 2 }],
    ['lets names change places', { rename: { a: 'b', b: 'a' } }, { a: 1, b: 2 }, { a: 2, b: 1 }],
    ['drops', { drop: ['a'] }, { a: 1, b: 2 }, { b: 2 }],
    ['fills a gap', { default: { a: 9 } }, { b: 2 }, { a: 9, b: 2 }],
    ['keeps what was given over a default', { default: { a: 9 } }, { a: 1 }, { a: 1 }],
    ['keeps null over a default', { default: { a: 9 } }, { a: null }, { a: null }],
    ['puts a constant over what was given', { constant: { a: 9 } }, { a: 1 }, { a: 9 }],
    ['moves into an object', { rename: { a: '/f/x' } }, { a: 1 }, { f: { x: 1 } }],
    ['moves out of an object', { rename: { '/f/x': 'a' } }, { f: { x: 1 } }, { f: {}, a: 1 }],
    ['reads escaped names', { rename: { '/a~1b': '/c~0d' } }, { 'a/b': 1 }, { 'c~d': 1 }],
    ['takes a name with a slash inside as it is', { drop: ['x/y'] }, { 'x/y': 1 }, {}],
  ])('%s', (_name, over, args, expected) => {
    const before = JSON.stringify(args);
    expect(applyMapping(args, mapping(over))).toEqual(expected);
    expect(JSON.stringify(args)).toBe(before);
  });

  it('takes hostile names for names', () => {
    const args = JSON.parse('{"__proto__": {"polluted": true}}') as JsonObject;
    const out = applyMapping(
      args,
      mapping({ rename: { __proto__x: 'a' }, constant: { '/constructor/prototype': 1 } }),
    );
    expect(Object.hasOwn(out, '__proto__')).toBe(true);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(Object.hasOwn(out, 'constructor')).toBe(true);
  });

  it('moves shapes exactly as it moves values', () => {
    const names = ['a', 'b', 'c', 'd'];
    const value = fc.oneof(
      fc.constantFrom<Json>(null, true, 1, 0.5, 'x', []),
      fc.dictionary(fc.constantFrom('p', 'q'), fc.constantFrom<Json>(1, 'x'), {
        noNullPrototype: true,
      }),
    );
    const part = fc.dictionary(fc.constantFrom(...names), value, { noNullPrototype: true });
    const schema = {
      properties: Object.fromEntries(names.map((name) => [name, { properties: { p: {}, q: {} } }])),
    };
    fc.assert(
      fc.property(
        part,
        fc.dictionary(fc.constantFrom(...names), fc.constantFrom(...names), {
          noNullPrototype: true,
        }),
        part,
        part,
        fc.subarray(names),
        (args, rename, constant, defaults, drop) => {
          fc.pre(new Set(Object.values(rename)).size === Object.keys(rename).length);
          const map = { rename, constant, default: defaults, drop };
          expect(mapShape(argumentShape(schema, args), map, shapeOfValue)).toEqual(
            argumentShape(schema, applyMapping(args, map)),
          );
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

describe('checkMapping', () => {
  const OLD = {
    type: 'object',
    properties: { city: {}, force: {}, unit: {} },
    required: ['city'],
  };
  const NEW = {
    type: 'object',
    properties: { place: {}, mode: {}, unit: {} },
    required: ['place', 'mode'],
  };
  it.each<[string, Partial<ArgumentMapping>, string[]]>([
    [
      'is content when everything has its place',
      { rename: { city: 'place' }, constant: { mode: 'x' }, drop: ['force'] },
      [],
    ],
    ['names what nothing gives', { rename: { city: 'place' } }, ['error constant.mode']],
    [
      'warns of what may be missing',
      { rename: { city: 'place', unit: 'mode' } },
      ['warning default.mode'],
    ],
    [
      'knows the names on both sides',
      { rename: { town: 'place', city: 'spot' }, default: { mode: 1 } },
      ['warning rename.town', 'error rename.city', 'error constant.place'],
    ],
    [
      'sees two that become one',
      { rename: { city: 'place', force: 'place' }, default: { mode: 1 } },
      ['error rename.force'],
    ],
    [
      'sees a constant over a rename',
      { rename: { city: 'place' }, constant: { place: 1, mode: 1 } },
      ['error rename.city'],
    ],
    [
      'sees a rename that is dropped',
      { rename: { city: 'place' }, default: { mode: 1 }, drop: ['city'] },
      ['error drop.city'],
    ],
  ])('%s', (_name, over, expected) => {
    const found = checkMapping(mapping(over), OLD, NEW);
    expect(found.map(({ severity, path }) => `${severity} ${path}`)).toEqual(expected);
  });
});
