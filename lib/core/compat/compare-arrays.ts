import type { Compare } from './compare';
import { compareCounts, emitCount } from './compare-scalars';
import type { Demands } from './demands';
import { below, type Node, nodeOf, own, type Site } from './document';
import type { Given } from './given';
import { isHollow, isRefused } from './hollow';
import { itemAt, longestPrefix, tupleOf } from './tuples';
import { compareUnevaluatedItems } from './unevaluated';
import { countsOf } from './values';
import { describeChange, emit, formally, holds, placeOf, type Walk } from './walk';

/** Everything keywords of arrays ask. */
export function compareArrays(
  walk: Walk,
  given: Given,
  { parts, fresh }: Demands,
  path: string,
  compare: Compare,
): void {
  if (fresh.length === 0) return;
  for (const change of compareCounts(given.shape.parts, parts, 'minItems', 'maxItems')) {
    emitCount(walk, path, 'count-changed', change, 'breaking');
  }
  compareUnique(walk, given, parts, path);
  compareItems(walk, given, parts, path, compare);
  for (const part of fresh) {
    compareContains(walk, given, part, compare);
    compareUnevaluatedItems(walk, given, part, compare);
  }
}

function compareUnique(walk: Walk, given: Given, parts: readonly Site[], path: string): void {
  const isUnique = (sites: readonly Site[]) => sites.some((s) => s.schema.uniqueItems === true);
  const [from, into] = [isUnique(given.shape.parts), isUnique(parts)];
  if (from === into) return;
  const { most } = countsOf(given.shape.parts, 'minItems', 'maxItems');
  const fits = from || most <= 1;
  const detail = `uniqueItems: ${describeChange(walk, from, into)}`;
  emit(walk, path, 'unique-items-changed', fits ? 'compatible' : 'unknown', detail);
}

function compareItems(
  walk: Walk,
  given: Given,
  parts: readonly Site[],
  path: string,
  compare: Compare,
): void {
  if ([...given.shape.parts, ...parts].some((part) => tupleOf(part) === null)) {
    const detail = 'A list in "items" means nothing in this dialect; use "prefixItems".';
    emit(walk, `${path}/items`, 'keyword-undecided', 'unknown', detail);
    return;
  }
  const longest = Math.max(longestPrefix(given.shape.parts), longestPrefix(parts));
  const { most } = countsOf(given.shape.parts, 'minItems', 'maxItems');
  for (let index = 0; index <= longest && index < most; index += 1) {
    const place = index === longest ? null : index;
    const sub = itemAt(given.shape.parts, place);
    if (isHollow(walk, sub)) return;
    compareItem(walk, sub, itemAt(parts, place), compare);
  }
}

function compareItem(walk: Walk, sub: Node, sup: Node, compare: Compare): void {
  if (!isRefused(walk, sup)) {
    compare.nodes(walk, sub, sup, true);
    return;
  }
  const detail =
    walk.direction === 'input'
      ? 'Items here are no longer accepted.'
      : 'Items may be answered here now.';
  emit(walk, placeOf(walk, sub, sup), 'items-changed', 'breaking', detail);
}

type Contains = { node: Node; least: number; most: number };

function containsOf(site: Site): Contains | null {
  const { schema, doc } = site;
  if (own(schema, 'contains') === undefined) return null;
  const { minContains, maxContains } = doc.isLegacy ? {} : schema;
  return {
    node: nodeOf(below(site, 'contains')),
    least: typeof minContains === 'number' ? minContains : 1,
    most: typeof maxContains === 'number' ? maxContains : Number.POSITIVE_INFINITY,
  };
}

function compareContains(walk: Walk, given: Given, part: Site, compare: Compare): void {
  const wanted = containsOf(part);
  const held = given.shape.parts.map(containsOf).filter((it) => it !== null);
  if (wanted === null) return;
  const hasEnough =
    wanted.least <= 0 ||
    held.some((it) => it.least >= wanted.least && isWithin(walk, it.node, wanted.node, compare)) ||
    allAreMeant(walk, given, wanted, compare);
  const counts = countsOf(given.shape.parts, 'minItems', 'maxItems');
  const hasFew =
    counts.most <= wanted.most ||
    held.some((it) => it.most <= wanted.most && isWithin(walk, wanted.node, it.node, compare));
  if (hasEnough && hasFew) return;
  const detail = 'It cannot be shown that arrays contain what is asked for, as often as is asked.';
  emit(walk, wanted.node.path, 'contains-changed', 'unknown', detail);
}

function isWithin(walk: Walk, sub: Node, sup: Node, compare: Compare): boolean {
  return formally(walk, () => holds(walk, () => compare.nodes(walk, sub, sup, true)));
}

/** The array is long enough and every item in it counts. */
function allAreMeant(walk: Walk, given: Given, wanted: Contains, compare: Compare): boolean {
  const { parts } = given.shape;
  const { least } = countsOf(parts, 'minItems', 'maxItems');
  if (least < wanted.least) return false;
  return Array.from({ length: longestPrefix(parts) + 1 }, (_none, index) => index).every((index) =>
    isWithin(walk, itemAt(parts, index), wanted.node, compare),
  );
}
