import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { argumentShape, SHAPE_CUT } from '@/lib/core/ledger/shape';
import type { Json } from '@/lib/core/shared/json';

const SCHEMA: Json = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    force: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' } },
    owner: { $ref: '#/$defs/person' },
    labels: { type: 'object', additionalProperties: { $ref: '#/$defs/person' } },
    either: { anyOf: [{ properties: { left: {} } }, { properties: { right: {} } }] },
    tree: { $ref: '#/$defs/tree' },
    constructor: { type: 'string' },
  },
  $defs: {
    person: { properties: { email: {} } },
    tree: { properties: { kids: { items: { $ref: '#/$defs/tree' } }, v: {} } },
  },
};

describe('argumentShape', () => {
  it.each<[string, Json, Record<string, string>]>([
    ['nothing', {}, {}],
    ['declared', { name: 'x', force: true }, { '/force': 'boolean', '/name': 'string' }],
    ['numbers', { name: 1, force: 0.5 }, { '/force': 'number', '/name': 'integer' }],
    ['null', { name: null }, { '/name': 'null' }],
    ['undeclared', { password: 'hunter2' }, { '/*': 'string' }],
    ['several undeclared', { a: 'x', b: 1, c: null }, { '/*': 'integer|null|string' }],
    ['elements', { tags: ['a', 1] }, { '/tags': 'array', '/tags/[]': 'integer|string' }],
    ['no elements', { tags: [] }, { '/tags': 'array' }],
    ['by reference', { owner: { email: 'e' } }, { '/owner': 'object', '/owner/email': 'string' }],
    ['undeclared inside', { owner: { secret: 1 } }, { '/owner': 'object', '/owner/*': 'integer' }],
    [
      'names that are data, values that are described',
      { labels: { 'ann@example.com': { email: 'e' } } },
      { '/labels': 'object', '/labels/*': 'object', '/labels/*/email': 'string' },
    ],
    [
      'either side of alternatives',
      { either: { left: 1, right: 'x' } },
      { '/either': 'object', '/either/left': 'integer', '/either/right': 'string' },
    ],
    [
      'a tree',
      { tree: { kids: [{ v: 1, kids: [] }] } },
      {
        '/tree': 'object',
        '/tree/kids': 'array',
        '/tree/kids/[]': 'object',
        '/tree/kids/[]/kids': 'array',
        '/tree/kids/[]/v': 'integer',
      },
    ],
    [
      'inherited names',
      { toString: 'x', constructor: 'y' },
      { '/*': 'string', '/constructor': 'string' },
    ],
    ['not an object', 'text', {}],
  ])('%s', (_name, args, shape) => {
    expect(argumentShape(SCHEMA, args)).toEqual(shape);
  });

  it('escapes declared names', () => {
    const schema = { properties: { 'a/b': {} } };
    expect(argumentShape(schema, { 'a/b': 1 })).toEqual({ '/a~1b': 'integer' });
  });

  it('takes every key for undeclared where there is no schema', () => {
    expect(argumentShape(true, { a: 1 })).toEqual({ '/*': 'integer' });
  });

  it('is cut in depth, elements and paths, and says so', () => {
    let deep: Json = 'x';
    for (let level = 0; level < 30; level += 1) deep = { kids: [deep] };
    const byDepth = argumentShape(SCHEMA, { tree: deep });
    expect(byDepth[SHAPE_CUT]).toBe('cut');
    expect(Object.keys(byDepth).length).toBeLessThan(12);

    const long = argumentShape(SCHEMA, { tags: Array.from({ length: 1000 }, () => 'x') });
    expect(long).toEqual({ '/tags': 'array', '/tags/[]': 'string', [SHAPE_CUT]: 'cut' });

    const names = Array.from({ length: 1000 }, (_, index) => [`p${index}`, {}]);
    const wide = argumentShape(
      { properties: Object.fromEntries(names) },
      Object.fromEntries(names.map(([name]) => [name, 1])),
    );
    expect(Object.keys(wide).length).toBeLessThanOrEqual(257);
    expect(wide[SHAPE_CUT]).toBe('cut');
  });

  it('survives references in circles', () => {
    const schema = {
      $ref: '#/$defs/a',
      $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } },
    };
    expect(argumentShape(schema, { x: 1 })).toEqual({ '/*': 'integer' });
  });

  it('never holds a value or an undeclared name', () => {
    const secret = fc.stringMatching(/^SECRET[a-z]{4}$/);
    const value = fc.letrec<{ any: Json }>((tie) => ({
      any: fc.oneof(
        { maxDepth: 4 },
        secret,
        fc.array(tie('any'), { maxLength: 3 }),
        fc.dictionary(
          fc.oneof(secret, fc.constantFrom('name', 'owner', 'labels', 'tree', 'kids')),
          tie('any'),
          { maxKeys: 4 },
        ),
      ),
    })).any;
    fc.assert(
      fc.property(value, (args) => !JSON.stringify(argumentShape(SCHEMA, args)).includes('SECRET')),
    );
  });

  it('has one text for equal shapes', () => {
    const one = argumentShape(SCHEMA, { name: 'a', force: true });
    const other = argumentShape(SCHEMA, { force: false, name: 'b' });
    expect(JSON.stringify(one)).toBe(JSON.stringify(other));
  });
});
