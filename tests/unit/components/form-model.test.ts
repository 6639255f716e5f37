import { describe, expect, it } from 'vitest';
import { initialArguments, modelOf, normalizePath } from '@/components/catalog/form-model';
import { parseJsonText } from '@/components/catalog/json-text';
import type { JsonObject } from '@/lib/core/shared/json';

describe('modelOf', () => {
  it.each<[JsonObject, string]>([
    [{ type: 'string' }, 'text'],
    [{ type: ['string', 'null'] }, 'text'],
    [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, 'number'],
    [{ type: 'boolean' }, 'boolean'],
    [{ type: 'string', enum: ['a'] }, 'enum'],
    [{ type: 'array', items: { type: 'string' } }, 'list'],
    [{ type: 'array' }, 'json'],
    [{ type: 'object', properties: { a: {} } }, 'object'],
    [{ oneOf: [{ type: 'string' }, { type: 'object' }] }, 'json'],
    [{ $ref: '#/$defs/gone' }, 'json'],
    [{}, 'json'],
  ])('asks for %j as %s', (schema, kind) => {
    expect(modelOf(schema, schema).kind).toBe(kind);
  });

  it('puts required properties first and ends recursion as JSON', () => {
    const schema: JsonObject = {
      type: 'object',
      required: ['b'],
      properties: { a: { $ref: '#' }, b: { type: 'string' } },
    };
    const model = modelOf(schema, schema);
    expect(model.kind === 'object' && model.properties.map((p) => p.name)).toEqual(['b', 'a']);
    expect(modelOf(schema, { $ref: '#' }, 4).kind).toBe('json');
  });

  it('survives references in a circle', () => {
    const schema = {
      $ref: '#/$defs/a',
      $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } },
    };
    expect(modelOf(schema, schema).kind).toBe('json');
  });
});

describe('initialArguments', () => {
  it('starts from the declared defaults', () => {
    const schema: JsonObject = {
      type: 'object',
      required: ['inner'],
      properties: {
        n: { type: 'integer', default: 2 },
        s: { type: 'string' },
        inner: { type: 'object', properties: { flag: { type: 'boolean', default: false } } },
        left: { type: 'object', properties: { flag: { type: 'boolean', default: true } } },
      },
    };
    expect(initialArguments(schema)).toEqual({ n: 2, inner: { flag: false } });
  });

  it('ends on a schema that requires itself', () => {
    const schema = { type: 'object', required: ['a'], properties: { a: { $ref: '#' } } };
    expect(() => initialArguments(schema)).not.toThrow();
  });
});

describe('normalizePath', () => {
  it.each([
    ['', ''],
    ['/a/0', '/a/0'],
    ['a.b[0]', '/a/b/0'],
    ['arguments.a', '/a'],
    ['$.a["b"].c', '/a/b/c'],
  ])('%s is %s', (path, pointer) => {
    expect(normalizePath(path)).toBe(pointer);
  });
});

describe('parseJsonText', () => {
  it('tells apart nothing, a value, and half a value', () => {
    expect(parseJsonText('  ', true)).toEqual({ ok: true, value: undefined });
    expect(parseJsonText('[1]', false)).toEqual({ ok: true, value: [1] });
    expect(parseJsonText('[1]', true).ok).toBe(false);
    expect(parseJsonText('{"a":', true).ok).toBe(false);
  });
});
