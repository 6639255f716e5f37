import type { Json, JsonObject } from '@/lib/core/shared/json';
import { escapePointerPart } from '@/lib/core/shared/json-pointer';
import { asSchema, type Document, own, type Schema, schemaList, schemaMap } from './document';
import { compareCount } from './scalars';
import { describeChange, emit, meansSame, type Walk } from './walk';

/** The comparison of two schemas, handed in so that this file need not import the walk's head. */
export type CompareSchemas = (walk: Walk, sub: Schema, sup: Schema, path: string) => void;

export function compareObjects(
  walk: Walk,
  sub: JsonObject,
  sup: JsonObject,
  path: string,
  compare: CompareSchemas,
): void {
  compareRequired(walk, sub, sup, path);
  compareProperties(walk, sub, sup, path, compare);
  compareCount(walk, sub, sup, path, 'minProperties', 'maxProperties');
  for (const keyword of [
    'propertyNames',
    'dependentRequired',
    'dependentSchemas',
    'dependencies',
  ]) {
    compareWhole(walk, sub, sup, path, [keyword]);
  }
}

function compareRequired(walk: Walk, sub: JsonObject, sup: JsonObject, path: string): void {
  const given = names(sub.required);
  const wanted = names(sup.required);
  const report = (name: string, isDemanded: boolean) => {
    const isNew = isDemanded === (walk.direction === 'input');
    emit(
      walk,
      `${path}/properties/${escapePointerPart(name)}`,
      'required-changed',
      isDemanded ? 'breaking' : 'compatible',
      isNew ? `"${name}" is now required.` : `"${name}" is no longer required.`,
    );
  };
  for (const name of wanted) if (!given.includes(name)) report(name, true);
  for (const name of given) if (!wanted.includes(name)) report(name, false);
}

function names(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
}

function compareProperties(
  walk: Walk,
  sub: JsonObject,
  sup: JsonObject,
  path: string,
  compare: CompareSchemas,
): void {
  const patterns = schemaMap(sub.patternProperties);
  const samePatterns = meansSame(walk, patterns, schemaMap(sup.patternProperties));
  if (!samePatterns) {
    emit(
      walk,
      `${path}/patternProperties`,
      'keyword-undecided',
      'unknown',
      'Properties by pattern differ; that is not compared.',
    );
  }
  const described = schemaMap(sub.properties);
  const expected = schemaMap(sup.properties);
  const rest = asSchema(sub.additionalProperties);
  const restExpected = asSchema(sup.additionalProperties);
  for (const name of new Set([...Object.keys(described), ...Object.keys(expected)])) {
    const at = `${path}/properties/${escapePointerPart(name)}`;
    const given = own(described, name);
    const wanted = own(expected, name);
    if (given !== undefined && wanted !== undefined) {
      compare(walk, asSchema(given), asSchema(wanted), at);
    } else if (given !== undefined) {
      compareDropped(walk, asSchema(given), restExpected, at, name, compare);
    } else if (wanted !== undefined) {
      const covered = Object.keys(patterns).length > 0 && samePatterns;
      compareGained(walk, covered ? true : rest, asSchema(wanted), at, name);
    }
  }
  if (rest === restExpected || meansSame(walk, rest, restExpected)) return;
  const at = `${path}/additionalProperties`;
  if (restExpected === false) {
    emit(walk, at, 'additional-properties-changed', 'breaking', closing(walk, true));
  } else if (rest === false) {
    emit(walk, at, 'additional-properties-changed', 'compatible', closing(walk, false));
  } else {
    compare(walk, rest, restExpected, at);
  }
}

function closing(walk: Walk, supIsClosed: boolean): string {
  return supIsClosed === (walk.direction === 'input')
    ? 'Properties that are not listed are no longer accepted.'
    : 'Properties that are not listed are accepted now.';
}

/** `sub` describes a property that `sup` leaves to its rule for the rest. */
function compareDropped(
  walk: Walk,
  given: Schema,
  rest: Schema,
  path: string,
  name: string,
  compare: CompareSchemas,
): void {
  if (given === false) return;
  const kind = walk.direction === 'input' ? 'property-removed' : 'property-added';
  const word = kind === 'property-removed' ? 'removed' : 'added';
  if (rest === false) {
    emit(
      walk,
      path,
      kind,
      'breaking',
      `"${name}" is ${word}, and properties that are not listed are refused.`,
    );
    return;
  }
  const isOpen = rest === true || Object.keys(rest).length === 0;
  emit(
    walk,
    path,
    kind,
    'compatible',
    `"${name}" is ${word}; properties that are not listed are accepted${isOpen ? '.' : ' by rule.'}`,
  );
  compare(walk, given, rest, path);
}

/**
 * `sup` describes a property that `sub` leaves to its rule for the rest. Under an
 * open rule a value of any type may come under this name already, so a reviewer
 * has to say whether anybody sends one.
 */
function compareGained(walk: Walk, rest: Schema, wanted: Schema, path: string, name: string): void {
  const kind = walk.direction === 'input' ? 'property-added' : 'property-removed';
  const word = kind === 'property-added' ? 'added' : 'removed';
  if (rest === false || wanted === true || meansSame(walk, rest, wanted)) {
    emit(walk, path, kind, 'compatible', `"${name}" is ${word}.`);
    return;
  }
  if (typeof wanted === 'object' && meansSame(walk, wanted, {})) {
    emit(walk, path, kind, 'compatible', `"${name}" is ${word}; any value will do.`);
    return;
  }
  emit(
    walk,
    path,
    kind,
    'unknown',
    `"${name}" is ${word}. The schema without it accepts anything under that name, so a value that does not fit could be in use.`,
  );
}

type Items = { prefix: Schema[]; rest: Schema };

/** Both spellings of tuples as one: older dialects put the list in `items`. */
function readItems(schema: JsonObject, doc: Document): Items | null {
  if (Array.isArray(schema.items)) {
    if (!doc.isLegacy) return null;
    return { prefix: schemaList(schema.items), rest: asSchema(schema.additionalItems) };
  }
  const prefix = doc.isLegacy ? [] : schemaList(schema.prefixItems);
  return { prefix, rest: asSchema(schema.items) };
}

export function compareArrays(
  walk: Walk,
  sub: JsonObject,
  sup: JsonObject,
  path: string,
  compare: CompareSchemas,
): void {
  compareCount(walk, sub, sup, path, 'minItems', 'maxItems');
  const isUnique = sub.uniqueItems === true;
  if (isUnique !== (sup.uniqueItems === true)) {
    const verdict = isUnique ? 'compatible' : 'breaking';
    const detail = `uniqueItems: ${describeChange(walk, sub.uniqueItems, sup.uniqueItems)}`;
    emit(walk, path, 'unique-items-changed', verdict, detail);
  }
  compareWhole(walk, sub, sup, path, ['contains', 'minContains', 'maxContains']);
  const given = readItems(sub, walk.sub);
  const wanted = readItems(sup, walk.sup);
  if (!given || !wanted) {
    const detail = 'A list in "items" means nothing in this dialect; use "prefixItems".';
    emit(walk, `${path}/items`, 'keyword-undecided', 'unknown', detail);
    return;
  }
  const longest = Math.max(given.prefix.length, wanted.prefix.length);
  const most = typeof sub.maxItems === 'number' ? sub.maxItems : Number.POSITIVE_INFINITY;
  for (let index = 0; index < longest && index < most; index += 1) {
    const from = given.prefix[index] ?? given.rest;
    const into = wanted.prefix[index] ?? wanted.rest;
    compareItem(walk, from, into, `${path}/prefixItems/${index}`, compare);
    if (from === false) return;
  }
  if (longest < most) compareItem(walk, given.rest, wanted.rest, `${path}/items`, compare);
}

function compareItem(
  walk: Walk,
  from: Schema,
  into: Schema,
  path: string,
  compare: CompareSchemas,
): void {
  if (from === into || from === false) return;
  if (into === false) {
    emit(walk, path, 'items-changed', 'breaking', 'Items here are accepted on one side only.');
    return;
  }
  compare(walk, from, into, path);
}

/** Keywords that are not taken apart: equal is fine, dropped is wider, anything else is unknown. */
export function compareWhole(
  walk: Walk,
  sub: JsonObject,
  sup: JsonObject,
  path: string,
  keywords: readonly string[],
): void {
  const given = pick(sub, keywords);
  const wanted = pick(sup, keywords);
  if (meansSame(walk, given, wanted)) return;
  const [keyword] = keywords;
  const verdict = Object.keys(wanted).length === 0 ? 'compatible' : 'unknown';
  emit(
    walk,
    `${path}/${keyword}`,
    'keyword-undecided',
    verdict,
    verdict === 'compatible'
      ? `"${keyword}" constrains one side only, the narrower one.`
      : `"${keyword}" differs; that is not compared.`,
  );
}

function pick(schema: JsonObject, keywords: readonly string[]): JsonObject {
  return Object.fromEntries(
    keywords.flatMap((key) => {
      const value = schema[key];
      return value === undefined ? [] : [[key, value]];
    }),
  );
}
