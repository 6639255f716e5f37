import type { Compare } from './compare';
import { below, branchesOf, followReference, nodeOf, own, type Site } from './document';
import { declaredNames, type Given, propertyOf, restOf } from './given';
import { isHollow } from './hollow';
import { matches } from './pattern/inclusion';
import { inPlace, saysOfRest, surroundingsOf } from './reading';
import { itemAt, longestPrefix, tupleOf } from './tuples';
import { countsOf } from './values';
import { emit, holds, show, type Walk } from './walk';

/**
 * `sup` says what holds of properties none of its other schemas speaks of. Those that certainly
 * speak are the ones that hold whatever the value, and alternatives the shape is shown to fit.
 */
export function compareUnevaluated(walk: Walk, given: Given, part: Site, compare: Compare): void {
  if (part.doc.isLegacy || own(part.schema, 'unevaluatedProperties') === undefined) return;
  const speaking = speakingParts(walk, given, part, compare);
  const others = speaking.filter((site) => site.schema !== part.schema);
  const isSilent = ![part, ...others].some(
    ({ schema }) => own(schema, 'additionalProperties') !== undefined,
  );
  const isSettled = others.some(saysOfRest) || !isSilent;
  if (isSettled) return;
  const rule = below(part, 'unevaluatedProperties');
  const sup = nodeOf(rule);
  const around = surroundingsOf(walk, { sites: [part], path: part.path });
  const declared = new Set(speaking.flatMap(({ schema }) => namesOfProperties(schema)));
  const patterns = speaking.flatMap(({ schema }) => namesOfPatterns(schema));
  for (const name of declaredNames(walk, given)) {
    const isSpoken =
      declared.has(name) ||
      patterns.some((pattern) => matches(pattern, name, walk.patterns) === true);
    const sub = propertyOf(walk, given, name);
    if (isSpoken || isHollow(walk, sub)) continue;
    if (holds(walk, () => compare.nodes(walk, sub, sup, true))) continue;
    const verdict =
      around.declared.has(name) || around.patterns.length > 0 ? 'unknown' : 'breaking';
    const isInput = walk.direction === 'input';
    const kind = isInput ? 'property-removed' : 'property-added';
    const detail = `${show(name)} is ${isInput ? 'removed' : 'added'}, and properties that are not listed are refused.`;
    emit(walk, sub.path, kind, verdict, detail);
  }
  compareUnlisted(walk, given, patterns, rule, compare);
}

function compareUnlisted(
  walk: Walk,
  given: Given,
  patterns: readonly string[],
  rule: Site,
  compare: Compare,
): void {
  const { rest, patterns: held } = restOf(walk, given);
  const open = [rest, ...held.filter((it) => !patterns.includes(it.pattern)).map((it) => it.node)];
  const sup = nodeOf(rule);
  for (const sub of open) {
    if (isHollow(walk, sub) || holds(walk, () => compare.nodes(walk, sub, sup, true))) continue;
    const detail = 'Properties that are not listed are accepted on one side only.';
    emit(walk, rule.path, 'additional-properties-changed', 'unknown', detail);
  }
}

function namesOfProperties(schema: Site['schema']): string[] {
  return Object.keys(isMap(schema.properties) ? schema.properties : {});
}

function namesOfPatterns(schema: Site['schema']): string[] {
  return Object.keys(isMap(schema.patternProperties) ? schema.patternProperties : {});
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The schema itself, what it demands in any case, and the alternatives that are met for sure. */
function speakingParts(walk: Walk, given: Given, part: Site, compare: Compare): Site[] {
  const found = new Map<object, Site>();
  const queue = [part];
  for (let site = queue.pop(); site !== undefined; site = queue.pop()) {
    if (found.has(site.schema)) continue;
    found.set(site.schema, site);
    const { $ref } = site.schema;
    const target = typeof $ref === 'string' ? followReference($ref, site.doc) : null;
    if (target) queue.push(target);
    queue.push(...branchesOf(site, 'allOf'));
    for (const branch of [...branchesOf(site, 'anyOf'), ...branchesOf(site, 'oneOf')]) {
      if (holds(walk, () => compare.shape(walk, given, nodeOf(branch)))) queue.push(branch);
    }
  }
  return [...found.values()];
}

/** The same for items: those beyond every list of places. */
export function compareUnevaluatedItems(
  walk: Walk,
  given: Given,
  part: Site,
  compare: Compare,
): void {
  if (part.doc.isLegacy || own(part.schema, 'unevaluatedItems') === undefined) return;
  const sure = [part, ...branchesOf(part, 'allOf')];
  if (sure.some((site) => hasRest(site))) return;
  const rule = nodeOf(below(part, 'unevaluatedItems'));
  const { most } = countsOf(given.shape.parts, 'minItems', 'maxItems');
  const start = longestPrefix(sure);
  const end = Math.min(most, Math.max(start, longestPrefix(given.shape.parts)) + 1);
  const isSimple = inPlace(walk, nodeOf(part)).length === sure.length;
  for (let index = start; index < end; index += 1) {
    const sub = itemAt(given.shape.parts, index);
    if (isHollow(walk, sub)) return;
    if (holds(walk, () => compare.nodes(walk, sub, rule, true))) continue;
    const detail = 'Items beyond the listed places are accepted on one side only.';
    const verdict = isSimple && part.schema.contains === undefined ? 'breaking' : 'unknown';
    emit(walk, rule.path, 'items-changed', verdict, detail);
    return;
  }
}

function hasRest(site: Site): boolean {
  const tuple = tupleOf(site);
  return tuple === null || own(site.schema, 'items') !== undefined;
}
