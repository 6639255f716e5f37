import { describe, expect, it } from 'vitest';
import { checkCompatibility } from '@/lib/core/compat/check';
import { countsAsBreaking, worstVerdict } from '@/lib/core/compat/types';
import type { JsonObject } from '@/lib/core/shared/json';

type Case = [name: string, old: JsonObject, next: JsonObject, input: string, output: string];

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  ...more,
});
const closed = (properties: JsonObject, more: JsonObject = {}) =>
  object(properties, { additionalProperties: false, ...more });
const S = { type: 'string' };
const N = { type: 'number' };
const ok = 'compatible';
const no = 'breaking';
const dunno = 'unknown';

const OLD = { $schema: 'http://json-schema.org/draft-07/schema#' };
const D = { s: S };
const map = (values: JsonObject) => ({ type: 'object', additionalProperties: values });
const pattern = (source: string, values: JsonObject) => ({
  type: 'object',
  patternProperties: { [source]: values },
});
const deps = (keyword: string) => object({ a: S, b: S }, { [keyword]: { a: ['b'] } });

const CASES: Case[] = [
  ['nothing', object({ a: S }), object({ a: S }), ok, ok],
  [
    'words only',
    object({ a: S }),
    object({ a: { ...S, description: 'x', examples: ['y'] } }, { title: 'T' }),
    ok,
    ok,
  ],
  ['key order', { type: 'object', minProperties: 1 }, { minProperties: 1, type: 'object' }, ok, ok],

  // types
  ['string becomes number', object({ a: S }), object({ a: N }), no, no],
  ['integer becomes number', object({ a: { type: 'integer' } }), object({ a: N }), ok, no],
  ['string may be null', object({ a: S }), object({ a: { type: ['string', 'null'] } }), ok, no],
  ['nullable', object({ a: S }), object({ a: { ...S, nullable: true } }), ok, no],
  ['type dropped', object({ a: S }), object({ a: {} }), ok, no],
  ['root type added', {}, { type: 'object' }, no, ok],

  // required
  ['required added', object({ a: S }), object({ a: S }, { required: ['a'] }), no, ok],
  ['required dropped', object({ a: S }, { required: ['a'] }), object({ a: S }), ok, no],
  ['property named constructor', object({}), object({}, { required: ['constructor'] }), no, ok],

  // properties
  ['optional one added, closed', closed({ a: S }), closed({ a: S, b: S }), ok, no],
  ['one removed, closed', closed({ a: S, b: S }), closed({ a: S }), no, ok],
  ['optional one added, open', object({ a: S }), object({ a: S, b: S }), ok, ok],
  ['one of any value added, open', object({ a: S }), object({ a: S, b: {} }), ok, ok],
  ['one removed, open', object({ a: S, b: S }), object({ a: S }), no, no],
  ['closing what lists', object({ a: S }), closed({ a: S }), ok, ok],
  ['opening what lists', closed({ a: S }), object({ a: S }), ok, no],
  ['the rest gets a type', object({ a: S }), object({ a: S }, { additionalProperties: S }), ok, ok],
  [
    'one added under a rule it meets',
    object({ a: S }, { additionalProperties: S }),
    object({ a: S, b: S }, { additionalProperties: S }),
    ok,
    ok,
  ],
  ['deep inside', object({ a: closed({ b: N }) }), object({ a: closed({ b: S }) }), no, no],
  ['fewest properties', { minProperties: 1 }, { minProperties: 2 }, no, ok],
  [
    'patterns of names',
    { patternProperties: { '^a': S } },
    { patternProperties: { '^a': N } },
    no,
    no,
  ],

  // the reading of objects that say nothing of further properties
  [
    'declared by another branch of the same object',
    { allOf: [object({ a: S }), object({ b: S })] },
    object({ a: S, b: S, c: S }),
    ok,
    ok,
  ],
  [
    'removed from one branch, held by none',
    { allOf: [object({ a: S }), object({ b: S })] },
    { allOf: [object({ a: S }), object({})] },
    no,
    no,
  ],
  [
    'moved from one branch to another',
    { allOf: [object({ a: S, b: S }), object({})] },
    { allOf: [object({ a: S }), object({ b: S })] },
    ok,
    ok,
  ],
  [
    'one more beside alternatives',
    object({ k: S }, { anyOf: [object({ a: S }), object({ b: S })] }),
    object({ k: S, n: S }, { anyOf: [object({ a: S }), object({ b: S })] }),
    ok,
    ok,
  ],
  [
    'one of the other alternative is no stranger',
    { anyOf: [object({ a: S }), object({ b: S })] },
    { anyOf: [object({ a: S, b: N }), object({ b: S })] },
    ok,
    ok,
  ],
  [
    'through a reference',
    { $ref: '#/$defs/x', $defs: { x: object({ a: S }) } },
    { $ref: '#/$defs/x', $defs: { x: object({ a: S, b: S }) } },
    ok,
    ok,
  ],
  [
    'in a list of objects',
    object({ a: { type: 'array', items: object({ b: S }) } }),
    object({ a: { type: 'array', items: object({ b: S, c: S }) } }),
    ok,
    ok,
  ],
  ['a first parameter', { type: 'object' }, object({ a: S }), ok, ok],
  ['a map gets a named key', map(S), { ...map(S), properties: { a: S } }, ok, ok],
  ['a map gets a key of another type', map(S), { ...map(S), properties: { a: N } }, no, no],
  ['a map is no longer one', map(S), object({}), no, no],
  ['a name that a pattern covers', object({ 'x-a': S }), pattern('^x-', S), ok, ok],
  [
    'anything at all is not a list',
    { properties: { a: {} } },
    { properties: { a: object({}) } },
    no,
    ok,
  ],
  ['required and described nowhere', object({}, { required: ['a'] }), object({ a: S }), no, no],

  // dialects and references
  [
    'siblings of a reference count',
    { $ref: '#/$defs/s', $defs: D },
    { $ref: '#/$defs/s', maxLength: 3, $defs: D },
    no,
    ok,
  ],
  [
    'siblings of a reference may count in draft-07',
    { ...OLD, $ref: '#/$defs/s', $defs: D },
    { ...OLD, $ref: '#/$defs/s', maxLength: 3, $defs: D },
    dunno,
    ok,
  ],
  ['an anchor', { $ref: '#s', $defs: { s: { ...S, $anchor: 's' } } }, S, ok, ok],
  [
    'dependencies in either spelling',
    { ...OLD, ...deps('dependencies') },
    deps('dependentRequired'),
    ok,
    ok,
  ],
  [
    'a keyword draft-07 does not know',
    { ...OLD, ...object({ a: S, b: S }) },
    { ...OLD, ...deps('dependentRequired') },
    ok,
    ok,
  ],
  [
    'nullable by keyword and by type',
    { ...S, nullable: true },
    { type: ['string', 'null'] },
    ok,
    ok,
  ],
  ['nullable by oneOf', { oneOf: [S, { const: null }] }, { anyOf: [{ enum: [null] }, S] }, ok, ok],

  // values
  ['enum value added', { enum: ['a'] }, { enum: ['a', 'b'] }, ok, no],
  ['enum value removed', { enum: ['a', 'b'] }, { enum: ['a'] }, no, ok],
  ['enum over free text', S, { ...S, enum: ['a'] }, no, ok],
  ['enum in another order', { enum: ['a', 'b'] }, { enum: ['b', 'a'] }, ok, ok],
  ['const becomes enum', { const: 1 }, { enum: [1, 2] }, ok, no],
  ['const changed', { const: 1 }, { const: 2 }, no, no],
  ['boolean as enum', { type: 'boolean' }, { enum: [true, false] }, ok, ok],
  ['enum becomes its type', { enum: ['a', 'b'] }, S, ok, no],
  ['an object among the values', { enum: [{ a: 1 }] }, { enum: [{ a: 1 }, 2] }, ok, no],

  // numbers
  ['minimum raised', { ...N, minimum: 0 }, { ...N, minimum: 1 }, no, ok],
  ['maximum raised', { ...N, maximum: 1 }, { ...N, maximum: 2 }, ok, no],
  ['bound becomes exclusive', { ...N, minimum: 0 }, { ...N, exclusiveMinimum: 0 }, no, ok],
  [
    'the same bound over whole numbers',
    { type: 'integer', minimum: 1 },
    { type: 'integer', exclusiveMinimum: 0 },
    ok,
    ok,
  ],
  ['multiple of a divisor', { multipleOf: 6 }, { multipleOf: 3 }, ok, no],
  ['multiple added', N, { ...N, multipleOf: 2 }, no, ok],
  [
    'whole numbers as multiples of 1',
    { type: 'integer' },
    { type: 'integer', multipleOf: 1 },
    ok,
    ok,
  ],
  ['a bound that numbers alone obey, on text', S, { ...S, minimum: 3 }, ok, ok],

  // text
  ['longer allowed', { ...S, maxLength: 5 }, { ...S, maxLength: 9 }, ok, no],
  ['longest added', S, { ...S, maxLength: 9 }, no, ok],
  ['shortest of nought', S, { ...S, minLength: 0 }, ok, ok],
  ['pattern added', S, { ...S, pattern: '^a' }, no, ok],
  ['pattern exchanged', { ...S, pattern: '^a' }, { ...S, pattern: '^b' }, no, no],
  ['pattern widened', { ...S, pattern: '^ab' }, { ...S, pattern: '^a' }, ok, no],
  ['pattern that all match', S, { ...S, pattern: '' }, ok, ok],
  ['format dropped', { ...S, format: 'email' }, S, ok, dunno],

  // arrays
  ['items retyped', { type: 'array', items: S }, { type: 'array', items: N }, no, no],
  ['items freed', { type: 'array', items: S }, { type: 'array' }, ok, no],
  ['fewer items', { type: 'array', maxItems: 3 }, { type: 'array', maxItems: 2 }, no, ok],
  ['unique from now on', { type: 'array' }, { type: 'array', uniqueItems: true }, no, ok],
  [
    'a tuple gets one more',
    { type: 'array', prefixItems: [S] },
    { type: 'array', prefixItems: [S, N] },
    no,
    ok,
  ],
  [
    'a closed tuple stays one',
    { type: 'array', prefixItems: [S], items: false },
    { type: 'array', prefixItems: [S, N], items: false },
    ok,
    no,
  ],
  [
    'both spellings of a tuple',
    { $schema: 'http://json-schema.org/draft-07/schema#', type: 'array', items: [S, N] },
    { type: 'array', prefixItems: [S, N] },
    ok,
    ok,
  ],

  // references
  [
    'inlined',
    { properties: { a: { $ref: '#/$defs/x' } }, $defs: { x: S } },
    { properties: { a: S } },
    ok,
    ok,
  ],
  [
    'same text, other definition',
    { properties: { a: { $ref: '#/$defs/x' } }, $defs: { x: S } },
    { properties: { a: { $ref: '#/$defs/x' } }, $defs: { x: N } },
    no,
    no,
  ],
  [
    'a tree',
    { $ref: '#/$defs/t', $defs: { t: closed({ v: N, kids: { items: { $ref: '#/$defs/t' } } }) } },
    { $ref: '#/$defs/t', $defs: { t: closed({ v: {}, kids: { items: { $ref: '#/$defs/t' } } }) } },
    ok,
    no,
  ],
  [
    'any value into a tree of arrays',
    object({ a: {} }),
    object(
      { a: { $ref: '#/$defs/t' } },
      { $defs: { t: { items: { $ref: '#/$defs/t' }, type: 'array' } } },
    ),
    no,
    ok,
  ],
  ['elsewhere', { $ref: 'https://example.com/a' }, { $ref: 'https://example.com/b' }, dunno, dunno],
  ['in a circle', { $ref: '#' }, S, dunno, dunno],

  // combiners
  ['one more alternative', { anyOf: [S] }, { anyOf: [S, N] }, ok, no],
  ['an alternative less', { anyOf: [S, { type: 'null' }] }, { anyOf: [S] }, no, ok],
  [
    'nullable spelled otherwise',
    { anyOf: [S, { type: 'null' }] },
    { type: ['null', 'string'] },
    ok,
    ok,
  ],
  ['optional made plain', { anyOf: [S, { type: 'null' }] }, S, no, ok],
  ['one of, disjoint', { oneOf: [S] }, { oneOf: [S, N] }, ok, no],
  ['one of, overlapping', S, { oneOf: [S, { ...S, minLength: 2 }] }, no, ok],
  [
    'one of, by tag',
    { oneOf: [object({ k: { const: 'a' } }, { required: ['k'] })] },
    {
      oneOf: [
        object({ k: { const: 'a' } }, { required: ['k'] }),
        object({ k: { const: 'b' } }, { required: ['k'] }),
      ],
    },
    ok,
    no,
  ],
  ['all of, wrapped', object({ a: S }), { allOf: [object({ a: S })] }, ok, ok],
  ['all of, one more', { allOf: [S] }, { allOf: [S, { minLength: 1 }] }, no, ok],
  ['not', S, { ...S, not: { const: 'a' } }, no, ok],
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, not a promise.
  ['if', {}, { if: S, then: { minLength: 1 } }, no, ok],
  ['unevaluated', object({ a: S }), object({ a: S }, { unevaluatedProperties: false }), ok, ok],
  ['nothing at all', object({ a: S }), object({ a: false }), no, ok],
];

describe('checkCompatibility', () => {
  it.each(CASES)('%s', (_name, oldSchema, newSchema, input, output) => {
    const ask = (direction: 'input' | 'output') =>
      checkCompatibility({ direction, oldSchema, newSchema });
    expect({ input: ask('input').verdict, output: ask('output').verdict }).toEqual({
      input,
      output,
    });
  });

  it('names path, kind and reason, the worst first', () => {
    const { verdict, changes } = checkCompatibility({
      direction: 'input',
      oldSchema: closed({ name: { ...S, maxLength: 5 }, force: { type: 'boolean' } }),
      newSchema: closed({ name: { ...S, maxLength: 9 } }, { required: ['name'] }),
    });
    expect(verdict).toBe('breaking');
    expect(changes).toEqual([
      {
        path: '/properties/force',
        kind: 'property-removed',
        verdict: 'breaking',
        detail: '"force" is removed, and properties that are not listed are refused.',
      },
      {
        path: '/properties/name',
        kind: 'required-changed',
        verdict: 'breaking',
        detail: '"name" is now required.',
      },
      {
        path: '/properties/name',
        kind: 'length-changed',
        verdict: 'compatible',
        detail: 'maxLength: 5 -> 9',
      },
    ]);
  });

  it('tells old from new in either direction', () => {
    const input = { oldSchema: object({ a: S }), newSchema: object({ a: N }) };
    for (const direction of ['input', 'output'] as const) {
      expect(checkCompatibility({ direction, ...input }).changes[0]?.detail).toBe(
        'type: string -> number',
      );
    }
  });

  it('escapes names in paths', () => {
    const { changes } = checkCompatibility({
      direction: 'input',
      oldSchema: object({ 'a/b~c': S }),
      newSchema: object({ 'a/b~c': N }),
    });
    expect(changes[0]?.path).toBe('/properties/a~1b~0c');
  });

  it('gives up, and says so, rather than run on', { timeout: 30_000 }, () => {
    const wide = (depth: number, leaf: JsonObject): JsonObject =>
      depth === 0
        ? leaf
        : { anyOf: [1, 2, 3, 4].map((n) => object({ [`p${n}`]: wide(depth - 1, leaf) })) };
    const { verdict, changes } = checkCompatibility({
      direction: 'input',
      oldSchema: wide(5, S),
      newSchema: wide(5, { ...S, pattern: 'x' }),
    });
    expect(countsAsBreaking(verdict)).toBe(true);
    expect(changes.map(({ kind }) => kind)).toContain('too-large');
  });
});

describe('worstVerdict', () => {
  it.each([
    [[], ok],
    [['compatible', 'unknown'], dunno],
    [['unknown', 'breaking', 'compatible'], no],
  ] as const)('%j is %s', (verdicts, worst) => {
    expect(worstVerdict(verdicts.map((verdict) => ({ verdict })))).toBe(worst);
    expect(countsAsBreaking(worst)).toBe(worst !== ok);
  });
});
