import { escapePointerPart } from '@/lib/core/shared/json-pointer';
import type { Compare } from './compare';
import { compareCounts, emitCount } from './compare-scalars';
import type { Demands } from './demands';
import { below, type Node, namesOf, own, type Site } from './document';
import { accepts } from './evaluate';
import { declaredNames, type Given, namesIn, propertyOf, requiredBy, restOf } from './given';
import { isHollow, isRefused } from './hollow';
import { exampleOf, includes, matches } from './pattern/inclusion';
import { compareUnevaluated } from './unevaluated';
import { countsOf } from './values';
import { emit, holds, placeOf, show, type Walk } from './walk';

/** Everything keywords of objects ask, but for which names are declared at all (presence.ts). */
export function compareObjects(
  walk: Walk,
  given: Given,
  demands: Demands,
  path: string,
  compare: Compare,
): void {
  const { parts, fresh } = demands;
  if (fresh.length === 0) return;
  compareRequired(walk, given, parts, path);
  compareNamed(walk, given, parts, path, compare);
  compareByPattern(walk, given, parts, compare);
  compareRest(walk, given, parts, compare);
  comparePropertyCounts(walk, given, parts, path);
  comparePropertyNames(walk, given, fresh, path, compare);
  for (const part of fresh) compareUnevaluated(walk, given, part, compare);
}

function compareRequired(walk: Walk, given: Given, parts: readonly Site[], path: string): void {
  const from = requiredBy(given.shape.parts);
  const into = requiredBy(parts);
  const report = (name: string, isDemanded: boolean) => {
    const isNew = isDemanded === (walk.direction === 'input');
    emit(
      walk,
      `${path}/properties/${escapePointerPart(name)}`,
      'required-changed',
      isDemanded ? 'breaking' : 'compatible',
      isNew ? `${show(name)} is now required.` : `${show(name)} is no longer required.`,
    );
  };
  for (const name of into) if (!from.has(name)) report(name, true);
  for (const name of from) if (!into.has(name)) report(name, false);
}

/** Properties one of the sides lists. */
function compareNamed(
  walk: Walk,
  given: Given,
  parts: readonly Site[],
  path: string,
  compare: Compare,
): void {
  const from = new Set(declaredNames(walk, given));
  const into = new Set(namesIn(parts, 'properties'));
  const always = requiredBy(given.shape.parts);
  for (const name of new Set([...from, ...into])) {
    const sub = propertyOf(walk, given, name);
    const sup = wantedAt(walk, parts, name, path);
    if (isHollow(walk, sub)) {
      const isNews = from.has(name) && into.has(name) && !isRefused(walk, sup);
      if (isNews) emit(walk, sup.path, 'schema-changed', 'compatible', freed(walk, name));
      continue;
    }
    const ask = () => compare.nodes(walk, sub, sup, always.has(name));
    if (!into.has(name)) compareDropped(walk, sub, sup, name, ask);
    else if (from.has(name)) ask();
    else compareGained(walk, sup, name, ask);
  }
}

function freed(walk: Walk, name: string): string {
  const verb = walk.direction === 'input' ? 'is no longer' : 'is now';
  return `${show(name)} ${verb} forbidden.`;
}

/** What all parts ask of the value under one name. */
function wantedAt(walk: Walk, parts: readonly Site[], name: string, path: string): Node {
  const sites = parts.flatMap((part) => {
    const isListed = own(namesOf(part.schema, 'properties'), name) !== undefined;
    const patterns = Object.keys(namesOf(part.schema, 'patternProperties'));
    const answers = patterns.map((pattern) => matches(pattern, name, walk.patterns));
    const found = isListed ? [below(part, 'properties', name)] : [];
    patterns.forEach((pattern, index) => {
      if (answers[index] !== false) found.push(below(part, 'patternProperties', pattern));
    });
    const isCovered = isListed || answers.includes(true);
    return isCovered ? found : [...found, ...restRuleOf(part)];
  });
  return { sites, path: sites[0]?.path ?? `${path}/properties/${escapePointerPart(name)}` };
}

function restRuleOf(part: Site): Site[] {
  const isSaid = own(part.schema, 'additionalProperties') !== undefined;
  return isSaid ? [below(part, 'additionalProperties')] : [];
}

/** `sub` describes a property that `sup` leaves to its rule for the rest, if it has one. */
function compareDropped(walk: Walk, sub: Node, sup: Node, name: string, ask: () => void): void {
  if (!isRefused(walk, sup)) {
    ask();
    return;
  }
  const kind = walk.direction === 'input' ? 'property-removed' : 'property-added';
  const word = walk.direction === 'input' ? 'removed' : 'added';
  const detail = `${show(name)} is ${word}, and properties that are not listed are refused.`;
  emit(walk, sub.path, kind, 'breaking', detail);
}

/** `sup` describes a property that `sub` leaves to its rule for the rest. */
function compareGained(walk: Walk, sup: Node, name: string, ask: () => void): void {
  if (holds(walk, ask)) return;
  const kind = walk.direction === 'input' ? 'property-added' : 'property-removed';
  const word = walk.direction === 'input' ? 'added' : 'removed';
  const detail = `${show(name)} is ${word}; the schema without it lets other values stand under that name.`;
  emit(walk, sup.path, kind, 'breaking', detail);
}

/** Properties `sub` describes by pattern. */
function compareByPattern(
  walk: Walk,
  given: Given,
  parts: readonly Site[],
  compare: Compare,
): void {
  for (const { pattern, node } of restOf(walk, given).patterns) {
    if (isHollow(walk, node)) continue;
    const sites = parts.flatMap((part) => {
      const rules = Object.keys(namesOf(part.schema, 'patternProperties'));
      const meets = rules.filter((rule) => mayShare(walk, pattern, rule));
      const isCovered = rules.some((rule) => covers(walk, pattern, rule));
      const found = meets.map((rule) => below(part, 'patternProperties', rule));
      return isCovered ? found : [...found, ...restRuleOf(part)];
    });
    compare.nodes(walk, node, { sites, path: sites[0]?.path ?? node.path }, true);
  }
}

function mayShare(walk: Walk, one: string, other: string): boolean {
  return one === other || exampleOf([one, other], walk.patterns)?.holds !== true;
}

function covers(walk: Walk, narrow: string, wide: string): boolean {
  return narrow === wide || includes([narrow], wide, walk.patterns)?.holds === true;
}

/** Properties neither listed nor matched by a pattern of `sub`. */
function compareRest(walk: Walk, given: Given, parts: readonly Site[], compare: Compare): void {
  const { rest, patterns } = restOf(walk, given);
  if (isHollow(walk, rest)) return;
  const known = new Set(patterns.map(({ pattern }) => pattern));
  for (const part of parts) {
    for (const pattern of Object.keys(namesOf(part.schema, 'patternProperties'))) {
      if (known.has(pattern)) continue;
      const rule = below(part, 'patternProperties', pattern);
      compare.nodes(walk, rest, { sites: [rule], path: rule.path }, true);
    }
    for (const rule of restRuleOf(part)) compareRule(walk, rest, rule, compare);
  }
}

function compareRule(walk: Walk, rest: Node, rule: Site, compare: Compare): void {
  const sup = { sites: [rule], path: rule.path };
  if (!isRefused(walk, sup)) {
    compare.nodes(walk, rest, sup, true);
    return;
  }
  const detail =
    walk.direction === 'input'
      ? 'Properties that are not listed are no longer accepted.'
      : 'Properties that are not listed may be answered now.';
  const path = placeOf(walk, rest, sup);
  emit(walk, path, 'additional-properties-changed', 'breaking', detail);
}

function comparePropertyCounts(
  walk: Walk,
  given: Given,
  parts: readonly Site[],
  path: string,
): void {
  const { least, most } = countsOf(given.shape.parts, 'minProperties', 'maxProperties');
  const required = requiredBy(given.shape.parts).size;
  const { rest, patterns } = restOf(walk, given);
  const isListed = patterns.length === 0 && isHollow(walk, rest);
  const names = isListed ? declaredNames(walk, given) : [];
  const possible = names.filter((name) => !isHollow(walk, propertyOf(walk, given, name)));
  const counts = {
    least: Math.max(least, required),
    most: isListed ? Math.min(most, possible.length) : most,
  };
  const wanted = countsOf(parts, 'minProperties', 'maxProperties');
  if (counts.least >= wanted.least && counts.most <= wanted.most) {
    const plain = { least, most };
    for (const change of compareCounts(plain, parts, 'minProperties', 'maxProperties')) {
      emitCount(walk, path, 'count-changed', { ...change, fits: true }, 'breaking');
    }
    return;
  }
  for (const change of compareCounts(counts, parts, 'minProperties', 'maxProperties')) {
    emitCount(walk, path, 'count-changed', change, 'breaking');
  }
}

function comparePropertyNames(
  walk: Walk,
  given: Given,
  parts: readonly Site[],
  path: string,
  compare: Compare,
): void {
  const rules = parts
    .filter(({ schema }) => own(schema, 'propertyNames') !== undefined)
    .map((part) => below(part, 'propertyNames'));
  if (rules.length === 0) return;
  const sup = { sites: rules, path: rules[0]?.path ?? path };
  const held = given.shape.parts.filter(({ schema }) => own(schema, 'propertyNames') !== undefined);
  const from = { sites: held.map((part) => below(part, 'propertyNames')), path: sup.path };
  if (held.length > 0 && holds(walk, () => compare.nodes(walk, from, sup, true))) return;
  const names = declaredNames(walk, given).filter(
    (name) => !isHollow(walk, propertyOf(walk, given, name)),
  );
  const refused = names.filter((name) => accepts(walk, name, sup.sites) !== true);
  const { rest, patterns } = restOf(walk, given);
  if (refused.length === 0 && patterns.length === 0 && isHollow(walk, rest)) return;
  const detail =
    refused.length > 0
      ? `Names that do not fit: ${refused.slice(0, 5).map(show).join(', ')}.`
      : 'Names of properties that are not listed obey another rule.';
  emit(walk, sup.path, 'property-names-changed', 'unknown', detail);
}
