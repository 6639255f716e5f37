/** Inclusive ranges of code points, sorted and apart. */
export type Ranges = readonly (readonly [number, number])[];

export type Tree =
  | { kind: 'set'; ranges: Ranges }
  | { kind: 'sequence'; parts: Tree[] }
  | { kind: 'choice'; parts: Tree[] }
  | { kind: 'repeat'; part: Tree; min: number; max: number }
  | { kind: 'start' }
  | { kind: 'end' };

const LAST = 0x10ffff;
export const ANY_CHARACTER: Ranges = [[0, LAST]];
const LINE_ENDS = new Set([0x0a, 0x0d, 0x2028, 0x2029]);
const DIGITS: Ranges = [[0x30, 0x39]];
const WORD: Ranges = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
];
const SPACE: Ranges = [
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];
const CLASSES: Readonly<Record<string, Ranges>> = {
  d: DIGITS,
  D: complement(DIGITS),
  w: WORD,
  W: complement(WORD),
  s: SPACE,
  S: complement(SPACE),
};
const CONTROL: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, f: 12, v: 11, '0': 0 };
const MAX_NESTING = 40;

/** Said of a pattern outside the regular part of the language, or with an error in it. */
class Unsupported extends Error {}

export function complement(ranges: Ranges): Ranges {
  const found: [number, number][] = [];
  let next = 0;
  for (const [low, high] of ranges) {
    if (low > next) found.push([next, low - 1]);
    next = high + 1;
  }
  if (next <= LAST) found.push([next, LAST]);
  return found;
}

export function union(all: Ranges): Ranges {
  const found: [number, number][] = [];
  for (const [low, high] of [...all].sort((a, b) => a[0] - b[0])) {
    const last = found.at(-1);
    if (last && low <= last[1] + 1) last[1] = Math.max(last[1], high);
    else found.push([low, high]);
  }
  return found;
}

/**
 * The syntax tree of a pattern of JavaScript in its Unicode mode, or null for what a regular
 * language cannot say (look-around, back-references) or this does not read. Nothing is run.
 */
export function parsePattern(source: string): Tree | null {
  const reader = new PatternReader(source);
  try {
    const tree = reader.choice(0);
    return reader.isAtEnd() ? tree : null;
  } catch (error) {
    if (error instanceof Unsupported) return null;
    throw error;
  }
}

/** Reads a pattern from left to right. */
class PatternReader {
  private at = 0;
  private readonly text: readonly string[];

  constructor(source: string) {
    this.text = [...source];
  }

  isAtEnd(): boolean {
    return this.at === this.text.length;
  }

  private fail(): never {
    throw new Unsupported();
  }

  private take(character: string): boolean {
    if (this.text[this.at] !== character) return false;
    this.at += 1;
    return true;
  }

  choice(depth: number): Tree {
    if (depth > MAX_NESTING) this.fail();
    const parts = [this.sequence(depth)];
    while (this.take('|')) parts.push(this.sequence(depth));
    return parts.length === 1 && parts[0] ? parts[0] : { kind: 'choice', parts };
  }

  private sequence(depth: number): Tree {
    const parts: Tree[] = [];
    while (this.at < this.text.length && this.text[this.at] !== '|' && this.text[this.at] !== ')')
      parts.push(this.term(depth));
    return { kind: 'sequence', parts };
  }

  private term(depth: number): Tree {
    if (this.take('^')) return { kind: 'start' };
    if (this.take('$')) return { kind: 'end' };
    const part = this.atom(depth);
    const [min, max] = this.quantifier();
    if (min === 1 && max === 1) return part;
    this.take('?');
    return { kind: 'repeat', part, min, max };
  }

  private quantifier(): [number, number] {
    if (this.take('*')) return [0, Number.POSITIVE_INFINITY];
    if (this.take('+')) return [1, Number.POSITIVE_INFINITY];
    if (this.take('?')) return [0, 1];
    if (!this.take('{')) return [1, 1];
    const min = this.number() ?? this.fail();
    const max = this.take(',') ? (this.number() ?? Number.POSITIVE_INFINITY) : min;
    if (!this.take('}') || max < min) this.fail();
    return [min, max];
  }

  private number(): number | null {
    let digits = '';
    while (/^\d$/.test(this.text[this.at] ?? '')) digits += this.text[this.at++];
    return digits === '' ? null : Number(digits);
  }

  private atom(depth: number): Tree {
    if (this.take('(')) return this.group(depth);
    if (this.take('[')) return { kind: 'set', ranges: this.characterClass() };
    if (this.take('.')) {
      const ends = union([...LINE_ENDS].map((code): [number, number] => [code, code]));
      return { kind: 'set', ranges: complement(ends) };
    }
    if (this.take('\\')) return { kind: 'set', ranges: this.escape(false) };
    const character = this.text[this.at] ?? this.fail();
    if ('*+?{}])'.includes(character)) this.fail();
    this.at += 1;
    return { kind: 'set', ranges: single(character) };
  }

  private group(depth: number): Tree {
    if (this.take('?')) {
      if (this.text[this.at] === '<' && /^[A-Za-z_]$/.test(this.text[this.at + 1] ?? '')) {
        while (this.at < this.text.length && this.text[this.at] !== '>') this.at += 1;
        this.take('>');
      } else if (!this.take(':')) this.fail();
    }
    const inner = this.choice(depth + 1);
    if (!this.take(')')) this.fail();
    return inner;
  }

  private escape(inClass: boolean): Ranges {
    const character = this.text[this.at++] ?? this.fail();
    const known = CLASSES[character];
    if (known) return known;
    if (character === 'b' && inClass) return [[8, 8]];
    const control = CONTROL[character];
    if (control !== undefined && !/^\d$/.test(this.text[this.at] ?? ''))
      return [[control, control]];
    if (character === 'x') return this.hex(2);
    if (character === 'u') return this.take('{') ? this.braced() : this.hex(4);
    if (/^[A-Za-z0-9]$/.test(character)) this.fail();
    return single(character);
  }

  private hex(length: number): Ranges {
    const digits = this.text.slice(this.at, this.at + length).join('');
    if (digits.length !== length || !/^[0-9a-f]+$/i.test(digits)) this.fail();
    this.at += length;
    const code = Number.parseInt(digits, 16);
    // Halves of a pair join with their neighbour; that is not read here.
    if (code >= 0xd800 && code <= 0xdfff) this.fail();
    return [[code, code]];
  }

  private braced(): Ranges {
    const end = this.text.indexOf('}', this.at);
    const digits = this.text.slice(this.at, end).join('');
    if (end < 0 || !/^[0-9a-f]{1,6}$/i.test(digits)) this.fail();
    this.at = end + 1;
    const code = Number.parseInt(digits, 16);
    return [[code, code]];
  }

  private characterClass(): Ranges {
    const isNegated = this.take('^');
    const found: (readonly [number, number])[] = [];
    while (this.at < this.text.length && this.text[this.at] !== ']') {
      const low = this.member();
      const isRange =
        this.text[this.at] === '-' &&
        this.text[this.at + 1] !== ']' &&
        this.at + 1 < this.text.length;
      if (!isRange) {
        found.push(...low);
        continue;
      }
      this.at += 1;
      const high = this.member();
      const from = low[0]?.[0] ?? 0;
      const to = high[0]?.[0] ?? 0;
      if (size(low) !== 1 || size(high) !== 1 || to < from) this.fail();
      found.push([from, to]);
    }
    if (!this.take(']')) this.fail();
    const ranges = union(found);
    return isNegated ? complement(ranges) : ranges;
  }

  private member(): Ranges {
    if (this.take('\\')) return this.escape(true);
    const character = this.text[this.at++] ?? this.fail();
    return single(character);
  }
}

function single(character: string): Ranges {
  const code = character.codePointAt(0) ?? 0;
  return [[code, code]];
}

function size(ranges: Ranges): number {
  return ranges.reduce((sum, [low, high]) => sum + high - low + 1, 0);
}
