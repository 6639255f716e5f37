import { read } from './tree';

/** A file's text twice, both of the same length and lines as the file. */
export type Scanned = {
  /** Comments are blanks. */
  code: string;
  /** Comments and the insides of strings, templates and regular expressions are blanks. */
  bare: string;
};

const cache = new Map<string, Scanned>();

export function scan(path: string): Scanned {
  const known = cache.get(path);
  if (known) return known;
  const scanned = scanText(read(path));
  cache.set(path, scanned);
  return scanned;
}

const blank = (text: string) => text.replace(/[^\n]/g, ' ');
/** What may stand before a regular expression, but not before a division. */
const BEFORE_REGEX = /(?:^|[(,=:[!&|?{};+\n]|\breturn|=>)\s*$/;
const TOKEN = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`|\//g;
const REGEX = /\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*/y;

/** No parser, but enough of one: knows comments, strings, templates and regular expressions. */
export function scanText(text: string): Scanned {
  let code = '';
  let bare = '';
  let at = 0;
  const keep = (until: number) => {
    code += text.slice(at, until);
    bare += text.slice(at, until);
    at = until;
  };
  const string = (until: number) => {
    const whole = text.slice(at, until);
    code += whole;
    bare += whole.length < 2 ? whole : `${whole[0]}${blank(whole.slice(1, -1))}${whole.at(-1)}`;
    at = until;
  };
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) {
    keep(match.index);
    const [token] = match;
    if (token.startsWith('//') || token.startsWith('/*')) {
      code += blank(token);
      bare += blank(token);
      at += token.length;
    } else if (token === '`') string(endOfTemplate(text, at));
    else if (token === '/') {
      REGEX.lastIndex = at;
      const regex = BEFORE_REGEX.test(bare.slice(-40)) ? REGEX.exec(text) : null;
      if (regex) string(at + regex[0].length);
      else keep(at + 1);
    } else string(at + token.length);
    TOKEN.lastIndex = at;
  }
  keep(text.length);
  return { code, bare };
}

/** Index after the closing backtick; templates inside `${}` are passed over whole. */
function endOfTemplate(text: string, start: number): number {
  let depth = 0;
  for (let at = start + 1; at < text.length; at += 1) {
    const char = text[at];
    if (char === '\\') at += 1;
    else if (depth === 0 && char === '`') return at + 1;
    else if (char === '$' && text[at + 1] === '{') {
      depth += 1;
      at += 1;
    } else if (depth > 0 && char === '{') depth += 1;
    else if (depth > 0 && char === '}') depth -= 1;
    else if (depth > 0 && char === '`') at = endOfTemplate(text, at) - 1;
  }
  return text.length;
}

/** Number of the line an index is on, from 1. */
export function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

/** Index after the bracket that closes the one at `open`; the text must be bare. */
export function closing(bare: string, open: number): number {
  const pairs: Record<string, string> = { '(': ')', '{': '}', '[': ']' };
  const wanted: string[] = [];
  for (let at = open; at < bare.length; at += 1) {
    const char = bare[at] ?? '';
    const close = pairs[char];
    if (close) wanted.push(close);
    else if (char === wanted.at(-1)) {
      wanted.pop();
      if (wanted.length === 0) return at + 1;
    }
  }
  return bare.length;
}
