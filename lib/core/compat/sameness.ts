import { isJsonObject, type Json, type JsonObject } from '@/lib/core/shared/json';
import { type Document, followReference, type Node, type Site } from './document';

/** Keywords that describe and never decide anything a caller could notice. */
const DESCRIBING = new Set([
  '$schema',
  '$comment',
  'title',
  'description',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  'contentEncoding',
  'contentMediaType',
]);
/** Children that are names, not keywords. */
const NAMED = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'dependencies',
]);
const LITERAL = new Set(['enum', 'const', 'default']);
/** Order and repetition say nothing in these. */
const UNORDERED = new Set(['required', 'type', 'enum']);
/** What dialects read differently. */
const DIALECTAL = new Set([
  'prefixItems',
  'additionalItems',
  'dependentRequired',
  'dependentSchemas',
  'minContains',
  'maxContains',
  'unevaluatedProperties',
  'unevaluatedItems',
  '$dynamicRef',
  '$recursiveRef',
]);

/**
 * Gives equal schemas equal numbers, each part once, so that comparing two is comparing numbers
 * and not texts.
 */
export type Interner = {
  identity: (schema: object) => number;
  isSame: (sub: Site, sup: Site) => boolean;
};

type Reading = 'schema' | 'names' | 'value';

export function startInterner(sub: Document, sup: Document): Interner {
  const meaning = startMeaning();
  const identities = new WeakMap<object, number>();
  let last = 0;
  const identity = (schema: object) => {
    const known = identities.get(schema);
    if (known !== undefined) return known;
    last += 1;
    identities.set(schema, last);
    return last;
  };
  let strangers: Set<string> | null = null;
  const met = new WeakMap<object, boolean>();
  const mixesDialects = sub.isLegacy !== sup.isLegacy || sub.hasTupleItems !== sup.hasTupleItems;
  const isSame = (one: Site, other: Site) => {
    if (one.schema === other.schema && one.doc === other.doc) return true;
    if (meaning(one.schema, 'schema') !== meaning(other.schema, 'schema')) return false;
    if (one.doc === other.doc) return true;
    if (mixesDialects && leansOnDialect(one.schema)) return false;
    strangers ??= differingReferences(sub, sup, (schema) => meaning(schema, 'schema'));
    if (strangers.size === 0) return true;
    const known = met.get(one.schema) ?? mentions(one.schema, strangers);
    met.set(one.schema, known);
    return !known;
  };
  return { identity, isSame };
}

/** All that `sup` asks is among what `sub` asks already, word for word. */
export function isSameNode(interner: Interner, sub: Node, sup: Node): boolean {
  return sup.sites.every((wanted) => sub.sites.some((given) => interner.isSame(given, wanted)));
}

function startMeaning(): (value: Json, reading: Reading) => number {
  const numbers = new Map<string, number>();
  const known = { schema: new WeakMap(), names: new WeakMap(), value: new WeakMap() } satisfies {
    [key in Reading]: WeakMap<object, number>;
  };
  const numberOf = (text: string) => {
    const held = numbers.get(text);
    if (held !== undefined) return held;
    numbers.set(text, numbers.size);
    return numbers.size - 1;
  };
  const meaning = (value: Json, reading: Reading): number => {
    if (typeof value !== 'object' || value === null) return numberOf(JSON.stringify(value));
    const held: number | undefined = known[reading].get(value);
    if (held !== undefined) return held;
    const found = numberOf(textOf(value, reading, meaning));
    known[reading].set(value, found);
    return found;
  };
  return meaning;
}

function textOf(
  value: Json[] | JsonObject,
  reading: Reading,
  meaning: (value: Json, reading: Reading) => number,
): string {
  if (Array.isArray(value)) {
    return `[${value.map((item) => meaning(item, reading)).join()}]`;
  }
  const parts = Object.keys(value)
    .filter((key) => reading !== 'schema' || !DESCRIBING.has(key))
    .sort()
    .map((key) => `${JSON.stringify(key)}:${partOf(value[key] ?? null, key, reading, meaning)}`);
  return `{${parts.join()}}`;
}

function partOf(
  value: Json,
  key: string,
  reading: Reading,
  meaning: (value: Json, reading: Reading) => number,
): string {
  if (reading === 'value') return String(meaning(value, 'value'));
  if (reading === 'names') return String(meaning(value, 'schema'));
  if (UNORDERED.has(key) && Array.isArray(value)) {
    const members = new Set(value.map((member) => meaning(member, 'value')));
    return `set${[...members].sort().join()}`;
  }
  const inner = LITERAL.has(key) ? 'value' : NAMED.has(key) ? 'names' : 'schema';
  return String(meaning(value, inner));
}

function leansOnDialect(value: Json): boolean {
  if (Array.isArray(value)) return value.some(leansOnDialect);
  if (!isJsonObject(value)) return false;
  const hasSiblings = value.$ref !== undefined && Object.keys(value).length > 1;
  return Object.entries(value).some(
    ([key, child]) =>
      DIALECTAL.has(key) ||
      hasSiblings ||
      (key === 'items' && Array.isArray(child)) ||
      leansOnDialect(child),
  );
}

/** References that mean, near or far, something else on the other side. */
function differingReferences(
  sub: Document,
  sup: Document,
  meaning: (schema: JsonObject) => number,
): Set<string> {
  const found = new Set<string>();
  collectReferences(sub.root, found);
  collectReferences(sup.root, found);
  const targets = [...found].map((ref) => ({
    ref,
    one: followReference(ref, sub)?.schema,
    other: followReference(ref, sup)?.schema,
  }));
  const strange = new Set<string>();
  for (const { ref, one, other } of targets) {
    const isElsewhere = one === undefined && other === undefined && /^[a-z]+:/i.test(ref);
    if (isElsewhere) continue;
    if (one === undefined || other === undefined || meaning(one) !== meaning(other)) {
      strange.add(ref);
    }
  }
  const namedBy = new Map<string, string[]>();
  for (const { ref, one } of targets) {
    const inside = new Set<string>();
    if (one !== undefined) collectReferences(one, inside);
    for (const other of inside) namedBy.set(other, [...(namedBy.get(other) ?? []), ref]);
  }
  const queue = [...strange];
  for (let ref = queue.pop(); ref !== undefined; ref = queue.pop()) {
    const affected = (namedBy.get(ref) ?? []).filter((other) => !strange.has(other));
    for (const other of affected) strange.add(other);
    queue.push(...affected);
  }
  return strange;
}

function collectReferences(value: Json, found: Set<string>): void {
  if (Array.isArray(value)) for (const item of value) collectReferences(item, found);
  if (!isJsonObject(value)) return;
  for (const [key, child] of Object.entries(value)) {
    if (isReference(key, child)) found.add(child);
    else collectReferences(child, found);
  }
}

function mentions(value: Json, references: ReadonlySet<string>): boolean {
  if (Array.isArray(value)) return value.some((item) => mentions(item, references));
  if (!isJsonObject(value)) return false;
  return Object.entries(value).some(([key, child]) =>
    isReference(key, child) ? references.has(child) : mentions(child, references),
  );
}

/** Dynamic ones never resolve here, so they are strangers on both sides. */
function isReference(key: string, value: Json): value is string {
  return (
    (key === '$ref' || key === '$dynamicRef' || key === '$recursiveRef') &&
    typeof value === 'string'
  );
}
