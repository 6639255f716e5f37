export type TextPart = { kind: 'same' | 'added' | 'removed'; text: string };

/**
 * Tokens: a word with its marks, one character of a script written without spaces, a run of
 * blanks, else one character. Joined they are the text again.
 */
const TOKEN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{N}\p{M}_])+|\s+|[\s\S]/gu;

/** More differences than this are not worth telling apart: the middle is shown as replaced. */
const MAX_DIFFERENCES = 1500;

/**
 * What was taken out of a text and what came in, word by word; Chinese, Japanese and Thai by
 * character. Parts in reading order: `same` and `removed` joined give `before`, `same` and
 * `added` give `after`. Method: E. W. Myers, "An O(ND) Difference Algorithm" (1986).
 */
export function diffWords(before: string, after: string): TextPart[] {
  const [old, next] = [tokensOf(before), tokensOf(after)];
  let head = 0;
  while (head < old.length && head < next.length && old[head] === next[head]) head += 1;
  let tail = 0;
  while (
    tail < old.length - head &&
    tail < next.length - head &&
    old[old.length - 1 - tail] === next[next.length - 1 - tail]
  ) {
    tail += 1;
  }
  const middle = diffTokens(
    old.slice(head, old.length - tail),
    next.slice(head, next.length - tail),
  );
  return grouped([
    ...old.slice(0, head).map((text): TextPart => ({ kind: 'same', text })),
    ...middle,
    ...old.slice(old.length - tail).map((text): TextPart => ({ kind: 'same', text })),
  ]);
}

function tokensOf(text: string): string[] {
  return text.match(TOKEN) ?? [];
}

function diffTokens(old: readonly string[], next: readonly string[]): TextPart[] {
  const replaced = [
    ...old.map((text): TextPart => ({ kind: 'removed', text })),
    ...next.map((text): TextPart => ({ kind: 'added', text })),
  ];
  if (old.length === 0 || next.length === 0) return replaced;
  const trace = shortestEdit(old, next);
  return trace ? walkBack(old, next, trace) : replaced;
}

/** The furthest points reached after each number of differences, by diagonal; null: too many. */
function shortestEdit(
  old: readonly string[],
  next: readonly string[],
): Map<number, number>[] | null {
  const trace: Map<number, number>[] = [];
  let reached = new Map<number, number>([[1, 0]]);
  for (let d = 0; d <= Math.min(old.length + next.length, MAX_DIFFERENCES); d += 1) {
    trace.push(reached);
    const here = new Map<number, number>();
    for (let k = -d; k <= d; k += 2) {
      let x = startOf(reached, k, d);
      while (x < old.length && x - k < next.length && old[x] === next[x - k]) x += 1;
      here.set(k, x);
      if (x >= old.length && x - k >= next.length) return trace;
    }
    reached = here;
  }
  return null;
}

/** Where diagonal `k` is entered: from above when a token came in, from the left when one went. */
function startOf(reached: Map<number, number>, k: number, d: number): number {
  const from = cameFromAbove(reached, k, d) ? k + 1 : k - 1;
  return (reached.get(from) ?? -1) + (from < k ? 1 : 0);
}

function walkBack(
  old: readonly string[],
  next: readonly string[],
  trace: readonly Map<number, number>[],
): TextPart[] {
  const parts: TextPart[] = [];
  let [x, y] = [old.length, next.length];
  for (let d = trace.length - 1; d >= 0; d -= 1) {
    const reached = trace[d] ?? new Map<number, number>();
    const k = x - y;
    const start = startOf(reached, k, d);
    while (x > start) {
      x -= 1;
      y -= 1;
      parts.push({ kind: 'same', text: old[x] ?? '' });
    }
    if (d === 0) break;
    if (cameFromAbove(reached, k, d)) {
      y -= 1;
      parts.push({ kind: 'added', text: next[y] ?? '' });
    } else {
      x -= 1;
      parts.push({ kind: 'removed', text: old[x] ?? '' });
    }
  }
  return parts.reverse();
}

function cameFromAbove(reached: Map<number, number>, k: number, d: number): boolean {
  return k === -d || (k !== d && (reached.get(k - 1) ?? -1) < (reached.get(k + 1) ?? -1));
}

/** Neighbours of one kind as one part; between two same parts what went stands before what came. */
function grouped(parts: readonly TextPart[]): TextPart[] {
  const out: TextPart[] = [];
  let [removed, added] = ['', ''];
  const flush = () => {
    if (removed) out.push({ kind: 'removed', text: removed });
    if (added) out.push({ kind: 'added', text: added });
    [removed, added] = ['', ''];
  };
  for (const { kind, text } of parts) {
    if (kind === 'removed') removed += text;
    else if (kind === 'added') added += text;
    else {
      flush();
      const last = out.at(-1);
      if (last?.kind === 'same') out[out.length - 1] = { kind, text: last.text + text };
      else out.push({ kind, text });
    }
  }
  flush();
  return out;
}
