import { afterAll, describe, expect, it } from 'vitest';
import { boundsProblem, depthOf } from '@/lib/adapters/schema/bounds';
import { createSchemaChecker } from '@/lib/adapters/schema/index';
import type { JsonObject, JsonSchema } from '@/lib/core/shared/json';

const checker = createSchemaChecker({ compileMs: 10_000, validateMs: 1_000 });
afterAll(() => checker.close());

const D7 = 'http://json-schema.org/draft-07/schema#';

describe('compileCheck', () => {
  it.each<[string, JsonObject]>([
    ['no dialect', { type: 'object', properties: { a: { type: 'string' } } }],
    ['draft-04', { $schema: 'http://json-schema.org/draft-04/schema#', id: 'http://x.test/a' }],
    ['draft-06', { $schema: 'http://json-schema.org/draft-06/schema#', examples: [1] }],
    ['draft-07 over https', { $schema: 'https://json-schema.org/draft-07/schema', type: 'object' }],
    ['2019-09', { $schema: 'https://json-schema.org/draft/2019-09/schema', type: 'object' }],
    ['2020-12', { $schema: 'https://json-schema.org/draft/2020-12/schema', prefixItems: [{}] }],
    ['unknown keywords and formats', { 'x-thing': 1, properties: { a: { format: 'moon-phase' } } }],
    ['local references', { $ref: '#/$defs/a', $defs: { a: { type: 'object' } } }],
    ['two schemas of one $id', { $id: 'http://x.test/a', $ref: '#/$defs/b', $defs: { b: true } }],
    ['two schemas of one $id, the other', { $id: 'http://x.test/a', type: 'string' }],
  ])('accepts %s', async (_name, schema) => {
    expect(await checker.compileCheck(schema)).toEqual({ ok: true, slowPatterns: [] });
  });

  it.each<[string, unknown, RegExp]>([
    ['a remote reference', { $ref: 'https://x.test/s.json' }, /points outside the schema/],
    [
      'a dangling reference',
      { $ref: '#/$defs/none' },
      /names nothing in this schema|can't resolve/,
    ],
    ['an empty enum', { $schema: D7, properties: { a: { enum: [] } } }, /enum/],
    ['a type nobody knows', { type: 'strnig' }, /type/],
    ['another dialect', { $schema: 'https://x.test/mine' }, /not a dialect known here/],
    ['a pattern that is none', { properties: { a: { pattern: '(' } } }, /regular expression/i],
    ['a boolean', true, /must be a JSON object/],
    ['an asynchronous schema', { $async: true, type: 'object' }, /\$async/],
  ])('refuses %s', async (_name, schema, reason) => {
    const result = await checker.compileCheck(schema);
    expect(result).toMatchObject({ ok: false, reason: expect.stringMatching(reason) });
  });

  it('names the patterns that cannot run in linear time', async () => {
    const schema = { properties: { a: { pattern: '^(?!x)y$' }, b: { pattern: '^[a-z]+$' } } };
    expect(await checker.compileCheck(schema)).toEqual({ ok: true, slowPatterns: ['^(?!x)y$'] });
  });

  it('bounds size and depth', () => {
    let deep: JsonObject = {};
    for (let i = 0; i < 80; i += 1) deep = { items: deep };
    expect(boundsProblem(deep)).toMatch(/deeper than 64/);
    expect(boundsProblem({ description: 'x'.repeat(300_000) })).toMatch(/bytes/);
    expect(depthOf({ a: [{ b: 1 }] }, 64)).toBe(3);
    expect(boundsProblem({ type: 'object' })).toBeNull();
  });
});

describe('validate', () => {
  const schema: JsonSchema = {
    type: 'object',
    required: ['name'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 2, pattern: '^[a-zé]+$' },
      mode: { enum: ['fast', 'safe'] },
      tags: { type: 'array', items: { type: 'object', properties: { id: { type: 'integer' } } } },
      when: { type: 'string', format: 'date-time' },
    },
  };
  it.each<[JsonObject, string, RegExp]>([
    [{}, 'name', /is required; add it \(string\)/],
    [{ name: 'ab', nmae: 1 }, 'nmae', /not a declared property; remove it or use one of "name"/],
    [{ name: 4 }, 'name', /must be a string, not a number/],
    [{ name: 'a' }, 'name', /at least 2 characters/],
    [{ name: 'A9' }, 'name', /must match the pattern/],
    [{ name: 'ab', mode: 'slow' }, 'mode', /must be one of "fast", "safe"/],
    [{ name: 'ab', tags: [{}, { id: 'x' }] }, 'tags[1].id', /must be an integer, not a string/],
    [{ name: 'ab', when: 'today' }, 'when', /must be written as a date-time/],
  ])('%j is wrong at %s', async (value, path, message) => {
    const result = await checker.validate({ schema }, value);
    const errors = result.valid ? [] : result.errors;
    expect(errors.find((error) => error.path === path)?.message).toMatch(message);
  });

  it('accepts what fits', async () => {
    expect(await checker.validate({ schema }, { name: 'éa', mode: 'fast' })).toEqual({
      valid: true,
    });
  });

  it('keeps several patterns of one schema apart', async () => {
    const two = { properties: { a: { pattern: '^a+$' }, b: { pattern: '^b+$' } } };
    expect((await checker.validate({ schema: two }, { a: 'aa', b: 'bb' })).valid).toBe(true);
    expect((await checker.validate({ schema: two }, { a: 'aa', b: 'aa' })).valid).toBe(false);
  });

  it('reads exclusive bounds of draft-04', async () => {
    const four = {
      $schema: 'http://json-schema.org/draft-04/schema#',
      properties: { n: { minimum: 3, exclusiveMinimum: true } },
    };
    expect((await checker.validate({ schema: four }, { n: 3 })).valid).toBe(false);
    expect((await checker.validate({ schema: four }, { n: 4 })).valid).toBe(true);
  });

  it('runs hostile patterns in linear time', async () => {
    const hostile = { properties: { a: { type: 'string', pattern: '^(a+)+$' } } };
    const started = performance.now();
    const result = await checker.validate({ schema: hostile }, { a: `${'a'.repeat(5_000)}!` });
    expect(result.valid).toBe(false);
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  it('ends a check that hangs, and answers those behind it', async () => {
    const stuck = { properties: { a: { pattern: '^(?=a)(a+)+$' } } };
    await checker.compileCheck(stuck);
    await checker.validate({ schema: stuck }, { a: 'a' });
    const before = checker.restarts;
    const [hung, behind] = await Promise.all([
      checker.validate({ schema: stuck }, { a: `${'a'.repeat(40)}!` }),
      checker.validate({ schema }, { name: 'ab' }),
    ]);
    expect(hung).toMatchObject({ valid: false, failure: 'TIMEOUT' });
    expect(behind).toEqual({ valid: true });
    expect(checker.restarts).toBe(before + 1);
  });

  it('says so when the schema itself does not compile', async () => {
    const result = await checker.validate({ schema: { type: 'nothing' } }, {});
    expect(result).toMatchObject({ valid: false, failure: 'BAD_SCHEMA' });
  });

  it('answers a thousand in a row, each quickly', async () => {
    const times: number[] = [];
    for (let i = 0; i < 1_000; i += 1) {
      const started = performance.now();
      await checker.validate({ schema }, { name: 'ab', mode: 'safe' });
      times.push(performance.now() - started);
    }
    times.sort((a, b) => a - b);
    // Under 0.1 ms on an idle machine; the bound leaves room for a busy one.
    expect(times[500]).toBeLessThan(10);
  });
});
