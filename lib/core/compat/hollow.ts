import type { Node, Site } from './document';
import { accepts } from './evaluate';
import { type Given, givenOf, propertyOf, requiredBy } from './given';
import { exampleOf } from './pattern/inclusion';
import { type Shape, shapesOf } from './shapes';
import { itemAt } from './tuples';
import {
  countsOf,
  intervalOf,
  isEmptyInterval,
  type Kinds,
  kindOf,
  kindsOf,
  listedValues,
  textsOf,
  type ValueKind,
} from './values';
import { formally, keyOf, MAX_NESTING, spend, type Walk } from './walk';

/** Nothing is accepted, for certain. Asked again on its own way down, it says no. */
export function isHollow(walk: Walk, node: Node): boolean {
  if (node.sites.length === 0) return false;
  const key = `${walk.isClosed}${keyOf(walk, node)}`;
  const known = walk.hollow.get(key);
  if (known !== undefined) return known;
  if (walk.hollowing.has(key) || walk.hollowing.size >= MAX_NESTING) return false;
  walk.hollowing.add(key);
  try {
    const isEmpty = shapesOf(walk, node).every((shape) =>
      isHollowShape(walk, givenOf(walk, shape, node)),
    );
    walk.hollow.set(key, isEmpty);
    return isEmpty;
  } finally {
    walk.hollowing.delete(key);
  }
}

export function isHollowShape(walk: Walk, given: Given): boolean {
  return livingKinds(walk, given).size === 0;
}

/** The kinds of values a shape really holds some of, as far as can be told. */
export function livingKinds(walk: Walk, given: Given): Kinds {
  const known = walk.isClosed ? walk.livingClosed : walk.living;
  const found = known.get(given.shape) ?? findLiving(walk, given);
  // What is found inside a question about itself leans on a guess, and is not kept.
  if (walk.hollowing.size === 0) known.set(given.shape, found);
  return found;
}

function findLiving(walk: Walk, given: Given): Kinds {
  const { parts } = given.shape;
  const kinds = kindsOf(parts);
  const values = listedValues(parts);
  if (values !== null && values.length <= 500) {
    const living = values.filter((value) => accepts(walk, value, parts) !== false);
    return new Set(living.map(kindOf));
  }
  return new Set([...kinds].filter((kind) => !isHollowKind(walk, given, kind)));
}

function isHollowKind(walk: Walk, given: Given, kind: ValueKind): boolean {
  spend(walk);
  const { parts } = given.shape;
  switch (kind) {
    case 'integer':
      return isEmptyInterval(intervalOf(parts, true));
    case 'fraction':
      return isEmptyInterval(intervalOf(parts, false)) || stepsAreWhole(parts);
    case 'string':
      return hasNoLength(parts, 'minLength', 'maxLength') || patternsExclude(walk, parts);
    case 'array':
      return isHollowArray(walk, given);
    case 'object':
      return isHollowObject(walk, given);
    default:
      return false;
  }
}

function stepsAreWhole(parts: readonly Site[]): boolean {
  return parts.some(({ schema }) => Number.isInteger(schema.multipleOf));
}

function hasNoLength(parts: readonly Site[], low: string, high: string): boolean {
  const { least, most } = countsOf(parts, low, high);
  return least > most;
}

/** Two patterns at once are rare; only then is it worth asking. */
function patternsExclude(walk: Walk, parts: readonly Site[]): boolean {
  const patterns = textsOf(parts, 'pattern');
  return patterns.length > 1 && exampleOf(patterns, walk.patterns)?.holds === true;
}

function isHollowArray(walk: Walk, { shape: { parts } }: Given): boolean {
  const { least, most } = countsOf(parts, 'minItems', 'maxItems');
  if (least > most) return true;
  for (let index = 0; index < Math.min(least, 20); index += 1) {
    if (isHollow(walk, itemAt(parts, index))) return true;
  }
  return false;
}

function isHollowObject(walk: Walk, given: Given): boolean {
  const { parts } = given.shape;
  if (hasNoLength(parts, 'minProperties', 'maxProperties')) return true;
  return [...requiredBy(parts)].some((name) => isHollow(walk, propertyOf(walk, given, name)));
}

/** No value fits both, for certain, in the plain meaning of the schemas. */
export function areApart(walk: Walk, shape: Shape, node: Node): boolean {
  return isHollow(walk, { sites: [...shape.parts, ...node.sites], path: node.path });
}

/** The other side refuses every value, read plainly. */
export function isRefused(walk: Walk, node: Node): boolean {
  return formally(walk, () => isHollow(walk, node));
}
