import { lineAt, scan } from './scan';

export type FoundFunction = { name: string; line: number; lines: number };

const NAME =
  /(?:function\s*\*?\s*([\w$]+)?|(?:const|let)\s+([\w$]+)\b[^=;{}]*=\s*(?:async\s*)?|([\w$]+)\s*[:=]\s*(?:async\s*)?|(?:async\s+|override\s+|static\s+|get\s+|set\s+)*#?([\w$]+)\s*(?:<[^<>]*>)?)$/;
const CONTROL = /\b(?:if|for|while|switch|catch|with)\s*$/;

/**
 * Functions longer than `min` lines with a body in braces, found by shape: `(…) {`, `(…): T {` and
 * `=> {`. Near enough to measure them; a name that cannot be told is empty.
 */
export function functionsOf(path: string, min: number): FoundFunction[] {
  return longFunctions(scan(path).bare, min);
}

export function longFunctions(bare: string, min: number): FoundFunction[] {
  const found: FoundFunction[] = [];
  for (const { open, close } of blocksOf(bare)) {
    const last = lineAt(bare, close);
    if (last - lineAt(bare, open) < min - 5) continue;
    const head = headOf(bare, open);
    if (head === null) continue;
    const line = lineAt(bare, head.start);
    if (last - line + 1 > min) found.push({ name: head.name, line, lines: last - line + 1 });
  }
  return found;
}

function blocksOf(bare: string): { open: number; close: number }[] {
  const opened: number[] = [];
  const blocks: { open: number; close: number }[] = [];
  for (let at = 0; at < bare.length; at += 1) {
    if (bare[at] === '{') opened.push(at);
    else if (bare[at] === '}') {
      const open = opened.pop();
      if (open !== undefined) blocks.push({ open, close: at });
    }
  }
  return blocks;
}

/** Where the function whose body opens here begins; null when no function opens here. */
function headOf(bare: string, open: number): { start: number; name: string } | null {
  const before = bare.slice(Math.max(0, open - 2_000), open);
  const offset = open - before.length;
  const ends = /\)\s*(?::\s*[^(){};=]+)?(?:=>\s*)?$|\w\s*=>\s*$/.exec(before);
  if (!ends) return null;
  const close = before.startsWith(')', ends.index) ? ends.index : -1;
  const start = close < 0 ? ends.index : opening(before, close);
  const lead = before.slice(0, start).trimEnd();
  if (close >= 0 && CONTROL.test(`${lead} `)) return null;
  const match = NAME.exec(lead);
  const name = match?.slice(1).find((one) => one !== undefined && one !== 'async') ?? '';
  return { start: offset + (match ? match.index : start), name };
}

/** Index of the bracket that the one at `close` closes. */
function opening(bare: string, close: number): number {
  let depth = 0;
  for (let at = close; at >= 0; at -= 1) {
    if (bare[at] === ')') depth += 1;
    else if (bare[at] === '(') {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return 0;
}
