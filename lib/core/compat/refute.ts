import type { Json } from '@/lib/core/shared/json';
import type { Node } from './document';
import { accepts } from './evaluate';
import type { Given } from './given';
import { hintsFrom, samplesOfShape } from './samples';
import type { Finding, Walk } from './walk';

/** Looking for examples must leave work for the comparison itself. */
const RESERVE = 2_000;
const MAX_TRIED = 120;

/**
 * A value the shape holds for certain and `sup` refuses for certain, or null when none of the
 * likely ones is. Only declared properties are used, so that it counts under every reading.
 */
export function refute(
  walk: Walk,
  given: Given,
  sup: Node,
  found: readonly Finding[],
): { value: Json } | null {
  if (walk.stepsLeft < RESERVE || walk.searchesLeft <= 0) return null;
  walk.searchesLeft -= 1;
  const below = found.flatMap(({ path, example }) =>
    example ? [{ path, value: example.value }] : [],
  );
  const own = below.filter(({ path }) => path === sup.path || path === given.node.path);
  const values = [...own.map(({ value }) => value), ...hintsFrom(walk, sup)];
  const samples = samplesOfShape(walk, given, { values, below });
  for (const value of samples.slice(0, MAX_TRIED)) {
    if (walk.stepsLeft < RESERVE) return null;
    if (accepts(walk, value, sup.sites) === false && fits(walk, given, value)) return { value };
  }
  return null;
}

function fits(walk: Walk, given: Given, value: Json): boolean {
  return (
    accepts(walk, value, given.shape.parts) === true &&
    given.shape.excluded.every((node) => accepts(walk, value, node.sites) === false)
  );
}
