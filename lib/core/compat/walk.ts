import type { Verdict } from '@/lib/core/shared/domain';
import type { Json } from '@/lib/core/shared/json';
import { type Document, meaningOf, referencesIn, referenceTarget, type Schema } from './document';
import type { Change, ChangeKind, Direction } from './types';

/**
 * A walk asks one question: is everything `sub` accepts also accepted by `sup`?
 * For input `sub` is the old schema, for output the new one.
 */
export type Walk = {
  direction: Direction;
  sub: Document;
  sup: Document;
  changes: Change[];
  /** Pairs already asked; meeting one again (a cycle) assumes it holds. */
  visited: Set<string>;
  trail: string[];
  ids: WeakMap<object, number>;
  nextId: number;
  stepsLeft: number;
  /** Texts of schemas, which are asked for again and again on the way down. */
  meanings: WeakMap<object, string>;
  /** Both documents mean the same text, so equal parts with references are equal too. */
  sameDocuments: boolean;
};

const MAX_STEPS = 10_000;

export function startWalk(direction: Direction, sub: Document, sup: Document): Walk {
  return {
    direction,
    sub,
    sup,
    changes: [],
    visited: new Set(),
    trail: [],
    ids: new WeakMap(),
    nextId: 0,
    stepsLeft: MAX_STEPS,
    meanings: new WeakMap(),
    sameDocuments: sub.isLegacy === sup.isLegacy && meaningOf(sub.root) === meaningOf(sup.root),
  };
}

export function emit(
  walk: Walk,
  path: string,
  kind: ChangeKind,
  verdict: Verdict,
  detail: string,
): void {
  walk.changes.push({ path, kind, verdict, detail });
}

/** "before -> after" whatever the direction; absent keywords read "none". */
export function describeChange(walk: Walk, sub: Json | undefined, sup: Json | undefined): string {
  const [before, after] = walk.direction === 'input' ? [sub, sup] : [sup, sub];
  return `${show(before)} -> ${show(after)}`;
}

function show(value: Json | undefined): string {
  if (value === undefined) return 'none';
  const text = JSON.stringify(value);
  return text.length <= 80 ? text : `${text.slice(0, 79)}…`;
}

/** Runs a question without keeping what it reports: does it hold? */
export function holds(walk: Walk, ask: () => void): boolean {
  return probe(walk, ask).every((change) => change.verdict === 'compatible');
}

/** Runs a question aside and returns what it would have reported. */
export function probe(walk: Walk, ask: () => void): Change[] {
  const kept = walk.changes;
  const mark = walk.trail.length;
  walk.changes = [];
  ask();
  const found = walk.changes;
  walk.changes = kept;
  for (const key of walk.trail.splice(mark)) walk.visited.delete(key);
  return found;
}

/** True the first time a pair is met. */
export function enter(walk: Walk, sub: object, sup: object): boolean {
  const key = `${idOf(walk, sub)}:${idOf(walk, sup)}`;
  if (walk.visited.has(key)) return false;
  walk.visited.add(key);
  walk.trail.push(key);
  return true;
}

function idOf(walk: Walk, schema: object): number {
  const known = walk.ids.get(schema);
  if (known !== undefined) return known;
  walk.nextId += 1;
  walk.ids.set(schema, walk.nextId);
  return walk.nextId;
}

/** Equal up to descriptions, references included. */
export function meansSame(walk: Walk, sub: Schema | Json, sup: Schema | Json): boolean {
  if (meaning(walk, sub) !== meaning(walk, sup)) return false;
  if (walk.sub.isLegacy !== walk.sup.isLegacy) return isFlat(sub);
  return walk.sameDocuments || referencesAgree(walk, sub);
}

/** Equal text means equal schemas when all it refers to, near and far, is equal text too. */
function referencesAgree(walk: Walk, schema: Schema | Json): boolean {
  const seen = new Set<string>();
  const queue: (Schema | Json)[] = [schema];
  while (queue.length > 0) {
    const refs = referencesIn(queue.pop() ?? null);
    if (refs === null) return false;
    for (const ref of refs) {
      if (seen.has(ref)) continue;
      seen.add(ref);
      const target = referenceTarget(ref, walk.sub);
      const other = referenceTarget(ref, walk.sup);
      if (target === null || other === null) return false;
      if (meaning(walk, target) !== meaning(walk, other)) return false;
      queue.push(target);
    }
  }
  return true;
}

function meaning(walk: Walk, schema: Schema | Json): string {
  if (typeof schema !== 'object' || schema === null) return meaningOf(schema);
  const known = walk.meanings.get(schema);
  if (known !== undefined) return known;
  const text = meaningOf(schema);
  walk.meanings.set(schema, text);
  return text;
}

/** Without arrays of schemas or references, all dialects read a schema alike. */
function isFlat(schema: Schema | Json): boolean {
  return !/"(?:prefixItems|items|additionalItems|\$ref|dependencies|if|contains)":/.test(
    meaningOf(schema),
  );
}
