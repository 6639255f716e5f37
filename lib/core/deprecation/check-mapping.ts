import { isJsonObject, type Json, type JsonObject } from '@/lib/core/shared/json';
import { declaredProperty, expandSchemas, listOf } from '@/lib/core/shared/schema-places';
import { pathOf } from './map-shape';
import { type ArgumentMapping, placeParts } from './mapping';

export type MappingProblem = {
  /** `rename.city`, as the form shows it. */
  path: string;
  message: string;
  /** A warning is shown; an error makes the mapping wrong for every call. */
  severity: 'error' | 'warning';
};

/** What is wrong with a mapping, judged by both input schemas alone. */
export function checkMapping(
  mapping: ArgumentMapping,
  oldSchema: JsonObject,
  newSchema: JsonObject,
): MappingProblem[] {
  return [
    ...sourceProblems(mapping, oldSchema),
    ...targetProblems(mapping, newSchema),
    ...clashes(mapping),
    ...missing(mapping, oldSchema, newSchema),
  ];
}

function sourceProblems(mapping: ArgumentMapping, oldSchema: JsonObject): MappingProblem[] {
  const sources: [string, string][] = [
    ...Object.keys(mapping.rename).map((place): [string, string] => [`rename.${place}`, place]),
    ...mapping.drop.map((place): [string, string] => [`drop.${place}`, place]),
  ];
  return sources
    .filter(([, place]) => !isDeclared(oldSchema, place))
    .map(([path, place]) => ({
      path,
      message: `What ends declares no argument "${place}".`,
      severity: 'warning',
    }));
}

function targetProblems(mapping: ArgumentMapping, newSchema: JsonObject): MappingProblem[] {
  const targets: [string, string][] = [
    ...Object.entries(mapping.rename).map(([from, to]): [string, string] => [`rename.${from}`, to]),
    ...Object.keys(mapping.constant).map((to): [string, string] => [`constant.${to}`, to]),
    ...Object.keys(mapping.default).map((to): [string, string] => [`default.${to}`, to]),
  ];
  return targets
    .filter(([, to]) => !isDeclared(newSchema, to))
    .map(([path, to]) => ({
      path,
      message: `The replacement declares no argument "${to}".`,
      severity: 'error',
    }));
}

function clashes(mapping: ArgumentMapping): MappingProblem[] {
  const problems: MappingProblem[] = [];
  const taken = new Map<string, string>();
  for (const [from, to] of Object.entries(mapping.rename)) {
    const other = taken.get(pathOf(to));
    if (other !== undefined) {
      const message = `"${other}" becomes "${to}" already.`;
      problems.push({ path: `rename.${from}`, message, severity: 'error' });
    }
    taken.set(pathOf(to), from);
    if (Object.keys(mapping.constant).some((place) => pathOf(place) === pathOf(to))) {
      const message = `"${to}" has a constant, which would replace it.`;
      problems.push({ path: `rename.${from}`, message, severity: 'error' });
    }
  }
  const renamed = new Set(Object.keys(mapping.rename).map(pathOf));
  for (const place of mapping.drop) {
    if (!renamed.has(pathOf(place))) continue;
    const message = `"${place}" is renamed; it cannot be dropped too.`;
    problems.push({ path: `drop.${place}`, message, severity: 'error' });
  }
  return problems;
}

/** What the replacement requires and nothing is sure to give. */
function missing(
  mapping: ArgumentMapping,
  oldSchema: JsonObject,
  newSchema: JsonObject,
): MappingProblem[] {
  const given = new Set(
    [...Object.keys(mapping.constant), ...Object.keys(mapping.default)].map(topOf),
  );
  const gone = new Set([...mapping.drop, ...Object.keys(mapping.rename)].map(pathOf));
  const always = requiredOf(oldSchema);
  return [...requiredOf(newSchema)].flatMap((name): MappingProblem[] => {
    if (given.has(name)) return [];
    const from = Object.entries(mapping.rename).find(([, to]) => topOf(to) === name)?.[0];
    const source = from ?? (gone.has(pathOf(name)) ? null : name);
    if (source !== null && always.has(topOf(source))) return [];
    if (source !== null && isDeclared(oldSchema, source)) {
      const message = `The replacement requires "${name}", which calls may leave out: give it a default.`;
      return [{ path: `default.${name}`, message, severity: 'warning' }];
    }
    const message = `The replacement requires "${name}": rename an argument to it, or give it a constant or a default.`;
    return [{ path: `constant.${name}`, message, severity: 'error' }];
  });
}

function topOf(place: string): string {
  return placeParts(place)[0] ?? place;
}

function requiredOf(schema: JsonObject): Set<string> {
  const names = [schema, ...listOf(schema.allOf).filter(isJsonObject)].flatMap((part) =>
    listOf(part.required),
  );
  return new Set(names.filter((name) => typeof name === 'string'));
}

function isDeclared(root: JsonObject, place: string): boolean {
  let schemas: Json[] = [root];
  for (const part of placeParts(place)) {
    const found = expandSchemas(root, schemas);
    const declared = found.flatMap((schema) => declaredProperty(schema, part));
    if (declared.length === 0) return found.some(isOpen);
    schemas = declared;
  }
  return true;
}

/** Written out, it takes names nobody declared. */
function isOpen(schema: JsonObject): boolean {
  const { additionalProperties: rest } = schema;
  return rest === true || isJsonObject(rest);
}
