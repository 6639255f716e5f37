import { isJsonObject, type Json, type JsonObject } from './json';
import { resolveLocalReference } from './json-pointer';

const MAX_EXPANSIONS = 64;

/** Schemas with their references followed and their alternatives laid beside them; bounded. */
export function expandSchemas(root: Json, schemas: readonly Json[]): JsonObject[] {
  const found = new Set<JsonObject>();
  const queue = [...schemas];
  while (queue.length > 0 && found.size < MAX_EXPANSIONS) {
    const schema = queue.shift();
    if (!isJsonObject(schema) || found.has(schema)) continue;
    found.add(schema);
    if (typeof schema.$ref === 'string') {
      queue.push(...single(resolveLocalReference(root, schema.$ref)));
    }
    queue.push(...listOf(schema.allOf), ...listOf(schema.anyOf), ...listOf(schema.oneOf));
    for (const branch of ['then', 'else']) queue.push(...single(schema[branch]));
  }
  return [...found];
}

/** The schema of a property that is declared by this very name; empty when it is not. */
export function declaredProperty(schema: JsonObject, name: string): Json[] {
  const { properties } = schema;
  if (!isJsonObject(properties) || !Object.hasOwn(properties, name)) return [];
  return single(properties[name]);
}

export function single(value: Json | undefined): Json[] {
  return value === undefined ? [] : [value];
}

export function listOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}
