import { isJsonObject, type JsonObject } from '@/lib/core/shared/json';
import { compareAlternatives } from './alternatives';
import { dereference, type Schema, schemaList, withoutText } from './document';
import { compareNumbers, compareStrings, compareTypes } from './scalars';
import { compareArrays, compareObjects, compareWhole } from './structures';
import { accepts, declaredKinds, finiteValues } from './values';
import { describeChange, emit, enter, holds, meansSame, probe, type Walk } from './walk';

/** Keywords whose meaning depends on more than their own schema; never taken apart. */
const OPAQUE = ['unevaluatedProperties', 'unevaluatedItems', '$dynamicRef', '$recursiveRef'];
/** One object for `true`, so that a cycle against it is noticed. */
const ANYTHING: JsonObject = {};
const COMBINERS = ['allOf', 'anyOf', 'oneOf'] as const;

/**
 * Reports everything that differs between two schemas, with a verdict on each:
 * whether `sup` still accepts all that `sub` accepts. Sound, not complete: what
 * is reported without a breaking or unknown change is a subset for certain.
 */
export function compareSchemas(walk: Walk, sub: Schema, sup: Schema, path: string): void {
  walk.stepsLeft -= 1;
  if (walk.stepsLeft < 0) {
    reportTooLarge(walk);
    return;
  }
  if (sub === false || sup === true) return;
  const from = dereference(sub, walk.sub);
  const into = dereference(sup, walk.sup);
  if (from === null || into === null) {
    if (meansSame(walk, sub, sup)) return;
    const detail = 'A reference here cannot be followed, or stands beside other keywords.';
    emit(walk, path, 'reference-unresolved', 'unknown', detail);
    return;
  }
  if (from === false || into === true) return;
  const left = from === true ? ANYTHING : from;
  if (into === false) {
    emit(walk, path, 'schema-changed', 'breaking', 'Nothing is accepted here on one side.');
    return;
  }
  if (!enter(walk, left, into)) return;
  if (meansSame(walk, left, into)) return;
  if (!isTransparent(walk, left, into, path)) return;
  compareResolved(walk, left, into, path);
}

/** Said inside every question that is cut short, and once more at the end. */
export function reportTooLarge(walk: Walk): void {
  emit(walk, '', 'keyword-undecided', 'unknown', 'Too large to compare to the end.');
}

/** False, with an unknown change, where parts would read differently than they stand. */
function isTransparent(walk: Walk, sub: JsonObject, sup: JsonObject, path: string): boolean {
  const opaque = OPAQUE.find((keyword) => sup[keyword] !== undefined);
  const hasOwnBase = [
    [sub, walk.sub.root],
    [sup, walk.sup.root],
  ].some(([schema, root]) => schema !== root && schema?.$id !== undefined);
  if (opaque === undefined && !hasOwnBase) return true;
  const detail = `"${opaque ?? '$id'}" is not compared.`;
  emit(walk, path, 'keyword-undecided', 'unknown', detail);
  return false;
}

function compareResolved(walk: Walk, sub: JsonObject, sup: JsonObject, path: string): void {
  if (compareFiniteValues(walk, sub, sup, path)) return;
  compareBase(walk, sub, withoutCombiners(sup), path);
  schemaList(sup.allOf).forEach((part, index) => {
    compareSchemas(walk, sub, part, `${path}/allOf/${index}`);
  });
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    if (sup[keyword] !== undefined) {
      compareAlternatives(walk, sub, sup, keyword, path, compareSchemas);
    } else if (sub[keyword] !== undefined) {
      const detail = `${keyword}: one side only, the narrower one.`;
      emit(walk, `${path}/${keyword}`, 'alternatives-changed', 'compatible', detail);
    }
  }
}

/** Few values on the narrow side: each is tried. True when that settled the question. */
function compareFiniteValues(walk: Walk, sub: JsonObject, sup: JsonObject, path: string): boolean {
  const values = finiteValues(sub);
  if (values === null) return false;
  const verdicts = values.map((value) => accepts(value, sup, walk.sup));
  const refused = values.filter((_value, index) => verdicts[index] === false);
  if (refused.length > 0) {
    const list = refused.slice(0, 5).map((value) => JSON.stringify(value));
    const isGone = walk.direction === 'input';
    emit(
      walk,
      path,
      'enum-changed',
      'breaking',
      isGone
        ? `No longer accepted: ${list.join(', ')}.`
        : `May be answered now and could not before: ${list.join(', ')}.`,
    );
    return true;
  }
  if (verdicts.includes(null)) return false;
  const detail = `values: ${describeChange(walk, sub.enum ?? sub.const ?? sub.type, sup.enum ?? sup.const ?? sup.type)}`;
  emit(walk, path, 'enum-changed', 'compatible', detail);
  return true;
}

/**
 * The keywords of `sup` itself against `sub`. Where `sub` also holds combiners, any
 * of them may carry the constraint, so a failure of its own keywords proves nothing.
 */
function compareBase(walk: Walk, sub: JsonObject, sup: JsonObject, path: string): void {
  if (Object.keys(withoutText(sup)).length === 0) return;
  const base = withoutCombiners(sub);
  const own = () => compareKeywords(walk, base, sup, path);
  const present = COMBINERS.filter((keyword) => sub[keyword] !== undefined);
  if (present.length === 0 || holds(walk, own)) {
    own();
    return;
  }
  const proves = (part: Schema) => holds(walk, () => compareSchemas(walk, part, sup, path));
  if (schemaList(sub.allOf).some(proves)) return;
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const parts = schemaList(sub[keyword]);
    if (parts.length > 0 && parts.every(proves)) return;
  }
  const bare = Object.keys(withoutText(base)).every((key) => key === '$defs');
  if (bare && present.length === 1 && present[0] !== 'allOf') {
    schemaList(sub[present[0] ?? 'anyOf']).forEach((part, index) => {
      compareSchemas(walk, part, sup, `${path}/${present[0]}/${index}`);
    });
    return;
  }
  for (const change of probe(walk, own)) {
    walk.changes.push(change.verdict === 'breaking' ? { ...change, verdict: 'unknown' } : change);
  }
}

function compareKeywords(walk: Walk, sub: JsonObject, sup: JsonObject, path: string): void {
  compareTypes(walk, sub, sup, path);
  if (sup.enum !== undefined || sup.const !== undefined) {
    const detail = `values: ${describeChange(walk, sub.enum ?? sub.const, sup.enum ?? sup.const)}`;
    const verdict = finiteValues(sub) === null ? 'breaking' : 'unknown';
    if (!meansSame(walk, valuesOf(sub), valuesOf(sup))) {
      emit(walk, path, 'enum-changed', verdict, detail);
    }
  }
  const kinds = declaredKinds(sub);
  const shared = new Set([...declaredKinds(sup)].filter((kind) => kinds.has(kind)));
  if (shared.has('integer') || shared.has('fraction')) compareNumbers(walk, sub, sup, path);
  if (shared.has('string')) compareStrings(walk, sub, sup, path);
  if (shared.has('array')) compareArrays(walk, sub, sup, path, compareSchemas);
  if (shared.has('object')) compareObjects(walk, sub, sup, path, compareSchemas);
  compareWhole(walk, sub, sup, path, ['not']);
  compareWhole(walk, sub, sup, path, ['if', 'then', 'else']);
}

function valuesOf({ enum: list, const: value }: JsonObject): JsonObject {
  return {
    ...(list === undefined ? {} : { enum: list }),
    ...(value === undefined ? {} : { const: value }),
  };
}

function withoutCombiners(schema: JsonObject): JsonObject {
  if (!isJsonObject(schema)) return {};
  const { allOf, anyOf, oneOf, $defs, definitions, ...base } = schema;
  return base;
}
