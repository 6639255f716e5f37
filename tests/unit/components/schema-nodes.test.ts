import { describe, expect, it } from 'vitest';
import { describeNode, resolvePointer, type SchemaNode } from '@/components/catalog/schema-nodes';
import type { JsonObject } from '@/lib/core/shared/json';

const rootOf = (schema: JsonObject) =>
  describeNode(schema, { name: '', path: '', schema, required: false, trail: [] });

function child(root: JsonObject, node: SchemaNode, name: string): SchemaNode {
  const found = node.children.find((one) => one.name === name);
  if (!found) throw new Error(`no child ${name}`);
  return describeNode(root, { ...found, path: `${node.path}/${name}` });
}

describe('describeNode', () => {
  it.each<[JsonObject, string]>([
    [{ type: 'string' }, 'string'],
    [{ type: ['integer', 'null'] }, 'integer | null'],
    [{ type: 'array', items: { type: 'string' } }, 'array of string'],
    [{ properties: {} }, 'object'],
    [{ enum: [1] }, 'enum'],
    [{ const: 1 }, 'constant'],
    [{ anyOf: [{}] }, 'any of'],
    [{}, 'any'],
  ])('%j is %s', (schema, type) => {
    expect(rootOf(schema).type).toBe(type);
  });

  it('marks what is required and says bounds', () => {
    const schema = {
      type: 'object',
      required: ['n'],
      properties: { n: { type: 'integer', minimum: 1, maximum: 9, default: 2 }, s: true },
    };
    const root = rootOf(schema);
    expect(child(schema, root, 'n')).toMatchObject({
      required: true,
      notes: ['≥ 1', '≤ 9'],
      default: 2,
    });
    expect(child(schema, root, 's')).toMatchObject({ required: false, type: 'any' });
  });

  it('follows local references and stops where they repeat', () => {
    const schema = {
      $ref: '#/$defs/node',
      $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } },
    };
    const root = rootOf(schema);
    expect(root.type).toBe('object');
    expect(child(schema, root, 'next')).toMatchObject({
      problem: 'repeats #/$defs/node',
      children: [],
    });
  });

  it.each([
    ['to itself', { $ref: '#' }, 'repeats #'],
    ['to nowhere', { $ref: '#/$defs/gone' }, 'unresolved #/$defs/gone'],
    [
      'to the outside',
      { $ref: 'https://example.com/a.json' },
      'unresolved https://example.com/a.json',
    ],
  ])('names a reference %s', (_, schema, problem) => {
    expect(rootOf(schema).problem).toBe(problem);
  });

  it('costs what is open, not what is there', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, n) => [`p${n}`, { type: 'string' }]),
    );
    expect(rootOf({ type: 'object', properties }).children).toHaveLength(20_000);
  });
});

describe('resolvePointer', () => {
  it('reads escapes and never the prototype', () => {
    const root = { $defs: { 'a/b': { '~': [1, 2] } } };
    expect(resolvePointer(root, '#/$defs/a~1b/~0/1')).toBe(2);
    expect(resolvePointer(root, '#/constructor')).toBeUndefined();
    expect(resolvePointer(root, '#/%E0%A4%A')).toBeUndefined();
  });
});
