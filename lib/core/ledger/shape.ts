import { isJsonObject, type Json, type JsonObject } from '@/lib/core/shared/json';
import { escapePointerPart } from '@/lib/core/shared/json-pointer';
import { declaredProperty, expandSchemas, listOf, single } from '@/lib/core/shared/schema-places';

/**
 * What was passed, without what it said: a pointer for every place the schema
 * declares, to the types seen there (`"string"`, `"null|string"`). A key the
 * schema does not declare reads `*`, array elements read `[]`. The entry
 * {@link SHAPE_CUT} says that more was there than is kept.
 */
export type ArgumentShape = { [path: string]: string };

export const SHAPE_CUT = '~';
const MAX_PATHS = 256;
const MAX_DEPTH = 8;
const MAX_ELEMENTS = 100;
const MAX_NAME = 64;

type Sketch = { root: Json; seen: Map<string, Set<string>>; isCut: boolean };

/**
 * The shape of a call's arguments. Holds no values and no undeclared names;
 * bounded in depth and size. Keys are sorted, so equal shapes have equal text.
 */
export function argumentShape(schema: Json, args: Json): ArgumentShape {
  const sketch: Sketch = { root: schema, seen: new Map(), isCut: false };
  draw(sketch, args, expandSchemas(schema, [schema]), '', 0);
  const entries = [...sketch.seen].map(([path, types]): [string, string] => [
    path,
    [...types].sort().join('|'),
  ]);
  if (sketch.isCut) entries.push([SHAPE_CUT, 'cut']);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function draw(sketch: Sketch, value: Json, schemas: JsonObject[], path: string, depth: number) {
  if (path !== '' && !note(sketch, path, typeName(value))) return;
  const isNested = Array.isArray(value) ? value.length > 0 : isJsonObject(value);
  if (!isNested) return;
  if (depth >= MAX_DEPTH) sketch.isCut = true;
  else if (Array.isArray(value)) drawElements(sketch, value, schemas, path, depth);
  else if (isJsonObject(value)) drawProperties(sketch, value, schemas, path, depth);
}

function drawProperties(
  sketch: Sketch,
  value: JsonObject,
  schemas: JsonObject[],
  path: string,
  depth: number,
): void {
  for (const [name, child] of Object.entries(value)) {
    if (sketch.seen.size >= MAX_PATHS) {
      sketch.isCut = true;
      return;
    }
    const declared = schemas.flatMap((schema) => declaredProperty(schema, name));
    const isDeclared = declared.length > 0 && name.length <= MAX_NAME;
    const below = isDeclared ? declared : schemas.flatMap((schema) => restOf(schema));
    const at = `${path}/${isDeclared ? escapePointerPart(name) : '*'}`;
    draw(sketch, child, expandSchemas(sketch.root, below), at, depth + 1);
  }
}

function drawElements(
  sketch: Sketch,
  value: Json[],
  schemas: JsonObject[],
  path: string,
  depth: number,
): void {
  const below = expandSchemas(
    sketch.root,
    schemas.flatMap((schema) => [
      ...listOf(schema.prefixItems),
      ...(Array.isArray(schema.items) ? schema.items : single(schema.items)),
    ]),
  );
  if (value.length > MAX_ELEMENTS) sketch.isCut = true;
  for (const child of value.slice(0, MAX_ELEMENTS)) {
    draw(sketch, child, below, `${path}/[]`, depth + 1);
  }
}

function note(sketch: Sketch, path: string, type: string): boolean {
  const types = sketch.seen.get(path);
  if (types) {
    types.add(type);
    return true;
  }
  if (sketch.seen.size >= MAX_PATHS) {
    sketch.isCut = true;
    return false;
  }
  sketch.seen.set(path, new Set([type]));
  return true;
}

/** Rules for keys nobody named: their names are data, their values may be described. */
function restOf(schema: JsonObject): Json[] {
  const byPattern = isJsonObject(schema.patternProperties)
    ? Object.values(schema.patternProperties)
    : [];
  return [...byPattern, ...single(schema.additionalProperties)];
}

/** As JSON Schema names types; whole numbers are `integer`. */
export function typeName(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}
