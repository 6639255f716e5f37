import type { JsonObject } from '@/lib/core/shared/json';
import {
  ANYTHING,
  below,
  NOTHING,
  type Node,
  namesOf,
  nodeOf,
  openDocument,
  own,
  type Site,
  stringsIn,
} from './document';
import { matches } from './pattern/inclusion';
import { inPlace, isReadClosed, type Surroundings, saysOfRest, surroundingsOf } from './reading';
import type { Shape } from './shapes';
import { makeSite, type Walk } from './walk';

/** One shape of a schema, with all that is said of the same object elsewhere in it. */
export type Given = { shape: Shape; node: Node; around: Surroundings };

export function givenOf(walk: Walk, shape: Shape, node: Node): Given {
  return { shape, node, around: surroundingsOf(walk, node) };
}

/** Properties that must be there. */
export function requiredBy(parts: readonly Site[]): Set<string> {
  return new Set(parts.flatMap(({ schema }) => stringsIn(schema.required)));
}

export function namesIn(parts: readonly Site[], keyword: string): string[] {
  return [...new Set(parts.flatMap(({ schema }) => Object.keys(namesOf(schema, keyword))))];
}

/** Undeclared properties are refused by the reading, as no part says anything of them. */
function isShut(walk: Walk, { shape, around }: Given): boolean {
  return isReadClosed(walk, { ...around, saysOfRest: shape.parts.some(saysOfRest) });
}

/** Names a value of this shape may carry because they are declared, be it by another part. */
export function declaredNames(walk: Walk, given: Given): string[] {
  const names = namesIn(given.shape.parts, 'properties');
  if (!isShut(walk, given)) return names;
  return [...new Set([...names, ...given.around.declared.keys()])];
}

/** What is known of the value under one name; never narrower than the truth. */
export function propertyOf(walk: Walk, given: Given, name: string): Node {
  const sites = given.shape.parts.flatMap((part) => spokenOf(walk, part, name));
  const path = `${given.node.path}/properties/${name}`;
  const isOwn = given.shape.parts.some(
    (part) =>
      own(namesOf(part.schema, 'properties'), name) !== undefined ||
      patternsFor(walk, part, name).length > 0,
  );
  if (isOwn || !isShut(walk, given)) return { sites, path: sites[0]?.path ?? path };
  return { sites: [...sites, elsewhere(walk, given, name)], path };
}

function patternsFor(walk: Walk, part: Site, name: string): string[] {
  const patterns = Object.keys(namesOf(part.schema, 'patternProperties'));
  return patterns.filter((pattern) => matches(pattern, name, walk.patterns) !== false);
}

function spokenOf(walk: Walk, part: Site, name: string): Site[] {
  const isListed = own(namesOf(part.schema, 'properties'), name) !== undefined;
  const patterns = patternsFor(walk, part, name);
  const sure = patterns.filter((pattern) => matches(pattern, name, walk.patterns) === true);
  const found = [
    ...(isListed ? [below(part, 'properties', name)] : []),
    ...sure.map((pattern) => below(part, 'patternProperties', pattern)),
  ];
  if (isListed || patterns.length > 0) return found;
  return [...found, ...ruleForRest(walk, part, name)];
}

/** What a part says of properties it does not declare. */
function ruleForRest(walk: Walk, part: Site, name: string | null): Site[] {
  const rules: Site[] = [];
  if (own(part.schema, 'additionalProperties') !== undefined) {
    rules.push(below(part, 'additionalProperties'));
  } else if (!part.doc.isLegacy && own(part.schema, 'unevaluatedProperties') !== undefined) {
    const around = surroundingsOf(walk, nodeOf(part));
    const isMentioned =
      around.patterns.length > 0 ||
      (name !== null && around.declared.has(name)) ||
      inPlace(walk, nodeOf(part)).some((at) => at.schema !== part.schema && saysOfRest(at));
    if (!isMentioned) rules.push(below(part, 'unevaluatedProperties'));
  }
  return rules;
}

/** A name only other parts declare: what any of them lets it be. */
function elsewhere(walk: Walk, { node, around }: Given, name: string): Site {
  const sites = [
    ...(around.declared.get(name) ?? []),
    ...around.patterns
      .filter(({ pattern }) => matches(pattern, name, walk.patterns) !== false)
      .map(({ site }) => site),
  ];
  const [first] = sites;
  if (first === undefined) return likeOf(node, around.declared.has(name) ? ANYTHING : NOTHING);
  if (sites.length === 1) return first;
  return makeSite(walk, 'any', first, sites, () => ({ anyOf: sites.map(({ schema }) => schema) }));
}

function likeOf({ sites: [first], path }: Node, schema: JsonObject): Site {
  return { schema, doc: first?.doc ?? openDocument(schema), path };
}

/** Properties by pattern, and what holds of all that is neither listed nor matched. */
export function restOf(
  walk: Walk,
  given: Given,
): { rest: Node; patterns: { pattern: string; node: Node }[] } {
  const { parts } = given.shape;
  const patterns = namesIn(parts, 'patternProperties').map((pattern) => ({
    pattern,
    node: nodeOf(
      ...parts
        .filter((part) => own(namesOf(part.schema, 'patternProperties'), pattern) !== undefined)
        .map((part) => below(part, 'patternProperties', pattern)),
    ),
  }));
  const path = `${given.node.path}/additionalProperties`;
  if (!isShut(walk, given)) {
    const rules = parts.flatMap((part) => ruleForRest(walk, part, null));
    return { rest: { sites: rules, path: rules[0]?.path ?? path }, patterns };
  }
  const foreign = given.around.patterns.filter(
    ({ pattern }) => !patterns.some((known) => known.pattern === pattern),
  );
  const more = foreign.map(({ pattern, site }) => ({ pattern, node: nodeOf(site) }));
  return {
    rest: { sites: [likeOf(given.node, NOTHING)], path },
    patterns: [...patterns, ...more],
  };
}
