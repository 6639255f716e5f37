import { Ajv } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019';
import { Ajv2020 } from 'ajv/dist/2020';
import { isJsonObject, type Json, type JsonObject } from '@/lib/core/shared/json';

/** What ajv says of one value; null where ajv itself fails on the schema. */
export type Judge = (value: Json) => boolean | null;

const OPTIONS = {
  strict: false,
  validateFormats: false,
  logger: false,
  validateSchema: false,
} as const;

const isLegacy = (schema: JsonObject) => /draft-0[3-7]/.test(String(schema.$schema ?? ''));

function ajvFor(schema: JsonObject) {
  if (isLegacy(schema)) return new Ajv(OPTIONS);
  return String(schema.$schema ?? '').includes('2019-09')
    ? new Ajv2019(OPTIONS)
    : new Ajv2020(OPTIONS);
}

function compile(ajv: Ajv | Ajv2019 | Ajv2020, schema: JsonObject): Judge | null {
  const { $schema, ...body } = schema;
  try {
    const validate = ajv.compile(body);
    return (value) => {
      try {
        return validate(value) === true;
      } catch {
        // At some `unevaluatedProperties` the code ajv writes throws; it is no judge there.
        return null;
      }
    };
  } catch {
    return null;
  }
}

/** The schema as it is written, in its own dialect, formats as annotations. */
export function judgeOf(schema: JsonObject): Judge | null {
  return compile(ajvFor(schema), schema);
}

/**
 * The schema as an input promises it: where nothing is said of further properties, there are none.
 * Written apart from the comparison on purpose: 2020-12 says it in one keyword at every place a
 * value is described.
 */
export function closedJudgeOf(schema: JsonObject): Judge | null {
  const modern = isLegacy(schema) ? toModern(schema) : schema;
  return compile(new Ajv2020(OPTIONS), isJsonObject(modern) ? closed(modern, modern) : {});
}

const MAPS = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'];
const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const SINGLES = [
  'items',
  'additionalItems',
  'additionalProperties',
  'contains',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
  'unevaluatedItems',
  'unevaluatedProperties',
];
const LATER = [
  'prefixItems',
  'dependentRequired',
  'dependentSchemas',
  'minContains',
  'maxContains',
];
const LATER_TOO = ['unevaluatedProperties', 'unevaluatedItems'];

/** A draft-07 schema in the words of 2020-12. */
export function toModern(value: Json): Json {
  if (!isJsonObject(value)) return value;
  const old: JsonObject = { ...value };
  for (const key of [...LATER, ...LATER_TOO]) delete old[key];
  const out = mapSchemas(old, toModern);
  if (Array.isArray(out.items)) {
    out.prefixItems = out.items;
    delete out.items;
    if (out.additionalItems !== undefined) out.items = out.additionalItems;
  }
  delete out.additionalItems;
  return out;
}

function mapSchemas(schema: JsonObject, change: (child: Json) => Json): JsonObject {
  const out: JsonObject = { ...schema };
  for (const key of MAPS) {
    const held = out[key];
    if (isJsonObject(held)) {
      out[key] = Object.fromEntries(Object.entries(held).map(([name, it]) => [name, change(it)]));
    }
  }
  for (const key of LISTS) if (Array.isArray(out[key])) out[key] = out[key].map(change);
  for (const key of SINGLES) {
    const held = out[key];
    if (Array.isArray(held)) out[key] = held.map(change);
    else if (held !== undefined) out[key] = change(held);
  }
  return out;
}

/** Places where a value of its own is described, rather than more said of the same one. */
const PLACES = new Set(['items', 'additionalProperties', 'contains', 'unevaluatedItems']);

function closed(schema: JsonObject, root: JsonObject): JsonObject {
  return shut(inside(schema, root), schema, root);
}

function inside(schema: JsonObject, root: JsonObject): JsonObject {
  const place = (child: Json) => (isJsonObject(child) ? closed(child, root) : child);
  const same = (child: Json) => (isJsonObject(child) ? inside(child, root) : child);
  const out: JsonObject = { ...schema };
  for (const key of ['properties', 'patternProperties']) {
    const held = out[key];
    if (isJsonObject(held)) {
      out[key] = Object.fromEntries(Object.entries(held).map(([name, it]) => [name, place(it)]));
    }
  }
  for (const key of ['$defs', 'definitions', 'dependentSchemas']) {
    const held = out[key];
    if (isJsonObject(held)) {
      out[key] = Object.fromEntries(Object.entries(held).map(([name, it]) => [name, same(it)]));
    }
  }
  for (const key of PLACES) if (isJsonObject(out[key])) out[key] = place(out[key] ?? true);
  if (Array.isArray(out.prefixItems)) out.prefixItems = out.prefixItems.map(place);
  for (const key of ['allOf', 'anyOf', 'oneOf']) {
    if (Array.isArray(out[key])) out[key] = out[key].map(same);
  }
  for (const key of ['then', 'else']) if (isJsonObject(out[key])) out[key] = same(out[key] ?? true);
  return out;
}

const OBJECT_WORDS = ['properties', 'patternProperties'];

function shut(out: JsonObject, schema: JsonObject, root: JsonObject): JsonObject {
  if (out.unevaluatedProperties !== undefined) return out;
  return speaks(schema, root, new Set()) ? { ...out, unevaluatedProperties: false } : out;
}

/** Some part of it is about objects. */
function speaks(schema: Json, root: JsonObject, seen: Set<Json>): boolean {
  if (!isJsonObject(schema) || seen.has(schema)) return false;
  seen.add(schema);
  const { type, $ref } = schema;
  if (type === 'object' || (Array.isArray(type) && type.includes('object'))) return true;
  if (type === undefined && OBJECT_WORDS.some((word) => schema[word] !== undefined)) return true;
  const target = typeof $ref === 'string' ? pointed(root, $ref) : undefined;
  if (target !== undefined && speaks(target, root, seen)) return true;
  const dependents = isJsonObject(schema.dependentSchemas) ? schema.dependentSchemas : {};
  const others = [schema.if, schema.then, schema.else, ...Object.values(dependents)];
  for (const key of ['allOf', 'anyOf', 'oneOf']) {
    const held = schema[key];
    if (Array.isArray(held)) others.push(...held);
  }
  return others.some((other) => other !== undefined && speaks(other, root, seen));
}

/** What a local reference points to. */
export function pointed(root: JsonObject, ref: string): Json | undefined {
  if (!ref.startsWith('#')) return undefined;
  let at: Json | undefined = root;
  for (const part of ref.slice(1).split('/').slice(1)) {
    const name = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(at)) at = at[Number(name)];
    else at = isJsonObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  }
  return at;
}
