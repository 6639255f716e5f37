import { canonicalJson, type Json } from '@/lib/core/shared/json';
import { compareAlternatives } from './alternatives';
import { compareArrays } from './compare-arrays';
import { compareObjects } from './compare-objects';
import { compareFormats, compareNumbers, compareTexts } from './compare-scalars';
import { compareFinite, compareListed, compareTypes } from './compare-values';
import { compareCondition, compareDependencies, compareExclusion } from './conditions';
import { type Demands, demandsOf } from './demands';
import type { Node } from './document';
import { type Given, givenOf } from './given';
import { isHollowShape, isRefused, livingKinds } from './hollow';
import { comparePresence } from './presence';
import { inPlace } from './reading';
import { refute } from './refute';
import { isSameNode } from './sameness';
import { shapesOf } from './shapes';
import type { Kinds } from './values';
import {
  emit,
  type Finding,
  gather,
  keyOf,
  LimitReached,
  MAX_NESTING,
  placeOf,
  show,
  spend,
  type Walk,
} from './walk';
import { describeWidening } from './widened';

/** The comparisons that call each other, handed down so that no two files import each other. */
export type Compare = {
  nodes: (walk: Walk, sub: Node, sup: Node, isAlwaysSent?: boolean) => void;
  shape: (walk: Walk, given: Given, sup: Node) => void;
};

export const COMPARE: Compare = { nodes: compareNodes, shape: compareShape };

/**
 * Reports everything that differs between two schemas, with a verdict on each: whether `sup`
 * still accepts all that `sub` accepts. What is reported without a breaking or unknown change is
 * a subset for certain. Values are finite and each level of a comparison looks at smaller parts of
 * them, so a question that comes up inside itself may be answered yes (induction on the value).
 */
function compareNodes(walk: Walk, sub: Node, sup: Node, isAlwaysSent = false): void {
  spend(walk);
  if (isSameNode(walk.interner, sub, sup)) return;
  const key = `${walk.isClosed}${keyOf(walk, sub)}>${keyOf(walk, sup)}`;
  if (isAnswered(walk, key, sub)) return;
  const depth = walk.asking.size;
  const outer = walk.leansOn;
  const before = walk.findings.length;
  walk.asking.set(key, depth);
  walk.leansOn = Number.POSITIVE_INFINITY;
  try {
    if (!isAlwaysSent) compareDefaults(walk, sub, sup);
    if (walk.quiet === 0) describeWidening(walk, sub, sup);
    compareFresh(walk, sub, sup);
    const isHeld = walk.findings.slice(before).every(({ verdict }) => verdict === 'compatible');
    if (!isHeld || walk.leansOn >= depth) walk.settled.set(key, isHeld);
  } finally {
    walk.asking.delete(key);
    walk.leansOn = Math.min(outer, walk.leansOn >= depth ? Number.POSITIVE_INFINITY : walk.leansOn);
  }
}

/** Known already, being asked further up, or reported once. */
function isAnswered(walk: Walk, key: string, sub: Node): boolean {
  const settled = walk.settled.get(key);
  if (settled === true) return true;
  if (settled === false && walk.quiet > 0) {
    emit(walk, sub.path, 'keyword-undecided', 'unknown', 'Asked before, and not shown to hold.');
  }
  const asked = walk.asking.get(key);
  if (asked !== undefined) {
    walk.leansOn = Math.min(walk.leansOn, asked);
    return true;
  }
  if (walk.quiet > 0) return false;
  if (walk.reported.has(key)) return true;
  walk.reported.add(key);
  return false;
}

function compareFresh(walk: Walk, sub: Node, sup: Node): void {
  const living = shapesOf(walk, sub)
    .map((shape) => givenOf(walk, shape, sub))
    .filter((given) => !isHollowShape(walk, given));
  if (living.length === 0) return;
  if (isRefused(walk, sup)) {
    const detail = 'Nothing is accepted here on one side.';
    emit(walk, placeOf(walk, sub, sup), 'schema-changed', 'breaking', detail);
    return;
  }
  for (const given of living) {
    compareShape(walk, given, sup);
    if (livingKinds(walk, given).has('object')) comparePresence(walk, given, sup);
  }
}

/**
 * One shape against the whole of `sup`. Where the shape is narrower than its plain keywords say,
 * a difference in those proves nothing by itself: then an example has to show it.
 */
function compareShape(walk: Walk, given: Given, sup: Node): void {
  if (walk.nesting >= MAX_NESTING) throw new LimitReached();
  walk.nesting += 1;
  try {
    askShape(walk, given, sup);
  } finally {
    walk.nesting -= 1;
  }
}

function askShape(walk: Walk, given: Given, sup: Node): void {
  if (walk.quiet > 0) {
    compareDemands(walk, given, sup);
    return;
  }
  const found = gather(walk, () => compareDemands(walk, given, sup));
  const isDoubtful = given.shape.isVague || given.shape.excluded.length > 0;
  const isOpen = found.some(
    (finding) =>
      (finding.verdict === 'unknown' && !finding.isTried && !REMARKS.has(finding.kind)) ||
      (finding.verdict === 'breaking' && isDoubtful),
  );
  walk.findings.push(...(isOpen ? settle(walk, given, sup, found, isDoubtful) : found));
}

/** Never decided by what a schema accepts. */
const REMARKS: ReadonlySet<string> = new Set(['default-changed', 'format-changed', 'too-large']);

function settle(
  walk: Walk,
  given: Given,
  sup: Node,
  found: Finding[],
  isDoubtful: boolean,
): Finding[] {
  const example = refute(walk, given, sup, found);
  const hasBreaking = found.some(({ verdict }) => verdict === 'breaking');
  return found.map((finding) => {
    if (REMARKS.has(finding.kind)) return finding;
    if (finding.verdict === 'breaking' && isDoubtful && example === null) {
      return { ...finding, verdict: 'unknown', isTried: true };
    }
    if (finding.verdict === 'unknown' && example === null) return { ...finding, isTried: true };
    const isShown = finding.verdict === 'unknown' && example !== null && !hasBreaking;
    return isShown ? { ...finding, verdict: 'breaking', example } : finding;
  });
}

function compareDemands(walk: Walk, given: Given, sup: Node): void {
  const place = placeOf(walk, given.node, sup);
  const kinds = livingKinds(walk, given);
  const demands = demandsOf(walk, given, sup);
  if (kinds.has('string')) compareFormats(walk, given, demands.parts, place);
  if (!compareFinite(walk, given, kinds, sup, place)) {
    const found = gather(walk, () => comparePlain(walk, given, kinds, demands, place));
    // Beside alternatives a keyword that is missing here stands in one of them.
    const isWhole = demands.alternatives.length === 0;
    walk.findings.push(...found.filter(({ verdict }) => isWhole || verdict !== 'compatible'));
    compareCombined(walk, given, demands);
  }
}

function comparePlain(
  walk: Walk,
  given: Given,
  kinds: Kinds,
  demands: Demands,
  place: string,
): void {
  const { parts } = demands;
  compareTypes(walk, kinds, parts, place);
  compareListed(walk, given, parts, place);
  if (kinds.has('integer') || kinds.has('fraction')) {
    compareNumbers(walk, given, parts, kinds, place);
  }
  if (kinds.has('string')) compareTexts(walk, given, parts, place);
  if (kinds.has('array')) compareArrays(walk, given, demands, place, COMPARE);
  if (kinds.has('object')) compareObjects(walk, given, demands, place, COMPARE);
}

function compareCombined(walk: Walk, given: Given, demands: Demands): void {
  for (const { site, keyword } of demands.alternatives) {
    compareAlternatives(walk, given, site, keyword, COMPARE);
  }
  for (const site of demands.excluded) compareExclusion(walk, given, site, COMPARE);
  for (const site of demands.conditions) compareCondition(walk, given, site, COMPARE);
  for (const site of demands.fresh) compareDependencies(walk, given, site, COMPARE);
  for (const { path, kind, detail } of demands.obstacles) {
    emit(walk, path, kind, 'unknown', detail);
  }
}

/**
 * What leaving a value out means; says nothing where it is always sent. A default that appears
 * takes nothing away, for nothing was promised; one that changes or goes is for a person to judge.
 */
function compareDefaults(walk: Walk, sub: Node, sup: Node): void {
  const [old, next] = walk.direction === 'input' ? [sub, sup] : [sup, sub];
  const before = defaultsOf(walk, old);
  const after = defaultsOf(walk, next);
  if (canonicalJson(before) === canonicalJson(after)) return;
  const shown = [before, after].map((all) => (all.length > 1 ? all : all[0]));
  const detail = `default: ${shown.map(show).join(' -> ')}`;
  const verdict = before.length === 0 ? 'compatible' : 'unknown';
  emit(walk, placeOf(walk, sub, sup), 'default-changed', verdict, detail);
}

function defaultsOf(walk: Walk, node: Node): Json[] {
  const found = new Map<string, Json>();
  for (const { schema } of inPlace(walk, node)) {
    if (Object.hasOwn(schema, 'default')) {
      found.set(canonicalJson(schema.default), schema.default ?? null);
    }
  }
  return [...found.keys()].sort().map((key) => found.get(key) ?? null);
}
