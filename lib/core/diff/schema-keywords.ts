import { canonicalJson, isJsonObject, type Json, type JsonObject } from '@/lib/core/shared/json';
import { escapePointerPart } from '@/lib/core/shared/json-pointer';
import { listOf } from '@/lib/core/shared/schema-places';

/** A schema inside another. */
export type InnerSchema = { name: string; schema: Json; required: boolean };

const VARIANTS = { oneOf: 'one of', anyOf: 'any of', allOf: 'all of' } as const;
/** Keywords that hold one schema, and what a reader calls it. */
const SINGLES = {
  additionalProperties: '*',
  unevaluatedProperties: 'unevaluated *',
  propertyNames: 'names',
  items: '[]',
  additionalItems: 'further []',
  unevaluatedItems: 'unevaluated []',
  contains: 'contains',
  not: 'not',
  if: 'if',
  // biome-ignore lint/suspicious/noThenProperty: the name of a JSON Schema keyword
  then: 'then',
  else: 'else',
} as const;
/** Followed through references, marked at a child, or of no meaning to a reader. */
const UNSHOWN = new Set(['$defs', 'definitions', 'required', '$id', '$comment']);

/** What a schema says it is, in a word or two. */
export function typeOf(schema: Json): string {
  if (!isJsonObject(schema)) return schema === false ? 'nothing' : 'any';
  const { type } = schema;
  if (typeof type === 'string') return type;
  if (Array.isArray(type)) return type.filter((one) => typeof one === 'string').join(' | ');
  if (schema.const !== undefined) return 'constant';
  if (schema.enum !== undefined) return 'enum';
  if (isJsonObject(schema.properties)) return 'object';
  for (const [keyword, words] of Object.entries(VARIANTS)) {
    if (Array.isArray(schema[keyword])) return words;
  }
  return typeof schema.$ref === 'string' ? 'reference' : 'any';
}

/** Keywords that hold no schema of their own; a boolean schema says only whether anything goes. */
export function ownKeywords(schema: Json): JsonObject {
  if (!isJsonObject(schema)) return { 'any value': schema };
  return Object.fromEntries(
    Object.entries(schema).filter(
      ([keyword, value]) => !UNSHOWN.has(keyword) && !holdsSchemas(keyword, value),
    ),
  );
}

/** Names that are required and not declared: their marks have no child to stand at. */
export function requiredUndeclared(schema: Json): Json[] {
  if (!isJsonObject(schema) || schema.required === undefined) return [];
  if (!Array.isArray(schema.required)) return [schema.required];
  const { properties } = schema;
  return schema.required
    .filter((name) => !(isJsonObject(properties) && Object.hasOwn(properties, String(name))))
    .toSorted();
}

function holdsSchemas(keyword: string, value: Json): boolean {
  switch (keyword) {
    case 'properties':
    case 'patternProperties':
    case 'dependentSchemas':
      return isJsonObject(value);
    case 'prefixItems':
      return Array.isArray(value);
    case 'items':
      return isJsonObject(value) || Array.isArray(value);
    default:
      return Object.hasOwn(VARIANTS, keyword)
        ? Array.isArray(value)
        : Object.hasOwn(SINGLES, keyword) && isJsonObject(value);
  }
}

/**
 * The schemas inside one, by pointer from it. Alternatives that stand in the other schema too, at
 * whatever place, get the place they have there.
 */
export function innerSchemas(schema: Json, other: Json | null = null): Map<string, InnerSchema> {
  const found = new Map<string, InnerSchema>();
  if (!isJsonObject(schema)) return found;
  const add = (pointer: string, name: string, inner: Json, required = false) =>
    found.set(pointer, { name, schema: inner, required });
  const required = Array.isArray(schema.required) ? schema.required : [];
  for (const [name, inner] of entriesOf(schema.properties)) {
    add(`/properties/${escapePointerPart(name)}`, name, inner, required.includes(name));
  }
  for (const [name, inner] of entriesOf(schema.patternProperties)) {
    add(`/patternProperties/${escapePointerPart(name)}`, `/${name}/`, inner);
  }
  for (const [name, inner] of entriesOf(schema.dependentSchemas)) {
    add(`/dependentSchemas/${escapePointerPart(name)}`, `with ${name}`, inner);
  }
  for (const keyword of ['prefixItems', 'items'] as const) {
    listOf(schema[keyword]).forEach((inner, at) => {
      add(`/${keyword}/${at}`, `[${at}]`, inner);
    });
  }
  for (const [keyword, words] of Object.entries(VARIANTS)) {
    const list = listOf(schema[keyword]);
    const places = placesIn(listOf(isJsonObject(other) ? other[keyword] : undefined), list);
    list.forEach((inner, at) => {
      const place = places[at] ?? at;
      add(`/${keyword}/${place}`, `${words} ${place + 1}`, inner);
    });
  }
  for (const [keyword, words] of Object.entries(SINGLES)) {
    const inner = schema[keyword];
    if (isJsonObject(inner)) add(`/${keyword}`, words, inner);
  }
  return found;
}

function entriesOf(value: Json | undefined): [string, Json][] {
  return isJsonObject(value) ? Object.entries(value) : [];
}

/** For each of `list` the place of its equal in `base`; the others take what is left, in order. */
function placesIn(base: readonly Json[], list: readonly Json[]): number[] {
  if (base.length === 0) return list.map((_, at) => at);
  const free = new Map<string, number[]>();
  base.forEach((one, at) => {
    const text = canonicalJson(one);
    free.set(text, [...(free.get(text) ?? []), at]);
  });
  const equal = list.map((one) => free.get(canonicalJson(one))?.shift());
  const taken = new Set(equal);
  const left = Array.from({ length: base.length + list.length }, (_, at) => at).filter(
    (at) => !taken.has(at),
  );
  return equal.map((place) => place ?? left.shift() ?? 0);
}
