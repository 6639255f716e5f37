import { Ajv2020 } from 'ajv/dist/2020';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkShape } from '@/lib/core/ledger/check-shape';
import { argumentShape } from '@/lib/core/ledger/shape';
import { canonicalJson, type Json, type JsonObject } from '@/lib/core/shared/json';

const isSame = (before: Json, after: Json) => canonicalJson(before) === canonicalJson(after);
const object = (properties: JsonObject, over: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  ...over,
});
const text = { type: 'string' };

function verdict(before: JsonObject, args: JsonObject, schema: JsonObject) {
  return checkShape({ shape: argumentShape(before, args), schema, before, stillAccepts: isSame });
}

describe('a recorded call against another schema', () => {
  const OLD = object({ city: text, force: { type: 'boolean' }, days: { type: 'integer' } });
  it.each<[string, JsonObject, JsonObject, string, string | null]>([
    ['the same schema', { city: 'Bern' }, OLD, 'pass', null],
    ['a name that is gone', { force: true }, object({ city: text }), 'fail', '/force'],
    [
      'a name that is gone, where everything is taken on purpose',
      { force: true },
      object({ city: text }, { additionalProperties: true }),
      'pass',
      null,
    ],
    ['another type', { days: 3 }, object({ days: text }), 'fail', '/days'],
    ['a wider type', { days: 3 }, object({ days: { type: 'number' } }), 'pass', null],
    ['a new requirement', {}, object({ city: text }, { required: ['city'] }), 'fail', '/city'],
    [
      'a requirement that was met',
      { city: 'Bern' },
      object({ city: text }, { required: ['city'] }),
      'pass',
      null,
    ],
    [
      'a rule about the value',
      { city: 'Bern' },
      object({ city: { ...text, maxLength: 3 } }),
      'unknown',
      '/city',
    ],
    [
      'an enum without a value of this type',
      { days: 3 },
      object({ days: { enum: ['one', 'two'] } }),
      'fail',
      '/days',
    ],
    ['undeclared keys', { other: 1 }, object({ city: text }), 'pass', null],
    [
      'undeclared keys, closed now',
      { other: 1 },
      object({ city: text }, { additionalProperties: false }),
      'fail',
      '/*',
    ],
    [
      'undeclared keys that may be the new name',
      { other: 1 },
      object({ city: text, unit: text }, { additionalProperties: false }),
      'unknown',
      '/*',
    ],
    [
      'none of the alternatives',
      { days: 3 },
      object({ days: { anyOf: [text, { type: 'boolean' }] } }),
      'fail',
      '/days',
    ],
    [
      'one of the alternatives',
      { days: 3 },
      object({ days: { anyOf: [text, { type: 'integer' }] } }),
      'pass',
      null,
    ],
    [
      'names that an alternative declares',
      { city: 'Bern' },
      { type: 'object', anyOf: [object({ city: text }), object({ town: text })] },
      'pass',
      null,
    ],
    [
      'what a reference leads to',
      { days: 3 },
      { ...object({ days: { $ref: '#/$defs/d' } }), $defs: { d: text } },
      'fail',
      '/days',
    ],
  ])('%s', (_name, args, schema, outcome, path) => {
    const found = verdict(OLD, args, schema);
    expect(found.outcome).toBe(outcome);
    if (path !== null) expect(found.findings.map((one) => one.path)).toContain(path);
  });

  it('looks into lists and objects', () => {
    const before = object({ at: object({ x: { type: 'integer' } }), tags: { items: text } });
    const args = { at: { x: 1 }, tags: ['a'] };
    const after = object({ at: object({ x: text }), tags: { items: { type: 'integer' } } });
    const found = verdict(before, args, after);
    expect(found.findings.map((one) => one.path)).toEqual(['/at/x', '/tags/[]']);
  });

  it('does not take what was cut for what was missing', () => {
    const schema = object({ city: text }, { required: ['city'] });
    const shape = { '~': 'cut' };
    const found = checkShape({ shape, schema, before: null, stillAccepts: isSame });
    expect(found.outcome).toBe('unknown');
  });
});

const NAMES = ['a', 'b', 'c'];
const leaf = fc.constantFrom<Json>(null, true, 0, 0.5, 7, '', 'abc');
const instance = fc.letrec<{ any: Json }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 2 },
    { weight: 4, arbitrary: leaf },
    { weight: 1, arbitrary: fc.array(tie('any'), { maxLength: 2 }) },
    {
      weight: 2,
      arbitrary: fc.dictionary(fc.constantFrom(...NAMES, 'z'), tie('any'), {
        maxKeys: 3,
        noNullPrototype: true,
      }),
    },
  ),
})).any;
const args = fc.dictionary(fc.constantFrom(...NAMES, 'z'), instance, {
  maxKeys: 4,
  noNullPrototype: true,
});
const schemas = fc.letrec<{ any: JsonObject; root: JsonObject }>((tie) => {
  const part = fc.record(
    {
      properties: fc.dictionary(fc.constantFrom(...NAMES), tie('any'), {
        maxKeys: 3,
        noNullPrototype: true,
      }),
      required: fc.uniqueArray(fc.constantFrom(...NAMES), { maxLength: 2 }),
      additionalProperties: fc.oneof(fc.boolean(), tie('any')),
      minProperties: fc.constant(2),
    },
    { requiredKeys: [], noNullPrototype: true },
  );
  return {
    root: part.map((schema): JsonObject => ({ type: 'object', ...schema })),
    any: fc.oneof(
      { maxDepth: 3 },
      fc.constant({}),
      fc
        .subarray(['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'], {
          minLength: 1,
        })
        .map((type): JsonObject => ({ type })),
      fc.constantFrom<JsonObject>(
        { enum: [0, 'abc'] },
        { const: 7 },
        { maxLength: 2 },
        { minimum: 1 },
      ),
      tie('root'),
      tie('any').map((items): JsonObject => ({ type: 'array', items })),
      fc.tuple(tie('any'), tie('any')).map((anyOf): JsonObject => ({ anyOf })),
      fc.tuple(tie('any'), tie('any')).map((oneOf): JsonObject => ({ oneOf })),
      fc.tuple(tie('any'), tie('any')).map((allOf): JsonObject => ({ allOf })),
      tie('any').map((not): JsonObject => ({ not })),
    ),
  };
});

function accepts(schema: Json, value: Json): boolean {
  const ajv = new Ajv2020({ strict: false, validateSchema: false });
  return ajv.compile(schema as object | boolean)(value) === true;
}

describe('against a validator', () => {
  it('says pass and fail only where the values do not matter', () => {
    const seen = { pass: 0, fail: 0, unknown: 0 };
    fc.assert(
      fc.property(schemas.root, schemas.root, args, (before, schema, value) => {
        fc.pre(accepts(before, value));
        const found = verdict(before, value, schema);
        seen[found.outcome] += 1;
        const valid = accepts(schema, value);
        if (found.outcome === 'pass') expect(valid).toBe(true);
        // A name no longer declared fails by reading, not by validator.
        const hard = found.findings.some(
          (one) => one.outcome === 'fail' && one.reason !== 'removed',
        );
        const soft = JSON.stringify(found.findings).includes('"removed"');
        if (found.outcome === 'fail' && hard && !soft) expect(valid).toBe(false);
      }),
      { numRuns: 400 },
    );
    // Each of them happened at all: the rarest comes about eight times.
    expect(Math.min(seen.pass, seen.fail, seen.unknown)).toBeGreaterThan(0);
  });
});
