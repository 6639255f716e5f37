import { ANY_CHARACTER, parsePattern, type Ranges, type Tree } from './parse';

/** States with steps on characters and on nothing; a text matches when it can end in `last`. */
export type Automaton = {
  steps: { ranges: Ranges; to: number }[][];
  free: number[][];
  first: number;
  last: number;
};

const MAX_STATES = 3_000;
const MAX_COUNT = 500;

const ANYTHING: Tree = {
  kind: 'repeat',
  part: { kind: 'set', ranges: ANY_CHARACTER },
  min: 0,
  max: Number.POSITIVE_INFINITY,
};

/**
 * The automaton of all texts a pattern finds a match in (Thompson's construction), or null when
 * the pattern is not understood or too large. Time is linear in text times states, whatever the
 * pattern: nothing backtracks.
 */
export function automatonOf(source: string): Automaton | null {
  const tree = parsePattern(source);
  const whole = tree && searching(tree);
  if (!whole) return null;
  const automaton: Automaton = { steps: [[]], free: [[]], first: 0, last: 0 };
  const last = build(automaton, whole, 0);
  return last === null ? null : { ...automaton, last };
}

/** A pattern matches anywhere unless it is tied to start or end: ties become what may surround it. */
function searching(tree: Tree): Tree | null {
  if (tree.kind === 'choice') {
    const parts = tree.parts.map(searching);
    const known = parts.filter((part) => part !== null);
    return known.length === parts.length ? { kind: 'choice', parts: known } : null;
  }
  const parts = tree.kind === 'sequence' ? tree.parts : [tree];
  const [only] = parts;
  if (parts.length === 1 && only && 'parts' in only) return searching(only);
  const isTiedToStart = parts[0]?.kind === 'start';
  const isTiedToEnd = parts.length > 0 && parts.at(-1)?.kind === 'end';
  const inner = parts.slice(isTiedToStart ? 1 : 0, isTiedToEnd ? -1 : undefined);
  if (inner.some(holdsTie)) return null;
  return {
    kind: 'sequence',
    parts: [...(isTiedToStart ? [] : [ANYTHING]), ...inner, ...(isTiedToEnd ? [] : [ANYTHING])],
  };
}

function holdsTie(tree: Tree): boolean {
  if (tree.kind === 'start' || tree.kind === 'end') return true;
  if (tree.kind === 'repeat') return holdsTie(tree.part);
  return 'parts' in tree && tree.parts.some(holdsTie);
}

function state(automaton: Automaton): number {
  automaton.steps.push([]);
  automaton.free.push([]);
  return automaton.steps.length - 1;
}

/** Adds the tree behind a state and returns where it ends; null when it grows too large. */
function build(automaton: Automaton, tree: Tree, from: number): number | null {
  if (automaton.steps.length > MAX_STATES) return null;
  switch (tree.kind) {
    case 'set': {
      const to = state(automaton);
      automaton.steps[from]?.push({ ranges: tree.ranges, to });
      return to;
    }
    case 'sequence':
      return tree.parts.reduce<number | null>(
        (at, part) => (at === null ? null : build(automaton, part, at)),
        from,
      );
    case 'choice':
      return buildChoice(automaton, tree.parts, from);
    case 'repeat':
      return buildRepeat(automaton, tree, from);
    default:
      return null;
  }
}

function buildChoice(automaton: Automaton, parts: Tree[], from: number): number | null {
  const end = state(automaton);
  for (const part of parts) {
    const start = state(automaton);
    automaton.free[from]?.push(start);
    const at = build(automaton, part, start);
    if (at === null) return null;
    automaton.free[at]?.push(end);
  }
  return end;
}

function buildRepeat(
  automaton: Automaton,
  { part, min, max }: Extract<Tree, { kind: 'repeat' }>,
  from: number,
): number | null {
  if (min > MAX_COUNT || (Number.isFinite(max) && max > MAX_COUNT)) return null;
  let at: number | null = from;
  for (let count = 0; count < min && at !== null; count += 1) at = build(automaton, part, at);
  if (at === null) return null;
  if (!Number.isFinite(max)) return buildLoop(automaton, part, at);
  const end = state(automaton);
  for (let count = min; count < max; count += 1) {
    automaton.free[at]?.push(end);
    const start = state(automaton);
    automaton.free[at]?.push(start);
    const next = build(automaton, part, start);
    if (next === null) return null;
    at = next;
  }
  automaton.free[at]?.push(end);
  return end;
}

function buildLoop(automaton: Automaton, part: Tree, from: number): number | null {
  const head = state(automaton);
  automaton.free[from]?.push(head);
  const start = state(automaton);
  automaton.free[head]?.push(start);
  const at = build(automaton, part, start);
  if (at === null) return null;
  automaton.free[at]?.push(head);
  const end = state(automaton);
  automaton.free[head]?.push(end);
  return end;
}

/** All states reachable without a character, sorted. */
export function closure(automaton: Automaton, states: Iterable<number>): number[] {
  const found = new Set(states);
  const queue = [...found];
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    for (const to of automaton.free[at] ?? []) {
      if (found.has(to)) continue;
      found.add(to);
      queue.push(to);
    }
  }
  return [...found].sort((a, b) => a - b);
}

export function advance(automaton: Automaton, states: readonly number[], code: number): number[] {
  const next = new Set<number>();
  for (const at of states) {
    for (const { ranges, to } of automaton.steps[at] ?? []) {
      if (!next.has(to) && ranges.some(([low, high]) => low <= code && code <= high)) next.add(to);
    }
  }
  return closure(automaton, next);
}
