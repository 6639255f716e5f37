import { exampleOf, startPatterns } from '@/lib/core/compat/pattern/inclusion';
import { isJsonObject, type Json, type JsonObject } from '@/lib/core/shared/json';
import { pointed } from './judge';
import type { Chance } from './random';

const MAX_DEPTH = 7;
const LEAVES: Json[] = [null, true, false, 0, 1, -1, 2, 3, 0.5, 100, '', 'a', 'ab', 'zzz', [], {}];

/** A value that a schema probably accepts, and a near miss now and then. */
export function instanceOf(schema: JsonObject, chance: Chance): Json {
  const value = make(schema, schema, chance, 0);
  return chance.odds(0.3) ? spoil(value, chance) : value;
}

function make(schema: Json, root: JsonObject, chance: Chance, depth: number): Json {
  if (!isJsonObject(schema)) return chance.pick(LEAVES) ?? null;
  const whole = flatten(schema, root, chance, 0);
  if (whole.const !== undefined) return whole.const;
  if (Array.isArray(whole.enum) && whole.enum.length > 0) return chance.pick(whole.enum) ?? null;
  const { not } = whole;
  if (isJsonObject(not) && not.const !== undefined && chance.odds(0.3)) return not.const;
  const types = typesOf(whole);
  if (whole.nullable === true && chance.odds(0.2)) return null;
  switch (chance.pick(types)) {
    case 'object':
      return object(whole, root, chance, depth);
    case 'array':
      return array(whole, root, chance, depth);
    case 'string':
      return text(whole, chance);
    case 'integer':
      return number(whole, chance, true);
    case 'number':
      return number(whole, chance, false);
    case 'boolean':
      return chance.odds(0.5);
    case 'null':
      return null;
    default:
      return chance.pick(LEAVES) ?? null;
  }
}

function typesOf(schema: JsonObject): Json[] {
  if (Array.isArray(schema.type)) return schema.type;
  if (schema.type !== undefined) return [schema.type];
  if (schema.properties || schema.required || schema.patternProperties) return ['object'];
  if (schema.items || schema.prefixItems || schema.contains) return ['array'];
  if (schema.minLength !== undefined || schema.pattern || schema.maxLength) return ['string'];
  if (schema.minimum !== undefined || schema.maximum !== undefined) return ['number'];
  return [];
}

/** References followed, one alternative chosen, all laid over one another. */
function flatten(schema: JsonObject, root: JsonObject, chance: Chance, hops: number): JsonObject {
  const { $ref, allOf, anyOf, oneOf, if: given, then, else: otherwise, ...own } = schema;
  if (hops > 8) return own;
  const layers: Json[] = [];
  if (typeof $ref === 'string') layers.push(pointed(root, $ref) ?? true);
  if (Array.isArray(allOf)) layers.push(...allOf);
  for (const list of [anyOf, oneOf])
    if (Array.isArray(list)) layers.push(chance.pick(list) ?? true);
  if (given !== undefined) {
    layers.push(...(chance.odds(0.5) ? [given, then ?? true] : [otherwise ?? true]));
  }
  for (const key of ['dependentSchemas', 'dependencies']) {
    const held = schema[key];
    if (isJsonObject(held) && chance.odds(0.5)) layers.push(...Object.values(held));
  }
  return layers.reduce<JsonObject>((whole, layer) => {
    return isJsonObject(layer) ? lay(whole, flatten(layer, root, chance, hops + 1)) : whole;
  }, own);
}

function lay(one: JsonObject, other: JsonObject): JsonObject {
  const whole: JsonObject = { ...other, ...one };
  for (const key of ['properties', 'patternProperties']) {
    const [a, b] = [one[key], other[key]];
    if (isJsonObject(a) && isJsonObject(b)) whole[key] = { ...a, ...b };
  }
  const [a, b] = [one.required, other.required];
  if (Array.isArray(a) && Array.isArray(b)) whole.required = [...a, ...b];
  if (other.const !== undefined || other.enum !== undefined) {
    return { ...whole, ...(other.const === undefined ? { enum: other.enum ?? [] } : other) };
  }
  return whole;
}

function object(schema: JsonObject, root: JsonObject, chance: Chance, depth: number): JsonObject {
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
  const names = Object.keys(properties);
  const share = depth >= MAX_DEPTH ? 0 : (chance.pick([0, 0.2, 0.6, 1]) ?? 0);
  const value: JsonObject = {};
  for (const name of new Set([...required, ...names])) {
    const isLeftOut = required.includes(name) ? chance.odds(0.03) : !chance.odds(share);
    if (!isLeftOut) put(value, name, make(properties[name] ?? true, root, chance, depth + 1));
  }
  const patterns = isJsonObject(schema.patternProperties) ? schema.patternProperties : {};
  for (const [pattern, rule] of Object.entries(patterns)) {
    const name = textFor(pattern);
    if (name !== null && chance.odds(0.5)) put(value, name, make(rule, root, chance, depth + 1));
  }
  const rest = schema.additionalProperties ?? schema.unevaluatedProperties;
  if (rest === undefined && chance.odds(0.1)) put(value, 'zz', chance.pick(LEAVES) ?? null);
  if (rest !== undefined && rest !== false && depth < MAX_DEPTH && chance.odds(0.6)) {
    put(value, chance.pick(['zz', 'a', 'b', 'extra']) ?? 'zz', make(rest, root, chance, depth + 1));
  }
  return value;
}

/** Defines, so that `__proto__` is a name like any other. */
function put(target: JsonObject, name: string, value: Json): void {
  Object.defineProperty(target, name, {
    value,
    enumerable: true,
    writable: true,
    configurable: true,
  });
}

function array(schema: JsonObject, root: JsonObject, chance: Chance, depth: number): Json[] {
  const least = typeof schema.minItems === 'number' ? schema.minItems : 0;
  const most = typeof schema.maxItems === 'number' ? schema.maxItems : least + 3;
  const length = depth >= MAX_DEPTH ? least : (chance.pick([least, most, least + 1, 2]) ?? least);
  const isTuple = Array.isArray(schema.items);
  const prefix = isTuple ? schema.items : schema.prefixItems;
  const rest = (isTuple ? schema.additionalItems : schema.items) ?? schema.contains ?? true;
  return Array.from({ length: Math.min(length, 12) }, (_none, index) => {
    const listed = Array.isArray(prefix) ? prefix[index] : undefined;
    return make(listed ?? rest, root, chance, depth + 1);
  });
}

const known = new Map<string, string | null>();

function textFor(pattern: string): string | null {
  const held = known.get(pattern);
  if (held !== undefined) return held;
  const found = exampleOf([pattern], startPatterns());
  const made = found && !found.holds ? found.text : null;
  known.set(pattern, made);
  return made;
}

function text(schema: JsonObject, chance: Chance): string {
  const least = typeof schema.minLength === 'number' ? schema.minLength : 0;
  const most = typeof schema.maxLength === 'number' ? schema.maxLength : least + 5;
  const base = typeof schema.pattern === 'string' ? textFor(schema.pattern) : null;
  if (base !== null) return chance.odds(0.7) ? base.padEnd(Math.min(least, 50), 'a') : `${base}~`;
  const length = chance.pick([least, most, least + 1, most - 1, 1]) ?? least;
  return 'abcXYZ 12-é'.repeat(60).slice(0, Math.max(0, Math.min(length, 600)));
}

function number(schema: JsonObject, chance: Chance, wholeOnly: boolean): number {
  const low = first(schema.minimum, schema.exclusiveMinimum) ?? -5;
  const high = first(schema.maximum, schema.exclusiveMaximum) ?? low + 20;
  const step = typeof schema.multipleOf === 'number' ? schema.multipleOf : 1;
  const base = chance.pick([low, low + 1, high, high - 1, 0, low + chance.below(20)]) ?? 0;
  const value = Math.round(base / step) * step;
  return wholeOnly || chance.odds(0.6) ? Math.round(value) : value + 0.5;
}

function first(...values: (Json | undefined)[]): number | undefined {
  return values.find((value) => typeof value === 'number');
}

/** One place of a value changed, dropped or added. */
function spoil(value: Json, chance: Chance): Json {
  if (Array.isArray(value) && value.length > 0 && chance.odds(0.8)) {
    const at = chance.below(value.length);
    if (chance.odds(0.3)) return [...value, value[at] ?? null];
    return value.map((item, index) => (index === at ? spoil(item, chance) : item));
  }
  if (isJsonObject(value) && Object.keys(value).length > 0 && chance.odds(0.85)) {
    const name = chance.pick(Object.keys(value)) ?? '';
    const copy: JsonObject = { ...value };
    if (chance.odds(0.25)) delete copy[name];
    else put(copy, name, spoil(value[name] ?? null, chance));
    return copy;
  }
  if (typeof value === 'number' && chance.odds(0.6)) return value + (chance.odds(0.5) ? 1 : -1);
  if (typeof value === 'string' && chance.odds(0.6)) {
    return chance.odds(0.5) ? `${value}~` : value.slice(1);
  }
  return chance.pick(LEAVES) ?? null;
}
