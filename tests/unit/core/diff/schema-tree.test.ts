import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffSchemas, type SchemaDiffNode } from '@/lib/core/diff/schema-tree';
import { canonicalJson, type Json } from '@/lib/core/shared/json';

/** Every line of the tree that differs: "+ path type", "- path", "~ path keyword". */
function lines(node: SchemaDiffNode): string[] {
  const own = {
    same: [],
    added: [`+ ${node.path} ${node.type.after}${node.required.after ? ' required' : ''}`],
    removed: [`- ${node.path} ${node.type.before}`],
    changed: node.changes.map(
      ({ keyword, before, after }) =>
        `~ ${node.path} ${keyword} ${JSON.stringify(before)} -> ${JSON.stringify(after)}`,
    ),
  }[node.change];
  return [
    ...own,
    ...(node.cut ? [`cut ${node.path} ${node.cut}`] : []),
    ...node.children.flatMap(lines),
  ];
}

const object = (properties: Json, more: { [key: string]: Json } = {}): Json => ({
  type: 'object',
  properties,
  ...more,
});
const text = { type: 'string' };

const CASES: [name: string, before: Json, after: Json, lines: string[]][] = [
  ['nothing', object({ a: text }), object({ a: text }), []],
  [
    'order',
    { type: 'object', required: ['b', 'a'], properties: { a: text, b: text } },
    { properties: { b: text, a: text }, required: ['a', 'b'], type: 'object' },
    [],
  ],
  ['a property added', object({}), object({ a: text }), ['+ /properties/a string']],
  [
    'added as required',
    object({}),
    object({ a: text }, { required: ['a'] }),
    ['+ /properties/a string required'],
  ],
  ['a property removed', object({ a: text }), object({}), ['- /properties/a string']],
  [
    'what is inside comes along',
    object({}),
    object({ a: object({ b: text }) }),
    ['+ /properties/a object', '+ /properties/a/properties/b string'],
  ],
  [
    'made required',
    object({ a: text }),
    object({ a: text }, { required: ['a'] }),
    ['~ /properties/a required false -> true'],
  ],
  [
    'required, not declared',
    { type: 'object' },
    { type: 'object', required: ['a'] },
    ['~  required names [] -> ["a"]'],
  ],
  [
    'a type',
    object({ a: text }),
    object({ a: { type: ['string', 'null'] } }),
    ['~ /properties/a type "string" -> ["string","null"]'],
  ],
  [
    'a bound',
    object({ a: { type: 'integer' } }),
    object({ a: { type: 'integer', minimum: 1 } }),
    ['~ /properties/a minimum null -> 1'],
  ],
  [
    'a pattern of plain items',
    { type: 'array', items: text },
    { type: 'array', items: { type: 'string', pattern: '^a' } },
    ['~ /items pattern null -> "^a"'],
  ],
  [
    'closed',
    object({}),
    object({}, { additionalProperties: false }),
    ['~  additionalProperties null -> false'],
  ],
  [
    'opened to a schema',
    object({}, { additionalProperties: false }),
    object({}, { additionalProperties: text }),
    ['~  additionalProperties false -> null', '+ /additionalProperties string'],
  ],
  [
    'an unknown keyword',
    object({ a: text }),
    object({ a: { type: 'string', 'x-secret': true } }),
    ['~ /properties/a x-secret null -> true'],
  ],
  [
    'a conditional',
    { if: { required: ['a'] }, else: { required: ['b'] } },
    { if: { required: ['a'] }, else: { required: ['c'] } },
    ['~ /else required names ["b"] -> ["c"]'],
  ],
  [
    'an alternative in front',
    { oneOf: [{ const: 'a' }, { const: 'b' }] },
    { oneOf: [{ const: 'c' }, { const: 'a' }, { const: 'b' }] },
    ['+ /oneOf/2 constant'],
  ],
  [
    'a boolean schema',
    object({ a: true }),
    object({ a: false }),
    ['~ /properties/a any value true -> false'],
  ],
  ['a name with a slash', object({ 'a/b': text }), object({}), ['- /properties/a~1b string']],
  [
    'names of Object',
    object({ constructor: text }),
    object({ __proto__: null, toString: text }),
    ['- /properties/constructor string', '+ /properties/toString string'],
  ],
  [
    'behind a reference',
    object({ a: { $ref: '#/$defs/t' } }, { $defs: { t: text } }),
    object({ a: { $ref: '#/$defs/t' } }, { $defs: { t: { type: 'integer' } } }),
    ['~ /properties/a type "string" -> "integer"'],
  ],
  [
    'definitions nobody names',
    object({}, { $defs: { t: text } }),
    object({}, { $defs: {} }),
    ['~  $defs {"t":{"type":"string"}} -> {}'],
  ],
  [
    'recursion',
    { $defs: { n: object({ next: { $ref: '#/$defs/n' } }) }, $ref: '#/$defs/n' },
    { $defs: { n: object({ next: { $ref: '#/$defs/n' }, v: text }) }, $ref: '#/$defs/n' },
    ['+ /properties/v string'],
  ],
  ['the whole', null, text, ['+  string']],
  ['the whole away', text, null, ['-  string']],
];

describe('two schemas as one tree', () => {
  it.each(CASES)('%s', (_name, before, after, expected) => {
    expect(lines(diffSchemas(before, after))).toEqual(expected);
  });

  it('leaves what is the same closed', () => {
    const tree = diffSchemas(
      object({ a: object({ b: text }), c: text }),
      object({ a: object({ b: text }) }),
    );
    expect(tree.children.map(({ name, children }) => [name, children.length])).toEqual([
      ['a', 0],
      ['c', 0],
    ]);
  });

  it('cuts what references unfold without end, and calls it changed', () => {
    const defs = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [
        `d${at}`,
        object({ l: { $ref: `#/$defs/d${at + 1}` }, r: { $ref: `#/$defs/d${at + 1}` } }),
      ]),
    );
    const bomb = (leaf: Json) => ({ $ref: '#/$defs/d0', $defs: { ...defs, d30: leaf } });
    const tree = diffSchemas(bomb(text), bomb({ type: 'integer' }));
    expect(lines(tree).some((line) => line.startsWith('cut') && line.endsWith('too-large'))).toBe(
      true,
    );
    expect(tree.differs).toBe(true);
    const deep = (depth: number): Json => (depth === 0 ? text : object({ a: deep(depth - 1) }));
    expect(diffSchemas(deep(400), deep(401)).differs).toBe(true);
  });

  it('shows a change exactly where schemas differ', () => {
    const name = fc.constantFrom('a', 'b', 'c');
    const leaf: fc.Arbitrary<Json> = fc.constantFrom<Json[]>(
      text,
      { type: 'integer' },
      true,
      false,
      { $ref: '#/$defs/t' },
      { enum: ['x'] },
      { $ref: '#gone' },
    );
    const { schema } = fc.letrec<{ schema: Json }>((tie) => ({
      schema: fc.oneof(
        { depthSize: 'small' },
        leaf,
        fc.record(
          {
            properties: fc.dictionary(name, tie('schema')),
            required: fc.uniqueArray(name).map((names) => names.sort()),
            minProperties: fc.nat(2),
          },
          { requiredKeys: [] },
        ),
        fc.record({ anyOf: fc.array(tie('schema'), { maxLength: 3 }) }),
        fc.record(
          { items: tie('schema'), not: tie('schema'), if: tie('schema') },
          { requiredKeys: [] },
        ),
      ),
    }));
    const root = fc.record({
      properties: fc.dictionary(name, schema),
      $defs: fc.record({ t: schema }),
    });
    let different = 0;
    fc.assert(
      fc.property(root, root, (before, after) => {
        const differ = canonicalJson(before) !== canonicalJson(after);
        different += differ ? 1 : 0;
        expect(diffSchemas(before, after).differs).toBe(differ);
      }),
      { numRuns: 2000 },
    );
    expect(different).toBeGreaterThan(500);
  });
});
