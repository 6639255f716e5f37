import { dependenciesOf } from './dependencies';
import {
  below,
  branchesOf,
  followReference,
  hasOwnBase,
  type Node,
  nodeOf,
  own,
  type Site,
  siteAt,
} from './document';
import { keyOf, MAX_NESTING, spend, type Walk } from './walk';

/**
 * One way a value can satisfy a schema: the plain keywords of all `parts` hold at once, and it
 * matches none of `excluded`. A schema is the union of its shapes.
 */
export type Shape = {
  parts: readonly Site[];
  excluded: readonly Node[];
  /** Narrowed further by something that is not expressed here. */
  isVague: boolean;
};

const WHOLE: Shape = { parts: [], excluded: [], isVague: false };
const VAGUE: Shape = { parts: [], excluded: [], isVague: true };
/** Beyond this a further choice is left out, which only makes the shapes wider. */
const MAX_SHAPES = 64;
const MAX_DEPENDENCIES = 4;

/** The shapes of a schema; together never narrower than it. */
export function shapesOf(walk: Walk, node: Node): Shape[] {
  const key = keyOf(walk, node);
  const known = walk.shapes.get(key);
  if (known !== undefined) return known;
  const found = node.sites.reduce<Shape[]>(
    (shapes, site) => cross(walk, shapes, expand(walk, site, new Set())),
    [WHOLE],
  );
  walk.shapes.set(key, found);
  return found;
}

function expand(walk: Walk, site: Site, trail: ReadonlySet<object>): Shape[] {
  spend(walk);
  const { schema, doc } = site;
  if (trail.has(schema) || trail.size >= MAX_NESTING) return [VAGUE];
  if (hasOwnBase(schema) && schema !== doc.root) return [VAGUE];
  const below = new Set(trail).add(schema);
  if (typeof schema.$ref === 'string') {
    const target = followReference(schema.$ref, doc);
    const there = target ? expand(walk, target, below) : [VAGUE];
    // Older drafts drop what stands beside a reference, some validators do not: the wider counts.
    if (doc.isLegacy) return Object.keys(schema).length === 1 ? there : there.map(madeVague);
    return cross(walk, there, expandOwn(walk, site, below));
  }
  return expandOwn(walk, site, below);
}

function madeVague(shape: Shape): Shape {
  return { ...shape, isVague: true };
}

function expandOwn(walk: Walk, site: Site, trail: ReadonlySet<object>): Shape[] {
  const { schema } = site;
  const isOdd = schema.$dynamicRef !== undefined || schema.$recursiveRef !== undefined;
  let shapes: Shape[] = [{ parts: [site], excluded: [], isVague: isOdd }];
  for (const branch of branchesOf(site, 'allOf')) {
    shapes = cross(walk, shapes, expand(walk, branch, trail));
  }
  const any = branchesOf(site, 'anyOf');
  if (any.length > 0) {
    shapes = cross(
      walk,
      shapes,
      any.flatMap((branch) => expand(walk, branch, trail)),
    );
  }
  shapes = cross(walk, shapes, expandOne(walk, site, trail));
  if (own(schema, 'not') !== undefined) {
    shapes = shapes.map((shape) => excluding(shape, [nodeOf(below(site, 'not'))]));
  }
  shapes = cross(walk, shapes, expandCondition(walk, site, trail));
  return expandDependencies(walk, site, trail, shapes);
}

function excluding(shape: Shape, nodes: readonly Node[]): Shape {
  return nodes.length === 0 ? shape : { ...shape, excluded: [...shape.excluded, ...nodes] };
}

function expandOne(walk: Walk, site: Site, trail: ReadonlySet<object>): Shape[] {
  const branches = branchesOf(site, 'oneOf');
  if (branches.length === 0) return [WHOLE];
  return branches.flatMap((branch, index) => {
    const others = branches.filter((_other, at) => at !== index).map((other) => nodeOf(other));
    return expand(walk, branch, trail).map((shape) => excluding(shape, others));
  });
}

function expandCondition(walk: Walk, site: Site, trail: ReadonlySet<object>): Shape[] {
  const { schema } = site;
  const [given, then, otherwise] = ['if', 'then', 'else'].map((keyword) =>
    own(schema, keyword) === undefined ? null : below(site, keyword),
  );
  if (!given || (!then && !otherwise)) return [WHOLE];
  const met = expand(walk, given, trail);
  const unmet = [excluding(WHOLE, [nodeOf(given)])];
  return [
    ...(then ? cross(walk, met, expand(walk, then, trail)) : met),
    ...(otherwise ? cross(walk, unmet, expand(walk, otherwise, trail)) : unmet),
  ];
}

/** A property that demands something: either it is absent, or what it demands is there. */
function expandDependencies(
  walk: Walk,
  site: Site,
  trail: ReadonlySet<object>,
  shapes: Shape[],
): Shape[] {
  const dependencies = dependenciesOf(site);
  if (dependencies.length > MAX_DEPENDENCIES) return shapes.map(madeVague);
  return dependencies.reduce((found, { name, required, schema }) => {
    const part = (held: Site['schema']) => siteAt(held, site.doc, site.path);
    const absent = { ...WHOLE, parts: [part({ properties: { [name]: false } })] };
    const present = [{ ...WHOLE, parts: [part({ required: [name, ...required] })] }];
    const demanded = schema ? cross(walk, present, expand(walk, schema, trail)) : present;
    return cross(walk, found, [absent, ...demanded]);
  }, shapes);
}

function cross(walk: Walk, left: Shape[], right: Shape[]): Shape[] {
  if (right.length === 1 && right[0] === WHOLE) return left;
  if (left.length === 1 && left[0] === WHOLE) return right;
  if (left.length * right.length > MAX_SHAPES && right.length > 1 && left.length > 1) {
    return left.map(madeVague);
  }
  spend(walk, left.length * right.length);
  return left.flatMap((one) =>
    right.map((other) => ({
      parts: [...one.parts, ...other.parts],
      excluded: [...one.excluded, ...other.excluded],
      isVague: one.isVague || other.isVague,
    })),
  );
}
