import type { JsonObject } from '@/lib/core/shared/json';

type Bomb = { name: string; old: JsonObject; next: JsonObject };

const text: JsonObject = { type: 'string' };
const longer: JsonObject = { type: 'string', minLength: 1 };
const range = (length: number) => Array.from({ length }, (_none, index) => index);

function nested(depth: number, leaf: JsonObject): JsonObject {
  return range(depth).reduce<JsonObject>(
    (inner) => ({ type: 'object', properties: { a: inner } }),
    leaf,
  );
}

/** Each definition names the next one twice: 2^n ways to the last. */
function doubling(keyword: 'allOf' | 'anyOf', depth: number, leaf: JsonObject): JsonObject {
  const next = (index: number) => ({ $ref: `#/$defs/d${index + 1}` });
  const entries = range(depth).map((index) => [
    `d${index}`,
    index === depth - 1 ? leaf : { [keyword]: [next(index), next(index)] },
  ]);
  return { $ref: '#/$defs/d0', $defs: Object.fromEntries(entries) };
}

function alternatives(width: number, least: number): JsonObject {
  const anyOf = range(width).map((index) => ({
    type: 'object',
    properties: { [`p${index}`]: text, x: { type: 'integer', minimum: index + least } },
    required: [`p${index}`],
  }));
  return { anyOf };
}

function product(width: number, least: number): JsonObject {
  const allOf = range(width).map((row) => ({
    anyOf: range(width).map((column) => ({
      properties: { [`p${row}_${column}`]: { type: 'integer', minimum: least } },
    })),
  }));
  return { allOf };
}

function tree(leaf: JsonObject): JsonObject {
  const t = { $ref: '#/$defs/t' };
  const u = { $ref: '#/$defs/u' };
  return {
    ...t,
    $defs: {
      t: { type: 'object', properties: { value: leaf, left: t, right: u } },
      u: { anyOf: [{ type: 'null' }, t, { type: 'array', items: u }] },
    },
  };
}

function wide(depth: number, leaf: JsonObject): JsonObject {
  if (depth === 0) return leaf;
  const inner = wide(depth - 1, leaf);
  return { anyOf: range(4).map((n) => ({ type: 'object', properties: { [`p${n}`]: inner } })) };
}

/** Each definition demands a property that is the next: nothing is nested but the questions. */
function chain(length: number, leaf: JsonObject): JsonObject {
  const entries = range(length).map((index) => [
    `d${index}`,
    index === length - 1
      ? leaf
      : { properties: { a: { $ref: `#/$defs/d${index + 1}` } }, required: ['a'] },
  ]);
  return { $ref: '#/$defs/d0', $defs: Object.fromEntries(entries) };
}

const listed = (length: number): JsonObject => ({ enum: range(length).map(String) });
const pattern = (source: string): JsonObject => ({ type: 'string', pattern: source });

/** Schemas made to take for ever, each with one that differs. */
/** Each small by itself, and all of them compared with all of the others. */
function named(count: number, letters: string): JsonObject {
  const names = Array.from(
    { length: count },
    (_one, index) => `^(a|b)*${letters.repeat(index % 10)}(a|b){10}${index}$`,
  );
  return {
    patternProperties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
    additionalProperties: false,
  };
}

export const BOMBS: readonly Bomb[] = [
  { name: 'objects 10,000 deep', old: nested(10_000, text), next: nested(10_000, longer) },
  {
    name: 'allOf of references, 2^25',
    old: doubling('allOf', 25, text),
    next: doubling('allOf', 25, longer),
  },
  {
    name: 'anyOf of references, 2^25',
    old: doubling('anyOf', 25, text),
    next: doubling('anyOf', 25, longer),
  },
  { name: 'anyOf 200 x anyOf 200', old: alternatives(200, 0), next: alternatives(200, 1) },
  { name: 'allOf of 12 anyOf of 12', old: product(12, 0), next: product(12, 1) },
  { name: 'anyOf in anyOf, 4^5', old: wide(5, text), next: wide(5, pattern('x')) },
  { name: 'references in a ring', old: tree(text), next: tree({ type: 'integer' }) },
  { name: 'a chain of 2,000 references', old: chain(2_000, text), next: chain(2_000, longer) },
  { name: 'the negation of itself', old: { not: { $ref: '#' } }, next: {} },
  { name: 'a reference to itself', old: { $ref: '#' }, next: text },
  { name: '50,000 values', old: listed(50_000), next: listed(49_999) },
  { name: '4,000 values', old: listed(4_000), next: listed(3_999) },
  { name: 'pattern ^(a+)+$', old: pattern('^(a+)+$'), next: pattern('^(a|aa)+$') },
  {
    name: 'pattern ^(a?){400}a{400}$',
    old: pattern('^(a?){400}a{400}$'),
    next: pattern('^(.*a.*){30}$'),
  },
  {
    name: 'pattern of 2^20 states',
    old: pattern('(a|b)*a(a|b){20}'),
    next: pattern('(a|b)*b(a|b){20}'),
  },
  { name: '300 patterns of names', old: named(300, 'ab'), next: named(300, 'ba') },
  { name: 'pattern with a back-reference', old: pattern('^(a+)\\1$'), next: pattern('^(b+)\\1$') },
];
