import type { ChangeKind } from '@/lib/core/compat/kinds';
import type { Verdict } from '@/lib/core/shared/domain';
import type { JsonObject } from '@/lib/core/shared/json';

/** What a change of this kind is called in either direction; null where none of the kind is reported. */
export type KindCase = [
  kind: ChangeKind,
  name: string,
  old: JsonObject,
  next: JsonObject,
  input: Verdict | null,
  output: Verdict | null,
];

const S = { type: 'string' };
const N = { type: 'number' };
const I = { type: 'integer' };
const LIST = { type: 'array' };
const ok = 'compatible';
const no = 'breaking';
const dunno = 'unknown';

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  ...more,
});
const closed = (properties: JsonObject, more: JsonObject = {}) =>
  object(properties, { additionalProperties: false, ...more });
const open = (properties: JsonObject) => object(properties, { additionalProperties: true });
const given = (condition: JsonObject, then: JsonObject): JsonObject =>
  Object.fromEntries([
    ['if', condition],
    ['then', then],
  ]);
/** Only this spelling is beyond the reach of the patterns that are decided. */
const mirrored = (letter: string) => ({ ...S, pattern: `^(${letter}+)\\1$` });

export const KIND_CASES: KindCase[] = [
  [
    'type-changed',
    'widened',
    object({ a: S }),
    object({ a: { type: ['string', 'null'] } }),
    ok,
    no,
  ],
  ['type-changed', 'narrowed', N, I, no, ok],
  ['type-changed', 'under a reference to itself', { $ref: '#' }, S, dunno, null],
  ['type-changed', 'the other way', S, { $ref: '#' }, null, dunno],

  ['enum-changed', 'one more', { enum: ['a'] }, { enum: ['a', 'b'] }, ok, no],
  ['enum-changed', 'one less', { enum: ['a', 'b'] }, { enum: ['a'] }, no, ok],
  ['enum-changed', 'over what is not understood', mirrored('a'), { enum: ['aa'] }, dunno, null],
  ['enum-changed', 'the other way', { enum: ['aa'] }, mirrored('a'), null, dunno],

  ['bounds-changed', 'raised', { ...N, minimum: 0 }, { ...N, minimum: 1 }, no, ok],
  ['bounds-changed', 'lowered', { ...N, minimum: 1 }, { ...N, minimum: 0 }, ok, no],
  ['multiple-changed', 'coarser', { ...I, multipleOf: 2 }, { ...I, multipleOf: 4 }, no, ok],
  ['multiple-changed', 'finer', { ...I, multipleOf: 4 }, { ...I, multipleOf: 2 }, ok, no],
  ['length-changed', 'shorter', S, { ...S, maxLength: 5 }, no, ok],
  ['length-changed', 'longer', { ...S, maxLength: 5 }, S, ok, no],
  ['count-changed', 'more items', LIST, { ...LIST, minItems: 1 }, no, ok],
  ['count-changed', 'fewer properties', { maxProperties: 3 }, { maxProperties: 4 }, ok, no],

  ['pattern-changed', 'added', S, { ...S, pattern: '^a' }, no, ok],
  ['pattern-changed', 'dropped', { ...S, pattern: '^a' }, S, ok, no],
  ['pattern-changed', 'not understood', mirrored('a'), mirrored('b'), dunno, dunno],
  ['format-changed', 'added', S, { ...S, format: 'email' }, dunno, ok],
  ['format-changed', 'dropped', { ...S, format: 'email' }, S, ok, dunno],
  [
    'format-changed',
    'wider',
    { ...S, format: 'uri' },
    { ...S, format: 'uri-reference' },
    ok,
    dunno,
  ],
  ['default-changed', 'another', { ...N, default: 1 }, { ...N, default: 2 }, dunno, dunno],
  ['default-changed', 'none any more', { ...N, default: 1 }, N, dunno, dunno],
  ['default-changed', 'one where none was', N, { ...N, default: 1 }, ok, ok],

  ['required-changed', 'demanded', object({ a: S }), object({ a: S }, { required: ['a'] }), no, ok],
  ['required-changed', 'let go', object({ a: S }, { required: ['a'] }), object({ a: S }), ok, no],

  ['property-added', 'to what lists', object({ a: S }), object({ a: S, b: S }), ok, ok],
  ['property-added', 'to what is closed', closed({ a: S }), closed({ a: S, b: S }), ok, no],
  ['property-added', 'to what is open', open({ a: S }), open({ a: S, b: S }), no, ok],
  ['property-removed', 'from what lists', object({ a: S, b: S }), object({ a: S }), no, no],
  ['property-removed', 'from what is closed', closed({ a: S, b: S }), closed({ a: S }), no, ok],
  ['property-removed', 'from what is open', open({ a: S, b: {} }), open({ a: S }), ok, ok],
  ['additional-properties-changed', 'closed', open({}), closed({}), no, ok],
  ['additional-properties-changed', 'opened', closed({}), open({}), ok, no],
  [
    'property-names-changed',
    'ruled',
    open({}),
    { ...open({}), propertyNames: { maxLength: 3 } },
    no,
    ok,
  ],
  [
    'property-names-changed',
    'freed',
    { ...open({}), propertyNames: { maxLength: 3 } },
    open({}),
    ok,
    no,
  ],
  [
    'dependencies-changed',
    'added',
    object({ a: S, b: S }),
    object({ a: S, b: S }, { dependentRequired: { a: ['b'] } }),
    no,
    ok,
  ],
  [
    'dependencies-changed',
    'dropped',
    object({ a: S, b: S }, { dependentRequired: { a: ['b'] } }),
    object({ a: S, b: S }),
    ok,
    no,
  ],

  ['items-changed', 'shut', LIST, { ...LIST, items: false }, no, ok],
  ['items-changed', 'let in', { ...LIST, items: false }, LIST, ok, no],
  ['contains-changed', 'demanded', LIST, { ...LIST, contains: S }, no, ok],
  ['contains-changed', 'no longer', { ...LIST, contains: S }, LIST, ok, no],
  ['unique-items-changed', 'demanded', LIST, { ...LIST, uniqueItems: true }, no, ok],
  ['unique-items-changed', 'no longer', { ...LIST, uniqueItems: true }, LIST, ok, no],

  ['alternatives-changed', 'two of three', { anyOf: [S, I, LIST] }, { anyOf: [S, I] }, no, ok],
  ['alternatives-changed', 'three of two', { anyOf: [S, I] }, { anyOf: [S, I, LIST] }, ok, no],
  ['exclusion-changed', 'added', S, { ...S, not: { const: 'a' } }, no, ok],
  ['exclusion-changed', 'dropped', { ...S, not: { const: 'a' } }, S, ok, no],
  ['condition-changed', 'added', {}, given(S, { minLength: 1 }), no, ok],
  ['condition-changed', 'dropped', given(S, { minLength: 1 }), {}, ok, no],
  ['schema-changed', 'forbidden', object({ a: S }), object({ a: false }), no, ok],
  ['schema-changed', 'allowed', object({ a: false }), object({ a: S }), ok, no],

  ['reference-unresolved', 'elsewhere', S, { $ref: 'https://example.com/a' }, dunno, null],
  ['reference-unresolved', 'elsewhere before', { $ref: 'https://example.com/a' }, S, null, dunno],
  ['keyword-undecided', 'a list in items', LIST, { ...LIST, items: [S] }, dunno, dunno],
  ['too-large', 'nested too deep', S, deep(300), dunno, dunno],
];

function deep(levels: number): JsonObject {
  let schema: JsonObject = { type: 'string' };
  for (let level = 0; level < levels; level += 1) schema = { items: schema };
  return schema;
}
