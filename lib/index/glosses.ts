import { readFileSync } from 'node:fs';
import { findPackageFile } from './package-file';
import { toTerm } from './tokenize';

/** Bytes between two entries of the dictionary file. Quotes inside strings are escaped, so it is exact. */
const BETWEEN = Buffer.from(']],["');
const QUOTE = 0x22;
const TABLE_SIZE = 1 << 19;
/** Measured: later senses mislead more often than they help. */
const MAX_SENSES = 3;
const MAX_TERMS = 4;
const NOT_A_MEANING = /^(?:(?:old |archaic |erhua )?variant of|see |surname|CL:|abbr\. |used in )/i;
const ASIDE = /\([^)]*\)|\[[^\]]*\]|[^\p{ASCII}]+/gu;

/**
 * The CC-CEDICT entries as the bytes of their file and a hash table of offsets: about 12 MB, all
 * outside the JavaScript heap, 0.1-0.2 s to build. (Importing the package itself takes seconds
 * and 600 MB.) `text` must start at the first entry.
 */
type Dictionary = { bytes: Buffer; table: Uint32Array };

let dictionary: Dictionary | null | undefined;
const memo = new Map<string, readonly string[]>();
const MEMO_SIZE = 5_000;

/**
 * English index terms for a Chinese word (simplified or traditional), most usual sense first; at
 * most {@link MAX_TERMS}; empty for unknown words and where the dictionary is not installed.
 * Loads the dictionary at the first call.
 */
export function glossTerms(word: string): readonly string[] {
  const known = memo.get(word);
  if (known) return known;
  dictionary ??= loadDictionary();
  const terms = dictionary ? termsOf(sensesOf(dictionary, word)) : [];
  if (memo.size >= MEMO_SIZE) memo.clear();
  memo.set(word, terms);
  return terms;
}

function termsOf(senses: readonly string[]): string[] {
  const terms = new Set<string>();
  for (const sense of senses.filter((text) => !NOT_A_MEANING.test(text)).slice(0, MAX_SENSES)) {
    for (const word of sense.replace(ASIDE, ' ').match(/[A-Za-z]{2,}/g) ?? []) {
      const term = toTerm(word);
      if (term) terms.add(term);
    }
  }
  return [...terms].slice(0, MAX_TERMS);
}

function sensesOf({ bytes, table }: Dictionary, word: string): string[] {
  const key = Buffer.from(word);
  const senses: string[] = [];
  for (let slot = hash(key, 0, key.length); ; slot = (slot + 1) & (TABLE_SIZE - 1)) {
    const start = table[slot] ?? 0;
    if (start === 0) return senses;
    const entry = readEntry(bytes, start - 1);
    if (entry && (entry.simplified === word || entry.traditional === word)) {
      senses.push(...entry.senses);
    }
  }
}

type Entry = { traditional: string; simplified: string; senses: string[] };

function readEntry(bytes: Buffer, start: number): Entry | null {
  const end = bytes.indexOf(BETWEEN, start);
  const text = bytes.toString('utf8', start, end < 0 ? bytes.length : end + 2);
  const value: unknown = JSON.parse(text);
  if (!Array.isArray(value)) return null;
  const [traditional, simplified, , meanings] = value;
  if (typeof traditional !== 'string' || typeof simplified !== 'string') return null;
  const list: unknown[] = Array.isArray(meanings) ? meanings : [meanings];
  const senses = list
    .filter((item) => typeof item === 'string')
    .flatMap((item) => item.split('; '));
  return { traditional, simplified, senses };
}

function loadDictionary(): Dictionary | null {
  const path = findPackageFile('cc-cedict/data/all.js');
  if (!path) return null;
  const file = readFileSync(path);
  const first = file.indexOf('[["');
  const last = file.indexOf(']]],"');
  if (first < 0 || last < 0) return null;
  // A copy, so that the rest of the file can be collected.
  const bytes = Buffer.from(file.subarray(first + 1, last + 2));
  const table = new Uint32Array(TABLE_SIZE);
  for (let start = 0; start >= 0; ) {
    addEntry(bytes, table, start);
    const end = bytes.indexOf(BETWEEN, start);
    start = end < 0 ? -1 : end + 3;
  }
  return { bytes, table };
}

/** `start` is at `["traditional","simplified",…`; both words become keys when they differ. */
function addEntry(bytes: Buffer, table: Uint32Array, start: number): void {
  const traditionalEnd = bytes.indexOf(QUOTE, start + 2);
  const simplifiedEnd = bytes.indexOf(QUOTE, traditionalEnd + 3);
  const traditional = hash(bytes, start + 2, traditionalEnd);
  const simplified = hash(bytes, traditionalEnd + 3, simplifiedEnd);
  insert(table, traditional, start);
  if (simplified !== traditional) insert(table, simplified, start);
}

function insert(table: Uint32Array, from: number, start: number): void {
  let slot = from;
  while (table[slot] !== 0) slot = (slot + 1) & (TABLE_SIZE - 1);
  table[slot] = start + 1;
}

/** FNV-1a over the UTF-8 bytes, folded into the table. */
function hash(bytes: Buffer, from: number, to: number): number {
  let value = 0x811c9dc5;
  for (let i = from; i < to; i += 1) {
    value = Math.imul(value ^ (bytes[i] ?? 0), 0x01000193);
  }
  return (value ^ (value >>> 13)) & (TABLE_SIZE - 1);
}
