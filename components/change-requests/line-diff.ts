/** One line on each side; null where the other side has a line more. */
export type DiffRow = { left: string | null; right: string | null; changed: boolean };

/** Texts longer than this are shown one beside the other, not compared line by line. */
const MAX_LINES = 800;

/** Lines of a value: text as it is, anything else as indented JSON; none for nothing. */
export function linesOf(value: unknown): string[] {
  if (value === null || value === undefined || value === '') return [];
  return (typeof value === 'string' ? value : JSON.stringify(value, null, 2)).split('\n');
}

/**
 * Both texts side by side, by longest common subsequence of their lines. What was removed stands
 * beside what was added in its place. A comma at the end makes no difference: in JSON it says
 * only that another line follows.
 */
export function diffRows(before: readonly string[], after: readonly string[]): DiffRow[] {
  if (before.length > MAX_LINES || after.length > MAX_LINES) return paired(before, after);
  const lengths = commonLengths(before, after);
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  const rows: DiffRow[] = [];
  let [removed, added]: [string[], string[]] = [[], []];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const [left, right] = [before[i], after[j]];
    if (left !== undefined && right !== undefined && isSame(left, right)) {
      rows.push(...paired(removed, added), { left, right, changed: false });
      [removed, added] = [[], []];
      i += 1;
      j += 1;
    } else if (right === undefined || (left !== undefined && at(i + 1, j) >= at(i, j + 1))) {
      removed.push(left ?? '');
      i += 1;
    } else {
      added.push(right);
      j += 1;
    }
  }
  return [...rows, ...paired(removed, added)];
}

function paired(removed: readonly string[], added: readonly string[]): DiffRow[] {
  return Array.from({ length: Math.max(removed.length, added.length) }, (_, index) => ({
    left: removed[index] ?? null,
    right: added[index] ?? null,
    changed: true,
  }));
}

function isSame(left: string, right: string): boolean {
  return left.replace(/,$/, '') === right.replace(/,$/, '');
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
      row[j] = isSame(before[i] ?? '', after[j] ?? '')
        ? (below[j + 1] ?? 0) + 1
        : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return rows;
}
