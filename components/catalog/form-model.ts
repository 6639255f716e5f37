import { isJsonObject, type Json, type JsonObject } from '@/lib/core/shared/json';
import { resolvePointer } from './schema-nodes';

type Common = { description: string | null; schema: JsonObject };

/** How one schema is asked for. What has no fitting control is asked for as JSON. */
export type FieldModel = Common &
  (
    | { kind: 'text'; long: boolean; format: string | null }
    | { kind: 'number'; integer: boolean }
    | { kind: 'boolean' }
    | { kind: 'enum'; values: Json[] }
    | { kind: 'list'; items: JsonObject }
    | { kind: 'object'; properties: { name: string; schema: JsonObject; required: boolean }[] }
    | { kind: 'json' }
  );

const MAX_DEPTH = 4;
const MAX_REFS = 20;

function deref(root: JsonObject, schema: JsonObject): JsonObject {
  let current = schema;
  for (let hops = 0; typeof current.$ref === 'string'; hops += 1) {
    const target = hops < MAX_REFS ? resolvePointer(root, current.$ref) : undefined;
    if (!isJsonObject(target)) return {};
    const { $ref: _, ...beside } = current;
    current = { ...target, ...beside };
  }
  return current;
}

/** `type: ["string", "null"]` and `anyOf: [X, null]` are asked for as X. */
function withoutNull(root: JsonObject, schema: JsonObject): JsonObject {
  if (Array.isArray(schema.type)) {
    const types = schema.type.filter((type) => type !== 'null');
    const only = types[0];
    return types.length === 1 && only !== undefined ? { ...schema, type: only } : schema;
  }
  const variants = schema.anyOf ?? schema.oneOf;
  if (!Array.isArray(variants)) return schema;
  const real = variants.filter((variant) => !(isJsonObject(variant) && variant.type === 'null'));
  const only = real[0];
  if (real.length !== 1 || !isJsonObject(only)) return schema;
  const { anyOf: _a, oneOf: _o, ...beside } = schema;
  return { ...deref(root, only), ...beside };
}

/** @param depth levels above; past four everything is JSON, which also ends cycles */
export function modelOf(root: JsonObject, raw: JsonObject, depth = 0): FieldModel {
  const schema = withoutNull(root, deref(root, raw));
  const description = typeof schema.description === 'string' ? schema.description : null;
  const common = { description, schema };
  if (Array.isArray(schema.enum) && schema.enum.every((value) => !isJsonObject(value))) {
    return { ...common, kind: 'enum', values: schema.enum };
  }
  switch (schema.type) {
    case 'string':
      return {
        ...common,
        kind: 'text',
        long: typeof schema.maxLength === 'number' ? schema.maxLength > 200 : false,
        format: typeof schema.format === 'string' ? schema.format : null,
      };
    case 'number':
    case 'integer':
      return { ...common, kind: 'number', integer: schema.type === 'integer' };
    case 'boolean':
      return { ...common, kind: 'boolean' };
    case 'array':
      return isJsonObject(schema.items) && depth < MAX_DEPTH
        ? { ...common, kind: 'list', items: schema.items }
        : { ...common, kind: 'json' };
    default:
      return objectModel(schema, common, depth);
  }
}

function objectModel(schema: JsonObject, common: Common, depth: number): FieldModel {
  const composed = schema.oneOf ?? schema.anyOf ?? schema.allOf;
  const { properties } = schema;
  if (!isJsonObject(properties) || composed || depth >= MAX_DEPTH)
    return { ...common, kind: 'json' };
  const required = Array.isArray(schema.required) ? schema.required : [];
  return {
    ...common,
    kind: 'object',
    properties: Object.entries(properties)
      .map(([name, child]) => ({
        name,
        schema: isJsonObject(child) ? child : {},
        required: required.includes(name),
      }))
      .sort((a, b) => Number(b.required) - Number(a.required)),
  };
}

/** What a new list entry starts as. */
export function emptyOf(model: FieldModel): Json {
  if (model.schema.default !== undefined) return model.schema.default;
  switch (model.kind) {
    case 'text':
      return '';
    case 'number':
      return 0;
    case 'boolean':
      return false;
    case 'list':
      return [];
    case 'enum':
      return model.values[0] ?? null;
    case 'object':
      return {};
    case 'json':
      return null;
  }
}

/** The defaults a schema declares, as first arguments. Required objects are entered, optional ones left out. */
export function initialArguments(schema: JsonObject): JsonObject {
  return initialObject(schema, modelOf(schema, schema), 0);
}

function initialObject(root: JsonObject, model: FieldModel, depth: number): JsonObject {
  if (model.kind !== 'object') return {};
  const value: JsonObject = {};
  for (const property of model.properties) {
    const child = modelOf(root, property.schema, depth + 1);
    if (child.schema.default !== undefined) value[property.name] = child.schema.default;
    else if (property.required && child.kind === 'object') {
      value[property.name] = initialObject(root, child, depth + 1);
    }
  }
  return value;
}

/** One form of the paths that validators write: `a.b[0]`, `/a/b/0`, `$.a.b.0` -> `/a/b/0`. */
export function normalizePath(path: string): string {
  if (path.startsWith('/') || path === '') return path;
  const parts = path
    .replace(/^\$\.?/, '')
    .replace(/^arguments\.?/, '')
    .replace(/\[(?:"([^"]+)"|(\d+))\]/g, '.$1$2')
    .split('.')
    .filter(Boolean);
  return parts.map((part) => `/${part}`).join('');
}
