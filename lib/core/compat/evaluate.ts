import { isJsonObject, type Json, type JsonObject } from '@/lib/core/shared/json';
import { dependenciesOf } from './dependencies';
import {
  below,
  branchesOf,
  followReference,
  hasOwnBase,
  namesOf,
  own,
  type Site,
  stringsIn,
} from './document';
import { matches } from './pattern/inclusion';
import { tupleOf } from './tuples';
import { declaredKinds, intervalOf, kindOf, memberOf } from './values';
import { spend, type Walk } from './walk';

/** Yes, no, or not to be told here. */
export type Answer = boolean | null;

/** All must hold. */
export function every<T>(items: Iterable<T>, ask: (item: T) => Answer): Answer {
  let answer: Answer = true;
  for (const item of items) {
    const one = ask(item);
    if (one === false) return false;
    if (one === null) answer = null;
  }
  return answer;
}

function count<T>(items: readonly T[], ask: (item: T) => Answer): { sure: number; maybe: number } {
  let sure = 0;
  let maybe = 0;
  for (const item of items) {
    const one = ask(item);
    if (one === true) sure += 1;
    if (one === null) maybe += 1;
  }
  return { sure, maybe };
}

function negate(answer: Answer): Answer {
  return answer === null ? null : !answer;
}

const MAX_DEPTH = 40;

/**
 * Whether all schemas accept one value, in the plain meaning of JSON Schema with formats as
 * annotations. Null where that rests on something not decided here: a pattern that is not
 * understood, a reference that leads elsewhere, `unevaluated...` over several schemas.
 */
export function accepts(walk: Walk, value: Json, sites: readonly Site[], depth = 0): Answer {
  return every(sites, (site) => acceptsOne(walk, value, site, depth));
}

function acceptsOne(walk: Walk, value: Json, site: Site, depth: number): Answer {
  spend(walk);
  const { schema, doc } = site;
  if (depth > MAX_DEPTH || (hasOwnBase(schema) && schema !== doc.root)) return null;
  if (typeof schema.$ref !== 'string') return acceptsOwn(walk, value, site, depth);
  const target = followReference(schema.$ref, doc);
  const there = target ? acceptsOne(walk, value, target, depth + 1) : null;
  if (Object.keys(schema).length === 1 || there === false) return there;
  const beside = acceptsOwn(walk, value, site, depth);
  // Older drafts drop what stands beside a reference, some validators do not.
  if (doc.isLegacy) return beside === true ? there : null;
  return every([there, beside], (answer) => answer);
}

function acceptsOwn(walk: Walk, value: Json, site: Site, depth: number): Answer {
  const { schema } = site;
  if (!declaredKinds(schema).has(kindOf(value))) return false;
  if (schema.const !== undefined && !memberOf([schema.const])(value)) return false;
  if (Array.isArray(schema.enum) && !memberOf(schema.enum)(value)) return false;
  const within = ofItsKind(walk, value, site, depth);
  if (within === false) return false;
  return every([within, combined(walk, value, site, depth)], (answer) => answer);
}

function ofItsKind(walk: Walk, value: Json, site: Site, depth: number): Answer {
  if (typeof value === 'number') return acceptsNumber(value, site);
  if (typeof value === 'string') return acceptsText(walk, value, site.schema);
  if (Array.isArray(value)) return acceptsArray(walk, value, site, depth);
  return isJsonObject(value) ? acceptsObject(walk, value, site, depth) : true;
}

function acceptsNumber(value: number, site: Site): Answer {
  const { low, isLowOpen, high, isHighOpen } = intervalOf([site], false);
  if (value < low || value > high) return false;
  if ((value === low && isLowOpen) || (value === high && isHighOpen)) return false;
  const step = site.schema.multipleOf;
  if (typeof step !== 'number' || step <= 0) return true;
  if (Number.isInteger(step) && Number.isInteger(value)) return value % step === 0;
  const quotient = value / step;
  // Binary fractions do not divide exactly; near a whole number nobody can tell.
  if (Number.isInteger(quotient)) return true;
  return Math.abs(quotient - Math.round(quotient)) < 1e-6 ? null : false;
}

function acceptsText(walk: Walk, value: string, schema: JsonObject): Answer {
  const length = [...value].length;
  if (typeof schema.minLength === 'number' && length < schema.minLength) return false;
  if (typeof schema.maxLength === 'number' && length > schema.maxLength) return false;
  return typeof schema.pattern === 'string' ? matches(schema.pattern, value, walk.patterns) : true;
}

function acceptsArray(walk: Walk, value: Json[], site: Site, depth: number): Answer {
  const { schema, doc } = site;
  if (typeof schema.minItems === 'number' && value.length < schema.minItems) return false;
  if (typeof schema.maxItems === 'number' && value.length > schema.maxItems) return false;
  if (schema.uniqueItems === true && !areDistinct(value)) return false;
  const tuple = tupleOf(site);
  if (tuple === null) return null;
  const items = every(value.entries(), ([index, item]) =>
    accepts(walk, item, [tuple.prefix[index] ?? tuple.rest], depth + 1),
  );
  const isJudged = own(schema, 'unevaluatedItems') === undefined || doc.isLegacy;
  const contained = acceptsContained(walk, value, site, depth);
  return every([items, contained, isJudged ? true : null], (answer) => answer);
}

function areDistinct(value: Json[]): boolean {
  return value.every((item, index) => !memberOf(value.slice(index + 1))(item));
}

function acceptsContained(walk: Walk, value: Json[], site: Site, depth: number): Answer {
  const { schema, doc } = site;
  if (own(schema, 'contains') === undefined) return true;
  const wanted = [below(site, 'contains')];
  const { sure, maybe } = count(value, (item) => accepts(walk, item, wanted, depth + 1));
  const { minContains, maxContains } = doc.isLegacy ? {} : schema;
  const least = typeof minContains === 'number' ? minContains : 1;
  const most = typeof maxContains === 'number' ? maxContains : Number.POSITIVE_INFINITY;
  if (sure + maybe < least || sure > most) return false;
  return sure >= least && sure + maybe <= most ? true : null;
}

function acceptsObject(walk: Walk, value: JsonObject, site: Site, depth: number): Answer {
  const { schema, doc } = site;
  const names = Object.keys(value);
  const has = (name: string) => Object.hasOwn(value, name);
  if (!stringsIn(schema.required).every(has)) return false;
  if (typeof schema.minProperties === 'number' && names.length < schema.minProperties) return false;
  if (typeof schema.maxProperties === 'number' && names.length > schema.maxProperties) return false;
  const named = every(names, (name) =>
    every([nameFits(walk, name, site, depth), propertyFits(walk, value, name, site, depth)], same),
  );
  if (named === false) return false;
  const dependent = every(dependenciesOf(site), ({ name, required, schema: demanded }) => {
    if (!has(name)) return true;
    if (!required.every(has)) return false;
    return demanded ? accepts(walk, value, [demanded], depth + 1) : true;
  });
  const isJudged = own(schema, 'unevaluatedProperties') === undefined || doc.isLegacy;
  return every([named, dependent, isJudged ? true : restIsSettled(names, schema)], same);
}

function same(answer: Answer): Answer {
  return answer;
}

/** Without further schemas in place, `unevaluatedProperties` is about what is not declared here. */
function restIsSettled(names: readonly string[], schema: JsonObject): Answer {
  if (schema.unevaluatedProperties === true) return true;
  const declared = namesOf(schema, 'properties');
  return names.every((name) => Object.hasOwn(declared, name)) ? true : null;
}

function nameFits(walk: Walk, name: string, site: Site, depth: number): Answer {
  if (own(site.schema, 'propertyNames') === undefined) return true;
  return accepts(walk, name, [below(site, 'propertyNames')], depth + 1);
}

function propertyFits(
  walk: Walk,
  value: JsonObject,
  name: string,
  site: Site,
  depth: number,
): Answer {
  const { schema } = site;
  const held = value[name] ?? null;
  const isListed = own(namesOf(schema, 'properties'), name) !== undefined;
  let isCovered: Answer = isListed;
  const answers: Answer[] = [];
  if (isListed) answers.push(accepts(walk, held, [below(site, 'properties', name)], depth + 1));
  for (const pattern of Object.keys(namesOf(schema, 'patternProperties'))) {
    const fits = matches(pattern, name, walk.patterns);
    if (fits === false) continue;
    if (isCovered !== true) isCovered = fits;
    const there = [below(site, 'patternProperties', pattern)];
    const answer = accepts(walk, held, there, depth + 1);
    answers.push(fits === null && answer === false ? null : answer);
  }
  if (isCovered !== true && own(schema, 'additionalProperties') !== undefined) {
    const answer = accepts(walk, held, [below(site, 'additionalProperties')], depth + 1);
    answers.push(isCovered === null && answer === false ? null : answer);
  }
  return every(answers, same);
}

function combined(walk: Walk, value: Json, site: Site, depth: number): Answer {
  const { schema } = site;
  const ask = (at: Site) => accepts(walk, value, [at], depth + 1);
  const answers: Answer[] = [every(branchesOf(site, 'allOf'), ask)];
  if (answers[0] === false) return false;
  const either = branchesOf(site, 'anyOf');
  if (either.length > 0) {
    const { sure, maybe } = count(either, ask);
    answers.push(sure > 0 ? true : maybe > 0 ? null : false);
  }
  const one = branchesOf(site, 'oneOf');
  if (one.length > 0) {
    const { sure, maybe } = count(one, ask);
    answers.push(sure > 1 || sure + maybe === 0 ? false : maybe > 0 ? null : true);
  }
  if (own(schema, 'not') !== undefined) answers.push(negate(ask(below(site, 'not'))));
  if (own(schema, 'if') !== undefined) answers.push(conditional(site, ask));
  if (schema.$dynamicRef !== undefined || schema.$recursiveRef !== undefined) answers.push(null);
  return every(answers, same);
}

function conditional(site: Site, ask: (at: Site) => Answer): Answer {
  const then = own(site.schema, 'then') === undefined ? true : ask(below(site, 'then'));
  const otherwise = own(site.schema, 'else') === undefined ? true : ask(below(site, 'else'));
  const met = ask(below(site, 'if'));
  if (met !== null) return met ? then : otherwise;
  return then === otherwise ? then : null;
}
