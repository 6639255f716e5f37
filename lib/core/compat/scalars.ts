import type { Json, JsonObject } from '@/lib/core/shared/json';
import { declaredKinds, describeKinds } from './values';
import { describeChange, emit, type Walk } from './walk';

/** Every kind of value `sub` lets through must be let through by `sup`. */
export function compareTypes(walk: Walk, sub: JsonObject, sup: JsonObject, path: string): void {
  const from = declaredKinds(sub);
  const into = declaredKinds(sup);
  const lost = [...from].filter((kind) => !into.has(kind));
  if (lost.length === 0 && from.size === into.size) return;
  const [before, after] = walk.direction === 'input' ? [from, into] : [into, from];
  emit(
    walk,
    path,
    'type-changed',
    lost.length === 0 ? 'compatible' : 'breaking',
    `type: ${describeKinds(before)} -> ${describeKinds(after)}`,
  );
}

export function compareNumbers(walk: Walk, sub: JsonObject, sup: JsonObject, path: string): void {
  const wholeOnly = !declaredKinds(sub).has('fraction');
  for (const side of ['lower', 'upper'] as const) {
    const given = bound(sub, side, wholeOnly);
    const wanted = bound(sup, side, wholeOnly);
    if (given === 'odd' || wanted === 'odd') {
      emit(walk, path, 'bounds-changed', 'unknown', `The ${side} bound is not a plain number.`);
      continue;
    }
    if (given.value === wanted.value && given.open === wanted.open) continue;
    const fits =
      given.value > wanted.value || (given.value === wanted.value && (given.open || !wanted.open));
    emit(
      walk,
      path,
      'bounds-changed',
      fits ? 'compatible' : 'breaking',
      `${side} bound: ${describeChange(walk, written(sub, side), written(sup, side))}`,
    );
  }
  compareMultiples(walk, sub, sup, path, wholeOnly);
}

type Bound = { value: number; open: boolean };

/**
 * A bound as "at least": upper bounds are negated, so that one comparison serves
 * both. Over whole numbers an open bound is the closed one beside it.
 */
function bound(schema: JsonObject, side: 'lower' | 'upper', wholeOnly: boolean): Bound | 'odd' {
  const sign = side === 'lower' ? 1 : -1;
  const closed = side === 'lower' ? schema.minimum : schema.maximum;
  const open = side === 'lower' ? schema.exclusiveMinimum : schema.exclusiveMaximum;
  if (!isBound(closed) || !isBound(open)) return 'odd';
  const atLeast = closed === undefined ? Number.NEGATIVE_INFINITY : sign * closed;
  const above = open === undefined ? Number.NEGATIVE_INFINITY : sign * open;
  const isOpen = above >= atLeast && above !== Number.NEGATIVE_INFINITY;
  const value = Math.max(atLeast, above);
  if (!wholeOnly || !Number.isFinite(value)) return { value, open: isOpen };
  if (!Number.isSafeInteger(Math.floor(value)) || !Number.isSafeInteger(Math.ceil(value) + 1)) {
    return { value, open: isOpen };
  }
  return { value: isOpen ? Math.floor(value) + 1 : Math.ceil(value), open: false };
}

function isBound(value: Json | undefined): value is number | undefined {
  return value === undefined || typeof value === 'number';
}

function written(schema: JsonObject, side: 'lower' | 'upper'): Json | undefined {
  const [closed, open] =
    side === 'lower'
      ? [schema.minimum, schema.exclusiveMinimum]
      : [schema.maximum, schema.exclusiveMaximum];
  if (open === undefined) return closed;
  return closed === undefined ? { exclusive: open } : { inclusive: closed, exclusive: open };
}

function compareMultiples(
  walk: Walk,
  sub: JsonObject,
  sup: JsonObject,
  path: string,
  wholeOnly: boolean,
): void {
  const given = sub.multipleOf;
  const wanted = sup.multipleOf;
  if (given === wanted) return;
  const step = typeof given === 'number' ? given : wholeOnly ? 1 : null;
  const fits =
    wanted === undefined ||
    (typeof wanted === 'number' &&
      step !== null &&
      Number.isSafeInteger(step) &&
      Number.isSafeInteger(wanted) &&
      step % wanted === 0);
  const verdict = fits ? 'compatible' : given === undefined ? 'breaking' : 'unknown';
  emit(walk, path, 'bounds-changed', verdict, `multipleOf: ${describeChange(walk, given, wanted)}`);
}

export function compareStrings(walk: Walk, sub: JsonObject, sup: JsonObject, path: string): void {
  compareCount(walk, sub, sup, path, 'minLength', 'maxLength');
  compareText(walk, sub, sup, path, 'pattern', 'pattern-changed');
  compareText(walk, sub, sup, path, 'format', 'format-changed');
}

/** Patterns and formats: dropping one widens, adding one narrows, exchanging is not decided. */
function compareText(
  walk: Walk,
  sub: JsonObject,
  sup: JsonObject,
  path: string,
  keyword: 'pattern' | 'format',
  kind: 'pattern-changed' | 'format-changed',
): void {
  const given = sub[keyword];
  const wanted = sup[keyword];
  if (given === wanted) return;
  const verdict =
    wanted === undefined ? 'compatible' : given === undefined ? 'breaking' : 'unknown';
  emit(walk, path, kind, verdict, `${keyword}: ${describeChange(walk, given, wanted)}`);
}

/** A pair of size limits: `sup` may not ask for more, or allow less, than `sub`. */
export function compareCount(
  walk: Walk,
  sub: JsonObject,
  sup: JsonObject,
  path: string,
  low: string,
  high: string,
): void {
  for (const [keyword, sign] of [
    [low, 1],
    [high, -1],
  ] as const) {
    const given = sub[keyword];
    const wanted = sup[keyword];
    if (given === wanted) continue;
    if (!isBound(given) || !isBound(wanted)) {
      emit(walk, path, 'bounds-changed', 'unknown', `${keyword} is not a plain number.`);
      continue;
    }
    const none = sign === 1 ? 0 : Number.NEGATIVE_INFINITY;
    const least = given === undefined ? none : sign * given;
    const asked = wanted === undefined ? none : sign * wanted;
    emit(
      walk,
      path,
      'bounds-changed',
      least >= asked ? 'compatible' : 'breaking',
      `${keyword}: ${describeChange(walk, given, wanted)}`,
    );
  }
}
