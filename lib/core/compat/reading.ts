import { isJsonObject } from '@/lib/core/shared/json';
import {
  below,
  branchesOf,
  followReference,
  type Node,
  namesOf,
  own,
  type Site,
  stringsIn,
} from './document';
import { keyOf, spend, type Walk } from './walk';

/**
 * How an object is read that says nothing of further properties.
 *
 * JSON Schema leaves such an object open: any further property is accepted. Taken at that word,
 * no property could ever be added to an input, for somebody might be sending another thing under
 * its name already; and every one could be taken away. Nobody means that, so:
 *
 * - **Input**: an object without `additionalProperties` or `unevaluatedProperties` promises only
 *   the properties it declares, on both sides. A new optional property is compatible though the
 *   old schema is formally open; a property that is no longer declared is breaking, for callers
 *   send it relying on it.
 * - **Output**: an answer may always carry more than is declared, and readers ignore what they
 *   do not know. Plain JSON Schema is just that, so outputs are read formally.
 * - Where `additionalProperties` or `unevaluatedProperties` is written, it is taken at its word.
 * - One object may be described by several schemas at once: `allOf`, the alternatives of `anyOf`
 *   and `oneOf`, `if`, dependent schemas and what `$ref` leads to. What any of them declares is
 *   declared for the object. A name that matches a `patternProperties` counts as declared.
 * - A property that is required is declared, even where its value is described nowhere.
 * - A schema that neither names objects as its type nor lists properties (`{}`, or only limits)
 *   accepts any object: nothing in it claims to say which properties there are.
 */
export type Surroundings = {
  /** Every schema some part of the object gives a name. */
  declared: ReadonlyMap<string, readonly Site[]>;
  patterns: readonly { pattern: string; site: Site }[];
  speaksOfObjects: boolean;
  /** Some part says what holds of further properties. */
  saysOfRest: boolean;
};

type Gathered = {
  declared: Map<string, Site[]>;
  patterns: { pattern: string; site: Site }[];
  speaksOfObjects: boolean;
  saysOfRest: boolean;
};

/** All that is said of one object, by whichever of its schemas. */
export function surroundingsOf(walk: Walk, node: Node): Surroundings {
  const key = keyOf(walk, node);
  const known = walk.surroundings.get(key);
  if (known !== undefined) return known;
  const found: Gathered = {
    declared: new Map(),
    patterns: [],
    speaksOfObjects: false,
    saysOfRest: false,
  };
  for (const site of inPlace(walk, node)) gatherFrom(site, found);
  walk.surroundings.set(key, found);
  return found;
}

/** Whether undeclared properties are refused there under the reading that holds. */
export function isReadClosed(walk: Walk, around: Surroundings): boolean {
  return walk.isClosed && around.speaksOfObjects && !around.saysOfRest;
}

/** The schema itself says what holds of further properties. */
export function saysOfRest(site: Site): boolean {
  return (
    own(site.schema, 'additionalProperties') !== undefined ||
    (!site.doc.isLegacy && own(site.schema, 'unevaluatedProperties') !== undefined)
  );
}

const LISTING = ['properties', 'patternProperties'];

function speaksOfObjects({ schema }: Site): boolean {
  const { type } = schema;
  if (type === 'object' || (Array.isArray(type) && type.includes('object'))) return true;
  return type === undefined && LISTING.some((word) => own(schema, word) !== undefined);
}

function gatherFrom(site: Site, found: Gathered): void {
  found.speaksOfObjects ||= speaksOfObjects(site);
  found.saysOfRest ||= saysOfRest(site);
  for (const name of Object.keys(namesOf(site.schema, 'properties'))) {
    const held = found.declared.get(name) ?? [];
    held.push(below(site, 'properties', name));
    found.declared.set(name, held);
  }
  for (const name of stringsIn(own(site.schema, 'required'))) {
    if (!found.declared.has(name)) found.declared.set(name, []);
  }
  for (const pattern of Object.keys(namesOf(site.schema, 'patternProperties'))) {
    found.patterns.push({ pattern, site: below(site, 'patternProperties', pattern) });
  }
}

/** Every schema that may speak of the same value, references followed; each once. */
export function inPlace(walk: Walk, node: Node): Site[] {
  const found = new Map<object, Site>();
  const queue = [...node.sites];
  while (queue.length > 0) {
    const site = queue.pop();
    if (site === undefined || found.has(site.schema)) continue;
    spend(walk);
    found.set(site.schema, site);
    queue.push(...besides(site));
  }
  return [...found.values()];
}

const ALTERNATIVES = new Set(['allOf', 'anyOf', 'oneOf']);
const CONDITIONAL = new Set(['if', 'then', 'else']);
const DEPENDENT = new Set(['dependentSchemas', 'dependencies']);

function besides(site: Site): Site[] {
  const found: Site[] = [];
  for (const [keyword, held] of Object.entries(site.schema)) {
    if (keyword === '$ref' && typeof held === 'string') {
      const target = followReference(held, site.doc);
      if (target) found.push(target);
    } else if (ALTERNATIVES.has(keyword)) found.push(...branchesOf(site, keyword));
    else if (CONDITIONAL.has(keyword)) found.push(below(site, keyword));
    else if (DEPENDENT.has(keyword) && isJsonObject(held)) {
      const names = Object.keys(held).filter((name) => isJsonObject(held[name]));
      found.push(...names.map((name) => below(site, keyword, name)));
    }
  }
  return found;
}
