import { canonicalJson, isJsonObject, type Json, type JsonObject } from '@/lib/core/shared/json';
import { asSchema, type Document, dereference, type Schema, schemaList } from './document';

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

const ALL: ReadonlySet<ValueKind> = new Set(VALUE_KINDS);

export function kindOf(value: Json): ValueKind {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'fraction';
  if (typeof value === 'boolean') return 'boolean';
  return typeof value === 'string' ? 'string' : 'object';
}

/** Kinds the `type` keyword lets through; unknown names let nothing through. */
export function declaredKinds(schema: JsonObject): ReadonlySet<ValueKind> {
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

/** The only values a schema can accept, when `enum`, `const` or its types make them few. */
export function finiteValues(schema: JsonObject): Json[] | null {
  if (schema.const !== undefined) return [schema.const];
  if (Array.isArray(schema.enum)) return schema.enum;
  const kinds = declaredKinds(schema);
  if ([...kinds].some((kind) => kind !== 'null' && kind !== 'boolean')) return null;
  return [...(kinds.has('null') ? [null] : []), ...(kinds.has('boolean') ? [true, false] : [])];
}

export function includesValue(values: readonly Json[], value: Json): boolean {
  const text = canonicalJson(value);
  return values.some((other) => canonicalJson(other) === text);
}

/** Names of the kinds, for people. */
export function describeKinds(kinds: ReadonlySet<ValueKind>): string {
  const names = VALUE_KINDS.filter((kind) => kinds.has(kind) && kind !== 'fraction').map((kind) =>
    kind === 'integer' && kinds.has('fraction') ? 'number' : kind,
  );
  return names.length === VALUE_KINDS.length - 1 ? 'anything' : names.join(' or ') || 'nothing';
}

const DECIDED = new Set([
  'type',
  'nullable',
  'enum',
  'const',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'allOf',
  'anyOf',
]);
/** Keywords that never look at a value that is neither array nor object. */
const STRUCTURAL = new Set([
  'properties',
  'patternProperties',
  'additionalProperties',
  'propertyNames',
  'required',
  'minProperties',
  'maxProperties',
  'dependentRequired',
  'dependentSchemas',
  'dependencies',
  'items',
  'prefixItems',
  'additionalItems',
  'contains',
  'minContains',
  'maxContains',
  'minItems',
  'maxItems',
  'uniqueItems',
  'unevaluatedItems',
  'unevaluatedProperties',
]);
const INERT = new Set(['title', 'description', 'default', 'examples', 'deprecated', '$comment']);

/**
 * Whether a schema accepts one value: true, false, or null when these few
 * keywords do not tell. Small on purpose; full validation is not core's job.
 */
export function accepts(value: Json, given: Schema, doc: Document, depth = 0): boolean | null {
  const schema = depth > 16 ? null : dereference(given, doc);
  if (schema === null) return null;
  if (typeof schema === 'boolean') return schema;
  if (!acceptsScalarKeywords(value, schema)) return false;
  const all = schemaList(schema.allOf).map((part) => accepts(value, part, doc, depth + 1));
  if (all.includes(false)) return false;
  if (schema.anyOf !== undefined) {
    const any = schemaList(schema.anyOf).map((part) => accepts(value, part, doc, depth + 1));
    if (!any.includes(true)) return any.includes(null) ? null : false;
  }
  const isScalar = !Array.isArray(value) && !isJsonObject(value);
  const undecided = Object.keys(schema).some(
    (key) =>
      !DECIDED.has(key) && !INERT.has(key) && !(isScalar && STRUCTURAL.has(key)) && key !== '$defs',
  );
  return undecided || all.includes(null) ? null : true;
}

function acceptsScalarKeywords(value: Json, schema: JsonObject): boolean {
  if (!declaredKinds(schema).has(kindOf(value))) return false;
  if (schema.const !== undefined && !includesValue([schema.const], value)) return false;
  if (Array.isArray(schema.enum) && !includesValue(schema.enum, value)) return false;
  if (typeof value === 'number') return acceptsNumber(value, schema);
  if (typeof value !== 'string') return true;
  const length = [...value].length;
  return (
    !(typeof schema.minLength === 'number' && length < schema.minLength) &&
    !(typeof schema.maxLength === 'number' && length > schema.maxLength)
  );
}

function acceptsNumber(value: number, schema: JsonObject): boolean {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  return (
    !(typeof minimum === 'number' && value < minimum) &&
    !(typeof maximum === 'number' && value > maximum) &&
    !(typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum) &&
    !(typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum)
  );
}

/** Whether no value can be accepted by both, as far as types and tagged objects tell. */
export function areDisjoint(a: Schema, b: Schema, docA: Document, docB: Document): boolean {
  const left = dereference(a, docA);
  const right = dereference(b, docB);
  if (left === false || right === false) return true;
  if (left === null || right === null || left === true || right === true) return false;
  const kindsA = possibleKinds(left);
  const shared = [...possibleKinds(right)].filter((kind) => kindsA.has(kind));
  if (shared.length === 0) return true;
  const fewA = finiteValues(left);
  const fewB = finiteValues(right);
  if (fewA && fewB) return !fewA.some((value) => includesValue(fewB, value));
  return shared.every((kind) => kind === 'object') && haveDifferentTags(left, right, docA, docB);
}

function possibleKinds(schema: JsonObject): ReadonlySet<ValueKind> {
  const values = finiteValues(schema);
  return values ? new Set(values.map(kindOf)) : declaredKinds(schema);
}

/** Both demand one property, and its few possible values differ. */
function haveDifferentTags(a: JsonObject, b: JsonObject, docA: Document, docB: Document): boolean {
  const required = Array.isArray(a.required) ? a.required : [];
  const alsoRequired = Array.isArray(b.required) ? b.required : [];
  return required.some((name) => {
    if (typeof name !== 'string' || !alsoRequired.includes(name)) return false;
    const tagA = tagValues(a, name, docA);
    const tagB = tagValues(b, name, docB);
    return tagA !== null && tagB !== null && !tagA.some((value) => includesValue(tagB, value));
  });
}

function tagValues(schema: JsonObject, name: string, doc: Document): Json[] | null {
  const properties = schema.properties;
  if (!isJsonObject(properties) || !Object.hasOwn(properties, name)) return null;
  const tag = dereference(asSchema(properties[name]), doc);
  return typeof tag === 'object' && tag !== null ? finiteValues(tag) : null;
}
