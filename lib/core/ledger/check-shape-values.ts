import { canonicalJson, isJsonObject, type Json, type JsonObject } from '@/lib/core/shared/json';
import { single } from '@/lib/core/shared/schema-places';
import type { ShapeFinding } from './check-shape-model';
import { type ArgumentShape, argumentShape, typeName } from './shape';
import type { ShapeNode } from './shape-tree';

const STRING_RULES = ['pattern', 'minLength', 'maxLength', 'format', 'contentEncoding'];
const NUMBER_RULES = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];

/** A type seen that the schema does not take: certain, whatever the values were. */
export function typeProblem(node: ShapeNode, schema: JsonObject): ShapeFinding[] {
  const allowed = allowedTypes(schema);
  if (allowed === null) return [];
  const wrong = node.types.filter((type) => !allowed.has(type) && !isWider(type, allowed));
  if (wrong.length === 0) return [];
  const detail = `was ${wrong.join(' and ')}, and only ${[...allowed].join(' or ')} is accepted`;
  return [{ outcome: 'fail', path: node.path, reason: 'type', detail }];
}

function isWider(type: string, allowed: ReadonlySet<string>): boolean {
  return type === 'integer' && allowed.has('number');
}

/** Types a schema takes at all; null where it takes every one. */
function allowedTypes(schema: JsonObject): ReadonlySet<string> | null {
  const { type, nullable } = schema;
  const named = Array.isArray(type) ? type : single(type);
  const types = new Set(named.filter((one) => typeof one === 'string'));
  if (types.size > 0 && nullable === true) types.add('null');
  const values = enumOf(schema);
  if (values === null) return types.size > 0 ? types : null;
  const ofValues = new Set(values.map(typeName));
  return types.size === 0 ? ofValues : new Set([...ofValues].filter((one) => covers(types, one)));
}

function covers(types: ReadonlySet<string>, type: string): boolean {
  return types.has(type) || isWider(type, types);
}

function enumOf(schema: JsonObject): Json[] | null {
  if (schema.const !== undefined) return [schema.const];
  return Array.isArray(schema.enum) ? schema.enum : null;
}

/** Rules about values, which a shape does not hold; the same rule before is a promise kept. */
export function valueProblem(
  node: ShapeNode,
  schema: JsonObject,
  before: Json | null,
): ShapeFinding[] {
  const isSame = (rule: string) =>
    isJsonObject(before) && canonicalJson(before[rule]) === canonicalJson(schema[rule]);
  const rules = ['enum', 'const'];
  if (node.types.includes('string')) rules.push(...STRING_RULES);
  if (node.types.some((type) => type === 'integer' || type === 'number')) {
    rules.push(...NUMBER_RULES);
  }
  return rules
    .filter((rule) => schema[rule] !== undefined && !isSame(rule))
    .map((rule) => ({
      outcome: 'unknown',
      path: node.path,
      reason: 'value',
      detail: `depends on the value (${rule})`,
    }));
}

/** The shape of a value that is put in at a path, as a mapping does. */
export function shapeOfValue(path: string, value: Json): ArgumentShape {
  const below = argumentShape(declaring(value), value);
  const entries = Object.entries(below).map(([at, type]) => [`${path}${at}`, type]);
  return { [path]: typeName(value), ...Object.fromEntries(entries) };
}

/** A schema that declares every name of the value, so that its shape keeps them. */
function declaring(value: Json): JsonObject {
  if (Array.isArray(value)) return { items: { anyOf: value.map(declaring) } };
  if (!isJsonObject(value)) return {};
  const properties = Object.entries(value).map(([name, child]) => [name, declaring(child)]);
  return { properties: Object.fromEntries(properties) };
}
