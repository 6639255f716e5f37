import { canonicalJson, type Json, type JsonObject } from '@/lib/core/shared/json';
import { ANYTHING, below, type Node, nodeOf, own, type Site } from './document';
import { declaredNames, type Given, givenOf, propertyOf, requiredBy, restOf } from './given';
import { isHollow, livingKinds } from './hollow';
import { exampleOf } from './pattern/inclusion';
import { inPlace } from './reading';
import { shapesOf } from './shapes';
import { itemAt } from './tuples';
import { countsOf, intervalOf, listedValues, textsOf, type ValueKind } from './values';
import { spend, type Walk } from './walk';

const MAX_DEPTH = 5;
const MAX_SAMPLES = 24;
const MAX_SHAPES = 4;
const MAX_NAMES = 24;
const MAX_LENGTH = 300;

/** Values that may show a difference: asked for by the other side, or found further down. */
export type Hints = { values: readonly Json[]; below: readonly { path: string; value: Json }[] };

/**
 * Values that are likely to fit a shape, most of them at its edges. Made without chance; whether
 * one does fit is for the caller to ask.
 */
export function samplesOfShape(walk: Walk, given: Given, hints: Hints, depth = 0): Json[] {
  spend(walk, 4);
  const listed = listedValues(given.shape.parts);
  if (listed !== null) return listed.slice(0, MAX_SAMPLES);
  const kinds = livingKinds(walk, given);
  const found = [...kinds].flatMap((kind) => samplesOfKind(walk, given, kind, hints, depth));
  return [
    ...distinct([...found, ...hints.values]).slice(0, depth === 0 ? MAX_SAMPLES * 5 : MAX_SAMPLES),
  ];
}

function samplesOf(walk: Walk, node: Node, hints: Hints, depth: number): Json[] {
  const near = hints.below.filter(({ path }) => path.startsWith(node.path));
  const inner = { values: [], below: near };
  const examples = near.filter(({ path }) => path === node.path).map(({ value }) => value);
  const shapes = shapesOf(walk, node).slice(0, depth > 2 ? 2 : MAX_SHAPES);
  const made = shapes.flatMap((shape) =>
    samplesOfShape(walk, givenOf(walk, shape, node), inner, depth),
  );
  const all = distinct([...examples, ...made].slice(0, depth > 2 ? 6 : 24));
  spend(walk, all.length * 2);
  return all.slice(0, 10);
}

function distinct(values: Json[]): Json[] {
  const found = new Map<string, Json>();
  for (const value of values) {
    const text = canonicalJson(value);
    if (!found.has(text)) found.set(text, value);
  }
  return [...found.values()];
}

function samplesOfKind(
  walk: Walk,
  given: Given,
  kind: ValueKind,
  hints: Hints,
  depth: number,
): Json[] {
  const { parts } = given.shape;
  switch (kind) {
    case 'null':
      return [null];
    case 'boolean':
      return [true, false];
    case 'integer':
      return numbers(parts, true);
    case 'fraction':
      return numbers(parts, false);
    case 'string':
      return texts(walk, parts);
    case 'array':
      return arrays(walk, parts, hints, depth);
    default:
      return objects(walk, given, hints, depth);
  }
}

function numbers(parts: readonly Site[], wholeOnly: boolean): number[] {
  const { low, high } = intervalOf(parts, wholeOnly);
  const from = Number.isFinite(low) ? low : Number.isFinite(high) ? high - 10 : -1;
  const to = Number.isFinite(high) ? high : from + 10;
  const step = parts
    .map(({ schema }) => schema.multipleOf)
    .filter((it) => typeof it === 'number')
    .reduce((one, other) => one * other, 1);
  const first = Math.ceil(from / step) * step;
  const found = [first, first + step, Math.floor(to / step) * step, 0, step, from, to, to - 1];
  if (wholeOnly) return found;
  return [...found.slice(0, 4), from + 0.5, to - 0.5, (from + to) / 2];
}

function texts(walk: Walk, parts: readonly Site[]): string[] {
  const { least, most } = countsOf(parts, 'minLength', 'maxLength');
  if (least > MAX_LENGTH) return [];
  const patterns = textsOf(parts, 'pattern');
  if (patterns.length > 0) {
    const example = exampleOf(patterns, walk.patterns);
    if (example === null || example.holds) return [];
    return [0, 2, 12, 280].map((more) => example.text.padEnd(least, 'a') + letters(more));
  }
  const lengths = [least, least + 1, Math.min(most, MAX_LENGTH), 8].filter(
    (length) => length >= least && length <= most,
  );
  return lengths.map((length) => 'a'.repeat(length));
}

function arrays(walk: Walk, parts: readonly Site[], hints: Hints, depth: number): Json[] {
  const { least, most } = countsOf(parts, 'minItems', 'maxItems');
  if (least > 20) return [];
  if (depth >= MAX_DEPTH) return least === 0 ? [[]] : [];
  const choices = (index: number): readonly Json[] => {
    const item = itemAt(parts, index);
    return item.sites.length === 0 ? PLAIN : samplesOf(walk, item, hints, depth + 1);
  };
  const fill = (length: number, pick: number): Json[] =>
    Array.from({ length }, (_none, index) => {
      const all = choices(index);
      return all[(pick + (pick > 3 ? index : 0)) % Math.max(1, all.length)] ?? null;
    });
  const lengths = [least, least + 1, least + 2].filter((length) => length <= most);
  if (Number.isFinite(most) && most <= 20) lengths.push(most);
  const picks = depth === 0 ? [0, 1, 2, 3, 4, 5] : [0, 4];
  return lengths.flatMap((length) => picks.map((pick) => fill(length, pick)));
}

/** For places nothing is said of: one value of each kind, and two equal in part. */
const PLAIN: readonly Json[] = ['a', 1, null, true, 0.5, [], {}, 'aa'];

function objects(walk: Walk, given: Given, hints: Hints, depth: number): Json[] {
  const required = requiredBy(given.shape.parts);
  const declared = declaredNames(walk, given);
  const optional = declared.filter((name) => !required.has(name)).slice(0, MAX_NAMES);
  if (depth >= MAX_DEPTH) return required.size === 0 ? [{}] : [];
  const choices = new Map<string, readonly Json[]>();
  for (const name of [...required, ...optional]) {
    const node = propertyOf(walk, given, name);
    if (isHollow(walk, node)) continue;
    const isSaid = node.sites.some(({ schema }) => schema !== ANYTHING);
    const sample = isSaid ? samplesOf(walk, node, hints, depth + 1) : PLAIN;
    if (sample.length > 0) choices.set(name, sample);
  }
  const base = fill(choices, required, (values) => values[0]);
  const whole = fill(choices, choices.keys(), (values) => values[0]);
  const other = fill(choices, choices.keys(), (values) => values.at(-1));
  const varied = (around: JsonObject, most: number) =>
    [...choices].flatMap(([name, values]) =>
      values.slice(0, most).map((value): JsonObject => ({ ...around, [name]: value })),
    );
  const isTop = depth === 0;
  const more = isTop ? varied(other, 4) : [];
  return [
    base,
    whole,
    other,
    ...varied(base, isTop ? 8 : 3),
    ...unlisted(walk, given, base),
    ...more,
  ];
}

function fill(
  choices: ReadonlyMap<string, readonly Json[]>,
  names: Iterable<string>,
  pick: (values: readonly Json[]) => Json | undefined,
): JsonObject {
  const found = [...names].map((name) => [name, pick(choices.get(name) ?? []) ?? null] as const);
  return Object.fromEntries(found);
}

/** Where further properties are accepted: one under names that rules may not expect. */
function unlisted(walk: Walk, given: Given, base: JsonObject): JsonObject[] {
  const { rest } = restOf(walk, given);
  if (isHollow(walk, rest)) return [];
  const [value] = rest.sites.length === 0 ? PLAIN : samplesOf(walk, rest, NO_HINTS, MAX_DEPTH - 1);
  if (value === undefined) return [];
  return ['~', letters(40), 'x'].map((name) => ({ ...base, [name]: value }));
}

const NO_HINTS: Hints = { values: [], below: [] };

/** What the other side's own limits suggest to try. */
export function hintsFrom(walk: Walk, node: Node): Json[] {
  const found: Json[] = [];
  const places = inPlace(walk, node);
  const excluded = places
    .filter(({ schema }) => own(schema, 'not') !== undefined)
    .flatMap((site) => inPlace(walk, nodeOf(below(site, 'not'))));
  for (const { schema } of [...places, ...excluded]) {
    for (const keyword of ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum']) {
      const limit = schema[keyword];
      if (typeof limit === 'number') found.push(limit, limit - 1, limit + 1);
    }
    const { minLength, maxLength, multipleOf, pattern, const: only, enum: list } = schema;
    if (typeof minLength === 'number' && minLength > 0) found.push(letters(minLength - 1));
    if (typeof maxLength === 'number') found.push(letters(maxLength + 1));
    if (typeof multipleOf === 'number') found.push(multipleOf + 1, multipleOf / 2);
    if (typeof pattern === 'string') found.push('', '\n', '~');
    if (only !== undefined) found.push(only);
    if (Array.isArray(list)) found.push(...list.slice(0, 8));
  }
  return found;
}

function letters(length: number): string {
  return 'a'.repeat(Math.min(length, MAX_LENGTH));
}
