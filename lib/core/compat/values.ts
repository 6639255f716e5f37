import { canonicalJson, type Json, type JsonObject } from '@/lib/core/shared/json';
import type { Site } from './document';

/** Disjoint kinds of JSON values; a `number` is an integer or a fraction. */
export const VALUE_KINDS = [
  'null',
  'boolean',
  'integer',
  'fraction',
  'string',
  'array',
  'object',
] as const;
export type ValueKind = (typeof VALUE_KINDS)[number];
export type Kinds = ReadonlySet<ValueKind>;

const ALL: Kinds = new Set(VALUE_KINDS);

export function kindOf(value: Json): ValueKind {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'fraction';
  if (typeof value === 'boolean') return 'boolean';
  return typeof value === 'string' ? 'string' : 'object';
}

/** Kinds the `type` keyword lets through; unknown names let nothing through. */
export function declaredKinds(schema: JsonObject): Kinds {
  const { type } = schema;
  if (type === undefined) return ALL;
  const kinds = new Set<ValueKind>();
  for (const name of Array.isArray(type) ? type : [type]) {
    if (name === 'number') kinds.add('integer').add('fraction');
    else for (const kind of VALUE_KINDS) if (kind === name && kind !== 'fraction') kinds.add(kind);
  }
  if (schema.nullable === true) kinds.add('null');
  return kinds;
}

/** Kinds all parts let through, listed values considered. */
export function kindsOf(parts: readonly Site[]): Kinds {
  let kinds = ALL;
  for (const { schema } of parts) {
    const declared = declaredKinds(schema);
    if (declared !== ALL) kinds = new Set([...kinds].filter((kind) => declared.has(kind)));
  }
  const values = listedValues(parts);
  if (values === null) return kinds;
  const listed = new Set(values.map(kindOf));
  return new Set([...kinds].filter((kind) => listed.has(kind)));
}

/** The values `enum` and `const` leave, taken together; null when none of the parts lists any. */
export function listedValues(parts: readonly Site[]): Json[] | null {
  let values: Json[] | null = null;
  for (const { schema } of parts) {
    for (const list of [schema.enum, schema.const === undefined ? undefined : [schema.const]]) {
      if (!Array.isArray(list)) continue;
      values = values === null ? list : values.filter(memberOf(list));
    }
  }
  return values;
}

const read = new WeakMap<readonly Json[], ReadonlySet<string>>();

/** Tells members of a list by their value; each list is read once. */
export function memberOf(list: readonly Json[]): (value: Json) => boolean {
  const texts = read.get(list) ?? new Set(list.map((value) => canonicalJson(value)));
  read.set(list, texts);
  return (value) => texts.has(canonicalJson(value));
}

/** Names of the kinds, for people. */
export function describeKinds(kinds: Kinds): string {
  const names = VALUE_KINDS.filter((kind) => kinds.has(kind) && kind !== 'fraction').map((kind) =>
    kind === 'integer' && kinds.has('fraction') ? 'number' : kind,
  );
  return names.length === VALUE_KINDS.length - 1 ? 'anything' : names.join(' or ') || 'nothing';
}

export type Interval = { low: number; isLowOpen: boolean; high: number; isHighOpen: boolean };

/**
 * The numbers all parts let through by their bounds. Over whole numbers an open bound is the
 * closed one beside it. Draft-04 spelled an open bound as a flag beside the closed one.
 */
export function intervalOf(parts: readonly Site[], wholeOnly: boolean): Interval {
  const low = edgeOf(parts, 'minimum', 'exclusiveMinimum', 1, wholeOnly);
  const high = edgeOf(parts, 'maximum', 'exclusiveMaximum', -1, wholeOnly);
  return { low: low.value, isLowOpen: low.isOpen, high: 0 - high.value, isHighOpen: high.isOpen };
}

type Edge = { value: number; isOpen: boolean };

/** One edge as "at least": upper ones come negated, so that one rule serves both. */
function edgeOf(
  parts: readonly Site[],
  closed: string,
  open: string,
  sign: 1 | -1,
  wholeOnly: boolean,
): Edge {
  let edge: Edge = { value: Number.NEGATIVE_INFINITY, isOpen: false };
  const narrow = (value: number, isOpen: boolean) => {
    if (value > edge.value || (value === edge.value && isOpen)) edge = { value, isOpen };
  };
  for (const { schema } of parts) {
    const limit = schema[closed];
    const beyond = schema[open];
    if (typeof limit === 'number') narrow(sign * limit, beyond === true);
    if (typeof beyond === 'number') narrow(sign * beyond, true);
  }
  return wholeOnly ? toWhole(edge) : edge;
}

function toWhole({ value, isOpen }: Edge): Edge {
  const up = isOpen ? Math.floor(value) + 1 : Math.ceil(value);
  return Number.isSafeInteger(up) ? { value: up, isOpen: false } : { value, isOpen };
}

export function isEmptyInterval({ low, isLowOpen, high, isHighOpen }: Interval): boolean {
  return low > high || (low === high && (isLowOpen || isHighOpen));
}

/** The tightest pair of size limits: at least, at most. */
export function countsOf(
  parts: readonly Site[],
  low: string,
  high: string,
): { least: number; most: number } {
  let least = 0;
  let most = Number.POSITIVE_INFINITY;
  for (const { schema } of parts) {
    const given = [schema[low], schema[high]];
    if (typeof given[0] === 'number') least = Math.max(least, given[0]);
    if (typeof given[1] === 'number') most = Math.min(most, given[1]);
  }
  return { least, most };
}

/** The texts a keyword holds in the parts, each once. */
export function textsOf(parts: readonly Site[], keyword: string): string[] {
  const found = parts.map(({ schema }) => schema[keyword]);
  return [...new Set(found.filter((text) => typeof text === 'string'))];
}
