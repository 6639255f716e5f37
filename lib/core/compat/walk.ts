import type { Verdict } from '@/lib/core/shared/domain';
import type { Json, JsonObject } from '@/lib/core/shared/json';
import type { Document, Node, Site } from './document';
import type { ChangeKind } from './kinds';
import { type Patterns, startPatterns } from './pattern/inclusion';
import type { Surroundings } from './reading';
import { type Interner, startInterner } from './sameness';
import type { Shape } from './shapes';
import type { Change, Direction } from './types';
import type { Kinds } from './values';

/** A change, and where one was found a value that shows it. */
export type Finding = Change & {
  example?: { value: Json };
  /** An example was looked for nearer by, in vain. */
  isTried?: true;
};

/**
 * A walk asks one question: is everything `sub` accepts also accepted by `sup`?
 * For input `sub` is the old schema, for output the new one.
 */
export type Walk = {
  direction: Direction;
  sub: Document;
  sup: Document;
  /** Undeclared properties are refused where nothing is said of them; see reading.ts. */
  isClosed: boolean;
  findings: Finding[];
  /** Above nought a question is asked aside: only whether it holds matters. */
  quiet: number;
  /** How many questions the current one is inside of. */
  nesting: number;
  stepsLeft: number;
  /** How often an example may still be looked for. */
  searchesLeft: number;
  /** Questions being asked, each with its depth; meeting one again assumes it holds. */
  asking: Map<string, number>;
  /** The outermost assumption the current answer leans on. */
  leansOn: number;
  settled: Map<string, boolean>;
  reported: Set<string>;
  interner: Interner;
  shapes: Map<string, Shape[]>;
  surroundings: Map<string, Surroundings>;
  hollow: Map<string, boolean>;
  hollowing: Set<string>;
  living: WeakMap<Shape, Kinds>;
  livingClosed: WeakMap<Shape, Kinds>;
  patterns: Patterns;
  /** Schemas made here, by what they stand for, so that the same one is met again. */
  made: Map<string, Site>;
};

/** Some tens of milliseconds at most. */
const MAX_STEPS = 8_000;
const MAX_SEARCHES = 16;

/** A walk with all of its allowance before it. */
export function startWalk(direction: Direction, sub: Document, sup: Document): Walk {
  return {
    direction,
    sub,
    sup,
    isClosed: direction === 'input',
    findings: [],
    quiet: 0,
    nesting: 0,
    stepsLeft: MAX_STEPS,
    searchesLeft: MAX_SEARCHES,
    asking: new Map(),
    leansOn: Number.POSITIVE_INFINITY,
    settled: new Map(),
    reported: new Set(),
    interner: startInterner(sub, sup),
    shapes: new Map(),
    surroundings: new Map(),
    hollow: new Map(),
    hollowing: new Set(),
    living: new WeakMap(),
    livingClosed: new WeakMap(),
    patterns: startPatterns(),
    made: new Map(),
  };
}

/** Deeper questions inside questions would end in the machine's own limit, and not in an answer. */
export const MAX_NESTING = 100;

/** Thrown when the work allowed for one comparison is used up; caught where it starts. */
export class LimitReached extends Error {}

/** @throws LimitReached when the allowance of the comparison is used up. */
export function spend(walk: Walk, steps = 1): void {
  walk.stepsLeft -= steps;
  if (walk.stepsLeft < 0) throw new LimitReached();
}

/** Records a finding; a question asked aside ends at the first that is not compatible. */
export function emit(
  walk: Walk,
  path: string,
  kind: ChangeKind,
  verdict: Verdict,
  detail: string,
  example?: { value: Json },
): void {
  if (walk.quiet > 0 && verdict !== 'compatible') throw LOST;
  walk.findings.push({ path, kind, verdict, detail, ...(example ? { example } : {}) });
}

/** Ends a question asked aside at the first thing that speaks against it. */
class Lost extends Error {}
const LOST = new Lost();

/** "before -> after" whatever the direction; absent keywords read "none". */
export function describeChange(walk: Walk, sub: Json | undefined, sup: Json | undefined): string {
  const [before, after] = walk.direction === 'input' ? [sub, sup] : [sup, sub];
  return `${show(before)} -> ${show(after)}`;
}

/** A value for people, in at most 80 characters; an absent one reads "none". */
export function show(value: Json | undefined): string {
  if (value === undefined) return 'none';
  const text = JSON.stringify(value);
  return text.length <= 80 ? text : `${text.slice(0, 79)}…`;
}

/** The place a person looks at: the new schema's where it has one. */
export function placeOf(walk: Walk, sub: { path: string }, sup: { path: string } | null): string {
  if (sup === null) return sub.path;
  return walk.direction === 'input' ? sup.path : sub.path;
}

/** Runs a question without keeping what it reports: does it hold? */
export function holds(walk: Walk, ask: () => void): boolean {
  const { isClosed } = walk;
  walk.quiet += 1;
  try {
    gather(walk, ask);
    return true;
  } catch (error) {
    if (error !== LOST) throw error;
    return false;
  } finally {
    walk.quiet -= 1;
    walk.isClosed = isClosed;
  }
}

/** What a question reports, for the caller to keep or change. */
export function gather(walk: Walk, ask: () => void): Finding[] {
  const kept = walk.findings;
  walk.findings = [];
  try {
    ask();
    return walk.findings;
  } finally {
    walk.findings = kept;
  }
}

/** Asks under the plain meaning of the schemas, where exclusions turn the question round. */
export function formally<T>(walk: Walk, ask: () => T): T {
  const { isClosed } = walk;
  walk.isClosed = false;
  try {
    return ask();
  } finally {
    walk.isClosed = isClosed;
  }
}

/** Names a set of schemas by identity. */
export function keyOf(walk: Walk, node: Node): string {
  const [only, more] = node.sites;
  if (only && !more) return idOf(walk, only);
  return [...new Set(node.sites.map((site) => idOf(walk, site)))].sort().join('&');
}

function idOf(walk: Walk, site: Site): string {
  const side = site.doc === walk.sub ? 'a' : 'b';
  return `${side}${walk.interner.identity(site.schema)}`;
}

/** A schema put together here, one object for equal parts. */
export function makeSite(
  walk: Walk,
  word: string,
  like: Site,
  parts: readonly Site[],
  make: () => JsonObject,
): Site {
  const key = `${word}(${keyOf(walk, { sites: parts, path: '' })})${idOf(walk, like)}`;
  const known = walk.made.get(key);
  if (known !== undefined) return known;
  const found = { schema: make(), doc: like.doc, path: like.path };
  walk.made.set(key, found);
  return found;
}
