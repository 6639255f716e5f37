import type { Json } from '@/lib/core/shared/json';
import type { Site } from './document';
import type { Given } from './given';
import { exampleOf, type Inclusion, includes } from './pattern/inclusion';
import { countsOf, type Interval, intervalOf, type Kinds, textsOf } from './values';
import { describeChange, emit, type Walk } from './walk';

/** Bounds and multiples of numbers. */
export function compareNumbers(
  walk: Walk,
  given: Given,
  parts: readonly Site[],
  kinds: Kinds,
  path: string,
): void {
  const wholeOnly = !kinds.has('fraction');
  const from = intervalOf(given.shape.parts, wholeOnly);
  const into = intervalOf(parts, wholeOnly);
  const steps = stepsOf(given.shape.parts);
  // With multiples the outermost number is not the bound itself.
  const failure = steps.length > 0 ? 'unknown' : 'breaking';
  for (const side of ['lower', 'upper'] as const) {
    const [one, other] = [edge(from, side), edge(into, side)];
    if (one.value === other.value && one.isOpen === other.isOpen) continue;
    const fits =
      one.value > other.value || (one.value === other.value && (one.isOpen || !other.isOpen));
    const detail = `${side} bound: ${describeChange(walk, written(one, side), written(other, side))}`;
    emit(walk, path, 'bounds-changed', fits ? 'compatible' : failure, detail);
  }
  compareMultiples(walk, steps, stepsOf(parts), wholeOnly, path);
}

type Edge = { value: number; isOpen: boolean };

function edge(interval: Interval, side: 'lower' | 'upper'): Edge {
  return side === 'lower'
    ? { value: interval.low, isOpen: interval.isLowOpen }
    : { value: 0 - interval.high, isOpen: interval.isHighOpen };
}

function written({ value, isOpen }: Edge, side: 'lower' | 'upper'): Json | undefined {
  if (!Number.isFinite(value)) return undefined;
  const limit = side === 'lower' ? value : 0 - value;
  return isOpen ? { exclusive: limit } : limit;
}

function stepsOf(parts: readonly Site[]): number[] {
  const found = parts.map(({ schema }) => schema.multipleOf);
  return [...new Set(found.filter((step) => typeof step === 'number'))].sort((a, b) => a - b);
}

function compareMultiples(
  walk: Walk,
  given: number[],
  wanted: number[],
  wholeOnly: boolean,
  path: string,
): void {
  if (String(given) === String(wanted)) return;
  const known = wholeOnly ? [...given, 1] : given;
  const fits = wanted.every((step) => known.some((other) => isMultiple(other, step)));
  const [from, into] = [given, wanted].map((steps) => (steps.length > 1 ? steps : steps[0]));
  const detail = `multipleOf: ${describeChange(walk, from, into)}`;
  emit(walk, path, 'multiple-changed', fits ? 'compatible' : 'unknown', detail);
}

function isMultiple(step: number, of: number): boolean {
  if (step === of) return true;
  return Number.isSafeInteger(step) && Number.isSafeInteger(of) && of > 0 && step % of === 0;
}

/** Lengths and patterns of texts. */
export function compareTexts(walk: Walk, given: Given, parts: readonly Site[], path: string): void {
  const patterns = textsOf(given.shape.parts, 'pattern');
  for (const change of compareCounts(given.shape.parts, parts, 'minLength', 'maxLength')) {
    const found = change.fits ? null : beyond(walk, given, change, patterns);
    const isMet = found?.holds === true;
    const example = found && !found.holds ? { value: found.text } : undefined;
    const failure = patterns.length > 0 && !example ? 'unknown' : 'breaking';
    const settled = { ...change, fits: change.fits || isMet };
    emitCount(walk, path, 'length-changed', settled, failure, example);
  }
  comparePatterns(walk, given, parts, path);
}

/** Longer counts are not tried: the automaton would grow with them. */
const MAX_COUNTED = 400;

/** A text of the given patterns and lengths that the other side finds too short or too long. */
function beyond(walk: Walk, given: Given, change: CountChange, patterns: string[]): Inclusion {
  if (patterns.length === 0 || change.into > MAX_COUNTED) return null;
  const odd =
    change.keyword === 'minLength'
      ? lengthPattern(0, change.into - 1)
      : lengthPattern(change.into + 1, Number.POSITIVE_INFINITY);
  return exampleOf([...limitsOf(given), odd], walk.patterns);
}

function lengthPattern(least: number, most: number): string {
  return `^[\\s\\S]{${least},${Number.isFinite(most) ? most : ''}}$`;
}

/** All that is known of the texts of a shape, as patterns. */
function limitsOf(given: Given): string[] {
  const patterns = textsOf(given.shape.parts, 'pattern');
  const { least, most } = countsOf(given.shape.parts, 'minLength', 'maxLength');
  const isSaid = least > 0 || Number.isFinite(most);
  const isCounted = least <= MAX_COUNTED && (most <= MAX_COUNTED || !Number.isFinite(most));
  return isSaid && isCounted && least <= most
    ? [...patterns, lengthPattern(least, most)]
    : patterns;
}

type CountChange = { keyword: string; from: number; into: number; fits: boolean };

/** Where a pair of size limits differs: `sup` may not ask for more, or allow less, than `sub`. */
export function compareCounts(
  given: readonly Site[] | { least: number; most: number },
  parts: readonly Site[],
  low: string,
  high: string,
): CountChange[] {
  const from = 'least' in given ? given : countsOf(given, low, high);
  const into = countsOf(parts, low, high);
  return [
    { keyword: low, from: from.least, into: into.least, fits: from.least >= into.least },
    { keyword: high, from: from.most, into: into.most, fits: from.most <= into.most },
  ].filter((change) => change.from !== change.into);
}

export function emitCount(
  walk: Walk,
  path: string,
  kind: 'length-changed' | 'count-changed',
  { keyword, from, into, fits }: CountChange,
  failure: 'breaking' | 'unknown',
  example?: { value: Json },
): void {
  const isSaid = (count: number) =>
    Number.isFinite(count) && !(count === 0 && /^min/.test(keyword));
  const [before, after] = [from, into].map((count) => (isSaid(count) ? count : undefined));
  const detail = `${keyword}: ${describeChange(walk, before, after)}`;
  emit(walk, path, kind, fits ? 'compatible' : failure, detail, example);
}

function comparePatterns(walk: Walk, given: Given, parts: readonly Site[], path: string): void {
  const from = textsOf(given.shape.parts, 'pattern');
  const into = textsOf(parts, 'pattern');
  const news = into.filter((pattern) => !from.includes(pattern));
  if (news.length === 0 && from.length === into.length) return;
  const [before, after] = [from, into].map((all) => (all.length > 1 ? all : all[0]));
  const detail = `pattern: ${describeChange(walk, before, after)}`;
  const limits = limitsOf(given);
  const answers = news.map((pattern) => includes(limits, pattern, walk.patterns));
  if (answers.every((answer) => answer?.holds === true)) {
    emit(walk, path, 'pattern-changed', 'compatible', detail);
    return;
  }
  const shown = answers.find((answer) => answer !== null && !answer.holds);
  const example = shown && !shown.holds ? { value: shown.text } : undefined;
  const { least, most } = countsOf(given.shape.parts, 'minLength', 'maxLength');
  const length = typeof example?.value === 'string' ? [...example.value].length : -1;
  const isSure = length >= least && length <= most;
  emit(walk, path, 'pattern-changed', isSure ? 'breaking' : 'unknown', detail, example);
}

/** Formats that others contain by their definition. */
const WIDER_FORMATS: Readonly<Record<string, readonly string[]>> = {
  email: ['idn-email'],
  hostname: ['idn-hostname'],
  uri: ['uri-reference', 'iri', 'iri-reference'],
  'uri-reference': ['iri-reference'],
  iri: ['iri-reference'],
  int32: ['int64'],
  float: ['double'],
};

/**
 * Formats only annotate, so whether one is held to is not known. Certain is: a side that asks for
 * nothing accepts what any format allowed, and a format fits one that contains it.
 */
export function compareFormats(
  walk: Walk,
  given: Given,
  parts: readonly Site[],
  path: string,
): void {
  const from = textsOf(given.shape.parts, 'format');
  const into = textsOf(parts, 'format');
  const news = into.filter((format) => !from.includes(format));
  if (news.length === 0 && from.length === into.length) return;
  const fits = news.every((format) => from.some((it) => WIDER_FORMATS[it]?.includes(format)));
  const [before, after] = [from, into].map((all) => (all.length > 1 ? all : all[0]));
  const detail = `format: ${describeChange(walk, before, after)}`;
  emit(walk, path, 'format-changed', fits ? 'compatible' : 'unknown', detail);
}
