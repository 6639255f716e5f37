export type DiffLine = { kind: 'same' | 'removed' | 'added'; text: string };

/** Texts longer than this are shown one after the other, not compared line by line. */
const MAX_LINES = 800;

/** Lines of a value: text as it is, anything else as indented JSON. */
export function linesOf(value: unknown): string[] {
  if (value === null || value === undefined) return [];
  if (typeof value === 'string') return value === '' ? [] : value.split('\n');
  return JSON.stringify(value, null, 2).split('\n');
}

/** The shortest edit of lines, by longest common subsequence. */
export function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  if (before.length > MAX_LINES || after.length > MAX_LINES) {
    return [
      ...before.map((text): DiffLine => ({ kind: 'removed', text })),
      ...after.map((text): DiffLine => ({ kind: 'added', text })),
    ];
  }
  const lengths = commonLengths(before, after);
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  const out: DiffLine[] = [];
  let i = 0;
  let j = 0;
  while (i < before.length || j < after.length) {
    const [left, right] = [before[i], after[j]];
    if (left !== undefined && left === right) {
      out.push({ kind: 'same', text: left });
      i += 1;
      j += 1;
    } else if (right === undefined || (left !== undefined && at(i + 1, j) >= at(i, j + 1))) {
      out.push({ kind: 'removed', text: left ?? '' });
      i += 1;
    } else {
      out.push({ kind: 'added', text: right });
      j += 1;
    }
  }
  return out;
}

/** `[i][j]`: length of the longest common subsequence of what is left from there. */
function commonLengths(before: readonly string[], after: readonly string[]): number[][] {
  const rows = Array.from({ length: before.length + 1 }, () =>
    new Array<number>(after.length + 1).fill(0),
  );
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      const [row, below] = [rows[i], rows[i + 1]];
      if (!row || !below) continue;
      row[j] =
        before[i] === after[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return rows;
}
