import type { Compare } from './compare';
import { branchesOf, type Node, nodeOf, type Site } from './document';
import type { Given } from './given';
import { areApart, livingKinds } from './hollow';
import { shapesOf } from './shapes';
import { describeKinds, listedValues } from './values';
import { emit, formally, holds, makeSite, show, type Walk } from './walk';

/**
 * `sup` offers alternatives. Shown when the shape fits one of them, or when it falls into parts
 * that each fit one. For `oneOf` the others must be excluded, for a value that fits two fits none.
 * Where it does not fit, what differs from the nearest alternative is reported.
 */
export function compareAlternatives(
  walk: Walk,
  given: Given,
  site: Site,
  keyword: 'anyOf' | 'oneOf',
  compare: Compare,
): void {
  const branches = nearestFirst(walk, given, branchesOf(site, keyword));
  const path = `${site.path}/${keyword}`;
  const isOne = keyword === 'oneOf';
  const possible = branches.filter(
    (branch) => !formally(walk, () => areApart(walk, given.shape, nodeOf(branch))),
  );
  const fits = (part: Given) =>
    possible.some(
      (branch) =>
        holds(walk, () => compare.shape(walk, part, nodeOf(branch))) &&
        (!isOne || fitsNoOther(walk, part, branch, possible, compare)),
    );
  if (fits(given)) return;
  const parts = piecesOf(walk, given);
  if (parts.length > 1 && parts.every(fits)) return;
  const [nearest] = possible;
  if (nearest === undefined) {
    const kinds = describeKinds(livingKinds(walk, given));
    const detail = `No alternative is left for ${nameOf(given, kinds)}.`;
    emit(walk, path, 'alternatives-changed', 'breaking', detail);
  } else if (possible.length === 1) {
    compare.shape(walk, given, nodeOf(nearest));
  } else {
    const detail = isOne
      ? 'It cannot be shown that everything fits exactly one of the alternatives.'
      : 'It cannot be shown that everything fits one of the alternatives.';
    emit(walk, path, 'alternatives-changed', 'unknown', detail);
  }
}

/** The same text first: most alternatives do not change. */
function nearestFirst(walk: Walk, given: Given, branches: Site[]): Site[] {
  const isSaid = (branch: Site) =>
    given.shape.parts.some((part) => walk.interner.isSame(part, branch));
  return [...branches.filter(isSaid), ...branches.filter((branch) => !isSaid(branch))];
}

function fitsNoOther(
  walk: Walk,
  part: Given,
  chosen: Site,
  possible: readonly Site[],
  compare: Compare,
): boolean {
  return possible.every(
    (other) => other === chosen || isExcluded(walk, part, nodeOf(other), compare),
  );
}

/**
 * No value of the shape fits the schema: they have nothing in common, or all the schema accepts
 * is among what the shape excludes, or the schema's own exclusions cover the shape.
 */
export function isExcluded(walk: Walk, given: Given, node: Node, compare: Compare): boolean {
  return formally(walk, () => {
    if (areApart(walk, given.shape, node)) return true;
    const isWithin = given.shape.excluded.some((excluded) =>
      holds(walk, () => compare.nodes(walk, node, excluded, true)),
    );
    if (isWithin) return true;
    const shapes = shapesOf(walk, node);
    return shapes.every((shape) =>
      shape.excluded.some((excluded) => holds(walk, () => compare.shape(walk, given, excluded))),
    );
  });
}

/** A shape of several types, or of few values, as the union of smaller ones. */
function piecesOf(walk: Walk, given: Given): Given[] {
  const [like] = given.shape.parts;
  if (like === undefined) return [];
  const kinds = livingKinds(walk, given);
  const names = [...kinds].map((kind) => (kind === 'fraction' ? 'number' : kind));
  const types = names.filter((name) => !(name === 'integer' && kinds.has('fraction')));
  return types.map((type) => {
    const part = makeSite(walk, `type ${type}`, like, [], () => ({ type }));
    return { ...given, shape: { ...given.shape, parts: [...given.shape.parts, part] } };
  });
}

function nameOf(given: Given, kinds: string): string {
  const values = listedValues(given.shape.parts);
  if (values !== null && values.length > 0) return values.slice(0, 5).map(show).join(', ');
  for (const { schema } of given.shape.parts) {
    if (typeof schema.title === 'string' && schema.title.length < 60) return `"${schema.title}"`;
  }
  return kinds;
}
