import { canonicalJson, isJsonObject, type Json, type JsonObject } from '@/lib/core/shared/json';
import { walkLocalReference } from '@/lib/core/shared/json-pointer';

export type Schema = JsonObject | boolean;

/** One side of a comparison: the document its local references point into. */
export type Document = { root: JsonObject; isLegacy: boolean };

/** Keywords that describe and never decide validity. */
const DESCRIBING = new Set([
  '$schema',
  '$comment',
  'title',
  'description',
  'default',
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
]);
const LITERAL = new Set(['enum', 'const']);
const MAX_HOPS = 32;

export function openDocument(root: JsonObject): Document {
  const dialect = root.$schema;
  return { root, isLegacy: typeof dialect === 'string' && /draft-0[3-7]\b/.test(dialect) };
}

/** The schema behind a value in schema position; anything odd is taken as "no constraint known". */
export function asSchema(value: Json | undefined): Schema {
  if (typeof value === 'boolean') return value;
  return isJsonObject(value) ? value : true;
}

/** Own property only: schemas may name a property `constructor`. */
export function own(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

export function schemaMap(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

export function schemaList(value: Json | undefined): Schema[] {
  return Array.isArray(value) ? value.map(asSchema) : [];
}

/**
 * Follows local references (`#`, `#/...`). Null when one cannot be followed for
 * sure: elsewhere, by anchor, in a circle, or with siblings that decide something.
 */
export function dereference(schema: Schema, doc: Document): Schema | null {
  let current = schema;
  for (let hop = 0; hop < MAX_HOPS; hop += 1) {
    if (typeof current === 'boolean') return current;
    if (!Object.hasOwn(current, '$ref')) return current;
    const { $ref: ref } = current;
    if (typeof ref !== 'string') return null;
    const siblings = Object.keys(withoutText(current)).filter(
      (key) => !isInert(key) && !(key === '$id' && current === doc.root),
    );
    if (siblings.length > 0) return null;
    const target = pointTo(doc.root, ref);
    if (target === null) return null;
    current = target;
  }
  return null;
}

function isInert(key: string): boolean {
  return key === '$ref' || key === '$defs' || key === 'definitions';
}

/** A schema inside one with its own `$id` resolves its references elsewhere: not followed. */
function pointTo(root: JsonObject, ref: string): Schema | null {
  const passed = walkLocalReference(root, ref);
  if (passed === null) return null;
  if (passed.slice(1).some((at) => isJsonObject(at) && typeof at.$id === 'string')) return null;
  const at = passed.at(-1);
  return typeof at === 'boolean' || isJsonObject(at) ? at : null;
}

/** A keyword table without what only describes. */
export function withoutText(schema: JsonObject): JsonObject {
  const kept = Object.entries(schema).filter(([key]) => !DESCRIBING.has(key));
  return Object.fromEntries(kept);
}

/** The text of what decides validity: descriptions dropped at every depth. */
export function meaningOf(schema: Json): string {
  return canonicalJson(stripText(schema));
}

function stripText(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(stripText);
  if (!isJsonObject(schema)) return schema;
  return fromEntries(
    Object.entries(schema)
      .filter(([key]) => !DESCRIBING.has(key))
      .map(([key, value]) => [key, stripUnder(key, value)]),
  );
}

function stripUnder(key: string, value: Json): Json {
  if (LITERAL.has(key)) return value;
  if (!NAMED.has(key) || !isJsonObject(value)) return stripText(value);
  return fromEntries(Object.entries(value).map(([name, child]) => [name, stripText(child)]));
}

/** Like Object.fromEntries, typed; defines, so that `__proto__` is a name like any other. */
function fromEntries(entries: [string, Json][]): JsonObject {
  return Object.fromEntries(entries);
}

/** The local references below, `null` when one is of another kind and cannot be compared by text. */
export function referencesIn(schema: Json, found = new Set<string>()): Set<string> | null {
  if (Array.isArray(schema)) {
    return schema.every((part) => referencesIn(part, found) !== null) ? found : null;
  }
  if (!isJsonObject(schema)) return found;
  for (const [key, value] of Object.entries(schema)) {
    if (key === '$dynamicRef' || key === '$recursiveRef') return null;
    if (key === '$ref' && typeof value === 'string') found.add(value);
    else if (referencesIn(value, found) === null) return null;
  }
  return found;
}

/** The schema one local reference points to, or null. */
export function referenceTarget(ref: string, doc: Document): Schema | null {
  return pointTo(doc.root, ref);
}
