import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkCompatibility } from '@/lib/core/compat/check';
import type { Json, JsonObject } from '@/lib/core/shared/json';
import { chanceOf } from '@/tests/support/compat/random';
import { sideOf, tryPair } from '@/tests/support/compat/soundness';

const NAMES = ['a', 'b', 'c'];
const RUNS = 120;

/** Values small enough to hit the limits that the schemas below set. */
const instance = fc.letrec<{ any: Json; leaf: Json }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 3, arbitrary: tie('leaf') },
    { weight: 1, arbitrary: fc.array(tie('any'), { maxLength: 3 }) },
    {
      weight: 2,
      arbitrary: fc.dictionary(fc.constantFrom(...NAMES, 'z'), tie('any'), {
        maxKeys: 3,
        noNullPrototype: true,
      }),
    },
  ),
  leaf: fc.constantFrom<Json>(null, true, false, -1, 0, 0.5, 1, 2, 3, 4, 6, '', 'a', 'ab', 'abc'),
})).any;

const small = fc.integer({ min: -1, max: 4 });
const count = fc.integer({ min: 0, max: 3 });
const typeName = fc.constantFrom(
  'null',
  'boolean',
  'integer',
  'number',
  'string',
  'array',
  'object',
);
const reference = fc.constantFrom('#/$defs/d', '#/$defs/e').map(($ref): JsonObject => ({ $ref }));

/** Schemas over the keywords the comparison takes apart, and some it does not. */
const schema = fc.letrec<{ any: JsonObject; sub: Json }>((tie) => {
  const some = (arbitrary: fc.Arbitrary<Json>) => fc.option(arbitrary, { nil: undefined, freq: 2 });
  const list = fc.array(tie('sub'), { minLength: 1, maxLength: 3 });
  const record = (keywords: Record<string, fc.Arbitrary<Json>>) =>
    fc
      .record(Object.fromEntries(Object.entries(keywords).map(([k, a]) => [k, some(a)])))
      .map((object): JsonObject => JSON.parse(JSON.stringify(object)));
  const type = fc.oneof(typeName, fc.uniqueArray(typeName, { minLength: 1, maxLength: 3 }));
  const anything = {
    type,
    enum: fc.uniqueArray(fc.constantFrom<Json>(0, 1, 'a', 'ab', null, true), { minLength: 1 }),
    const: fc.constantFrom<Json>(0, 'a', null),
  };
  const scalar = record({
    type: fc.constantFrom('string', 'integer', 'number', ['string', 'null'], ['number', 'string']),
    minimum: small,
    maximum: small,
    exclusiveMinimum: small,
    exclusiveMaximum: small,
    multipleOf: fc.constantFrom(1, 2, 3, 0.5),
    minLength: count,
    maxLength: count,
    pattern: fc.constantFrom('^a', 'b$'),
  });
  const object = record({
    type: fc.constant('object'),
    properties: fc.dictionary(fc.constantFrom(...NAMES), tie('sub'), {
      maxKeys: 3,
      noNullPrototype: true,
    }),
    required: fc.uniqueArray(fc.constantFrom(...NAMES), { maxLength: 2 }),
    additionalProperties: fc.oneof(fc.boolean(), tie('sub')),
    patternProperties: fc.dictionary(fc.constantFrom('^a', '[bc]'), tie('sub'), { maxKeys: 1 }),
    propertyNames: fc.constantFrom<Json>({ maxLength: 1 }, { enum: ['a', 'b'] }),
    minProperties: count,
    maxProperties: count,
    dependentRequired: fc.constantFrom<Json>({ a: ['b'] }, { b: ['c'] }),
  });
  const array = record({
    type: fc.constant('array'),
    prefixItems: list,
    items: fc.oneof(fc.boolean(), tie('sub')),
    contains: tie('sub'),
    minContains: count,
    maxContains: count,
    minItems: count,
    maxItems: count,
    uniqueItems: fc.boolean(),
  });
  const combined = record({
    type,
    allOf: list,
    anyOf: list,
    oneOf: list,
    not: tie('sub'),
    if: tie('sub'),
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, not a promise.
    then: tie('sub'),
    else: tie('sub'),
    unevaluatedProperties: fc.boolean(),
    unevaluatedItems: fc.boolean(),
    properties: fc.dictionary(fc.constantFrom(...NAMES), tie('sub'), {
      maxKeys: 2,
      noNullPrototype: true,
    }),
    required: fc.uniqueArray(fc.constantFrom(...NAMES), { maxLength: 1 }),
    dependentSchemas: fc.dictionary(fc.constantFrom(...NAMES), tie('sub'), {
      maxKeys: 1,
      noNullPrototype: true,
    }),
  });
  return {
    any: fc.oneof({ maxDepth: 3 }, record(anything), scalar, object, array, combined, object),
    sub: fc.oneof(
      { maxDepth: 3 },
      { weight: 1, arbitrary: fc.boolean() },
      { weight: 1, arbitrary: reference },
      { weight: 6, arbitrary: tie('any') },
    ),
  };
}).any;

/** References may only stand inside structures, so that validation ends. */
const document = fc
  .tuple(schema, schema, schema)
  .map(([root, d, e]): JsonObject => ({ ...root, $defs: { d: wrap(d), e: wrap(e) } }));

function wrap(inner: JsonObject): JsonObject {
  return { type: ['object', 'string'], properties: { a: inner } };
}

/**
 * Ajv forgets `contains` on an empty array beside `prefixItems`, and what alternatives evaluated,
 * so it is no judge there.
 */
const isFairForAjv = (old: JsonObject, next: JsonObject) => {
  const text = JSON.stringify([old, next]);
  return !(text.includes('"contains"') && text.includes('"prefixItems"'));
};

/** A second schema near the first: some keyword changed, dropped or taken from another. */
const pair = fc
  .tuple(document, document, fc.array(fc.nat(), { minLength: 1, maxLength: 3 }))
  .map(([old, other, picks]) => ({ old, next: picks.reduce((s, p) => mutate(s, other, p), old) }))
  .filter(({ old, next }) => isFairForAjv(old, next));

function mutate(target: JsonObject, source: JsonObject, pick: number): JsonObject {
  const keys = Object.keys(target).filter((key) => key !== '$defs');
  const inner = target.properties;
  if (pick % 3 === 0 && typeof inner === 'object' && inner !== null && !Array.isArray(inner)) {
    const name = Object.keys(inner)[0];
    const child = name === undefined ? undefined : inner[name];
    if (name !== undefined && typeof child === 'object' && child && !Array.isArray(child)) {
      const { $defs, ...plain } = source;
      const changed = child.$ref === undefined ? mutate(child, plain, pick >> 2) : plain;
      return { ...target, properties: { ...inner, [name]: changed } };
    }
  }
  const key = keys[pick % Math.max(1, keys.length)];
  const { $defs, ...rest } = source;
  if (key === undefined || pick % 2 === 0) {
    const taken = Object.keys(rest)[pick % Math.max(1, Object.keys(rest).length)];
    return taken === undefined ? target : { ...target, [taken]: rest[taken] ?? true };
  }
  const { [key]: _dropped, ...kept } = target;
  return kept;
}

describe('checkCompatibility against ajv', { timeout: 60_000 }, () => {
  const values = fc.array(instance, { minLength: 40, maxLength: 40 });

  it.each(['input', 'output'] as const)('%s: compatible means that nothing breaks', (direction) => {
    let proven = 0;
    fc.assert(
      fc.property(pair, values, fc.nat(), ({ old, next }, tried, seed) => {
        const chance = chanceOf(seed);
        const [before, after] = [old, next].map((schema) => sideOf(schema, chance, 15));
        if (!before || !after) return;
        before.instances.push(...tried);
        const { result, witness } = tryPair(direction, before, after);
        if (result.verdict !== 'compatible') return;
        proven += 1;
        expect(witness).toBeUndefined();
      }),
      { numRuns: RUNS },
    );
    // The property would hold of a checker that never says yes.
    expect(proven).toBeGreaterThan(RUNS / 20);
  });

  it('a schema is compatible with itself and with its copy, both ways', () => {
    fc.assert(
      fc.property(document, fc.constantFrom('input', 'output'), (given, direction) => {
        const copy: JsonObject = JSON.parse(JSON.stringify(given));
        return (
          checkCompatibility({ direction, oldSchema: given, newSchema: copy }).changes.length === 0
        );
      }),
      { numRuns: 100 },
    );
  });
});

describe('what is no schema', () => {
  const words = fc.constantFrom(
    ...['type', 'enum', 'const', 'properties', 'required', 'items', 'prefixItems', 'anyOf', 'not'],
    ...['patternProperties', '$ref', '$defs', 'if', 'dependencies', 'minLength', 'pattern', 'x'],
    ...['contains', 'multipleOf', 'minimum', 'unevaluatedProperties', '$id', '__proto__'],
  );
  const garbage = fc.letrec<{ any: Json }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom<Json>(null, true, -1, 1e300, 0.1, '', '#', '#/x', '(', 'object'),
      fc.array(tie('any'), { maxLength: 3 }),
      fc.dictionary(words, tie('any'), { maxKeys: 4, noNullPrototype: true }),
    ),
  })).any;
  const object = fc.dictionary(words, garbage, { maxKeys: 5, noNullPrototype: true });

  it('asks for no text that is longer than any', () => {
    const newSchema: JsonObject = { minLength: 1e300, pattern: '' };
    const { verdict } = checkCompatibility({ direction: 'input', oldSchema: {}, newSchema });
    expect(verdict).not.toBe('compatible');
  });

  it('is not taken for compatible where it turns in a circle', () => {
    const newSchema: JsonObject = { unevaluatedProperties: { $ref: '#' } };
    const oldSchema: JsonObject = { const: null };
    const { verdict } = checkCompatibility({ direction: 'output', oldSchema, newSchema });
    expect(verdict).not.toBe('compatible');
  });

  it('gets an answer all the same', () => {
    fc.assert(
      fc.property(object, object, (oldSchema, newSchema) => {
        for (const direction of ['input', 'output'] as const) {
          checkCompatibility({ direction, oldSchema, newSchema });
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
