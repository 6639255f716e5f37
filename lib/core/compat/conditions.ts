import { isExcluded } from './alternatives';
import type { Compare } from './compare';
import { dependenciesOf } from './dependencies';
import { below, type Node, nodeOf, own, type Site, siteAt } from './document';
import { type Given, propertyOf, requiredBy } from './given';
import { isHollow, isHollowShape } from './hollow';
import { shapesOf } from './shapes';
import { emit, gather, holds, makeSite, show, type Walk } from './walk';

/** `sup` has a `not`: nothing the shape holds may match it. */
export function compareExclusion(walk: Walk, given: Given, node: Node, compare: Compare): void {
  if (isExcluded(walk, given, node, compare)) return;
  const detail = 'It cannot be shown that nothing accepted matches what "not" excludes.';
  emit(walk, node.path, 'exclusion-changed', 'unknown', detail);
}

/** `sup` has if, then and else: what meets the condition must fit one, the rest the other. */
export function compareCondition(walk: Walk, given: Given, site: Site, compare: Compare): void {
  const condition = nodeOf(below(site, 'if'));
  const branch = (keyword: string) =>
    own(site.schema, keyword) === undefined ? null : nodeOf(below(site, keyword));
  const then = branch('then');
  const otherwise = branch('else');
  const isMet = () => holds(walk, () => compare.shape(walk, given, condition));
  const isNeverMet = isExcluded(walk, given, condition, compare);
  if (then && !isNeverMet) compareUnder(walk, given, condition, then, compare, isMet());
  if (otherwise && !isMet()) compareUnder(walk, given, null, otherwise, compare, isNeverMet);
}

/** The part of the shape that meets the condition, or all of it, against one branch. */
function compareUnder(
  walk: Walk,
  given: Given,
  condition: Node | null,
  branch: Node,
  compare: Compare,
  isWhole: boolean,
): void {
  const parts = condition === null || isWhole ? [given] : narrowed(walk, given, condition);
  const ask = () => {
    for (const part of parts) compare.shape(walk, part, branch);
  };
  if (holds(walk, ask)) return;
  if (isWhole) {
    ask();
    return;
  }
  const found = gather(walk, ask).find(({ verdict }) => verdict !== 'compatible');
  const detail = `Where the condition decides: ${found?.detail ?? 'what is demanded differs.'}`;
  emit(walk, branch.path, 'condition-changed', 'unknown', detail);
}

function narrowed(walk: Walk, given: Given, node: Node): Given[] {
  return shapesOf(walk, node)
    .map((shape) => ({
      ...given,
      shape: {
        parts: [...given.shape.parts, ...shape.parts],
        excluded: [...given.shape.excluded, ...shape.excluded],
        isVague: given.shape.isVague || shape.isVague,
      },
    }))
    .filter((part) => !isHollowShape(walk, part));
}

/** `sup` lets one property demand others, or a shape of the whole. */
export function compareDependencies(walk: Walk, given: Given, site: Site, compare: Compare): void {
  const present = requiredBy(given.shape.parts);
  for (const { name, required, schema } of dependenciesOf(site)) {
    if (isHollow(walk, propertyOf(walk, given, name))) continue;
    const missing = required.filter((other) => !present.has(other));
    if (missing.length > 0) {
      const list = missing.map(show).join(', ');
      const detail = `${show(name)} has to come with ${list}.`;
      emit(walk, site.path, 'dependencies-changed', 'breaking', detail);
    }
    if (schema === null) continue;
    const word = `has ${name}`;
    const part = makeSite(walk, word, site, [], () => ({ required: [name] }));
    const shape = { ...given.shape, parts: [...given.shape.parts, siteLike(part, given)] };
    compare.shape(walk, { ...given, shape }, nodeOf(schema));
  }
}

/** Stands on the narrow side, whose document it must name. */
function siteLike(part: Site, given: Given): Site {
  const [like] = given.shape.parts;
  return like ? { ...siteAt(part.schema, like.doc, like.path) } : part;
}
