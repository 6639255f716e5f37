import { type Automaton, advance, automatonOf, closure } from './automaton';

/** What is known of two patterns: every text fits, or one that does not, or nothing for certain. */
export type Inclusion = { holds: true } | { holds: false; text: string } | null;

const MAX_PAIRS = 3_000;
const MAX_WORK = 40_000;
const MAX_TEXT = 2_000;

/** What patterns may cost in one comparison, in states looked at: some tenths of a second at most. */
const MAX_WORK_IN_ALL = 4 * MAX_WORK;

/** Patterns that were read once, for one comparison, and the work that is left for all of them. */
export type Patterns = { read: Map<string, Automaton | null>; workLeft: number };

export function startPatterns(): Patterns {
  return { read: new Map(), workLeft: MAX_WORK_IN_ALL };
}

/** A pattern read when nothing is left is one that is not understood. */
function read(source: string, known: Patterns): Automaton | null {
  if (known.workLeft <= 0) return null;
  const held = known.read.get(source);
  if (held !== undefined) return held;
  const found = source.length > MAX_TEXT ? null : automatonOf(source);
  known.workLeft -= found?.steps.length ?? source.length;
  known.read.set(source, found);
  return found;
}

/** Whether a text matches; null for a pattern that is not understood. */
export function matches(source: string, text: string, known: Patterns): boolean | null {
  const automaton = read(source, known);
  if (automaton === null || text.length > MAX_TEXT) return null;
  let states = closure(automaton, [automaton.first]);
  for (const character of text) {
    known.workLeft -= states.length;
    if (known.workLeft <= 0) return null;
    states = advance(automaton, states, character.codePointAt(0) ?? 0);
    if (states.length === 0) return false;
  }
  return states.includes(automaton.last);
}

/**
 * Whether every text that matches all of `given` matches `wanted`. Walks both automata at once,
 * breadth first, over one character of each class that some step tells apart, so the text found is
 * a shortest one.
 */
export function includes(given: readonly string[], wanted: string, known: Patterns): Inclusion {
  const automata = [...given, wanted].map((source) => read(source, known));
  const all = automata.filter((automaton) => automaton !== null);
  if (all.length !== automata.length) return null;
  return search(all, known, given.length, (ends) => {
    return ends.slice(0, -1).every(Boolean) && ends.at(-1) === false;
  });
}

/** A shortest text that matches all of them, for certain that there is none, or not known. */
export function exampleOf(sources: readonly string[], known: Patterns): Inclusion {
  const automata = sources.map((source) => read(source, known)).filter((it) => it !== null);
  if (automata.length !== sources.length) return null;
  return search(automata, known, automata.length, (ends) => ends.every(Boolean));
}

type Step = { states: number[][]; text: string };

/**
 * Looks for a text that ends as wanted; `holds` says there is none. The first `living` automata
 * have to accept it, so that a way on which one of them has died is not followed.
 */
function search(
  automata: Automaton[],
  known: Patterns,
  living: number,
  isFound: (ends: boolean[]) => boolean,
): Inclusion {
  const alphabet = representatives(automata);
  const start = automata.map((automaton) => closure(automaton, [automaton.first]));
  const seen = new Set([start.join('|')]);
  const queue: Step[] = [{ states: start, text: '' }];
  let work = 0;
  for (let index = 0; index < queue.length; index += 1) {
    const { states, text } = queue[index] ?? { states: start, text: '' };
    const ends = states.map((at, which) => at.includes(automata[which]?.last ?? -1));
    if (isFound(ends)) return { holds: false, text };
    for (const code of alphabet) {
      const cost = states.reduce((sum, at) => sum + at.length, 1);
      work += cost;
      known.workLeft -= cost;
      if (work > MAX_WORK || known.workLeft <= 0) return null;
      const next = states.map((at, which) => {
        const automaton = automata[which];
        return automaton ? advance(automaton, at, code) : [];
      });
      const key = next.join('|');
      if (seen.has(key) || next.slice(0, living).some((at) => at.length === 0)) continue;
      seen.add(key);
      if (seen.size > MAX_PAIRS) return null;
      queue.push({ states: next, text: text + String.fromCodePoint(code) });
    }
  }
  return { holds: true };
}

/** One character of every class that some step tells apart; readable ones first. */
function representatives(automata: readonly Automaton[]): number[] {
  const bounds = new Set([0]);
  for (const { steps } of automata) {
    for (const { ranges } of steps.flat()) {
      for (const [low, high] of ranges) bounds.add(low).add(high + 1);
    }
  }
  const sorted = [...bounds].filter((code) => code <= 0x10ffff).sort((a, b) => a - b);
  const picked = sorted.map((low, index) => pick(low, (sorted[index + 1] ?? 0x110000) - 1));
  return picked.sort((a, b) => rank(a) - rank(b) || a - b);
}

function pick(low: number, high: number): number {
  for (const [from, to] of [
    [0x61, 0x7a],
    [0x41, 0x5a],
    [0x30, 0x39],
    [0x20, 0x7e],
  ] as const) {
    if (low <= to && high >= from) return Math.max(low, from);
  }
  return low >= 0xd800 && low <= 0xdfff && high > 0xdfff ? 0xe000 : low;
}

function rank(code: number): number {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) ? 0 : 1;
}
