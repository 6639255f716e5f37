import { stemmer } from 'stemmer';
import { hanBigrams, hanWords } from './han';
import { STOP_WORDS } from './stop-words';

/** Longest text read of one field; the rest is ignored. The longest description seen is 13,086. */
export const MAX_TEXT_CHARS = 20_000;
/** Longest word kept. Longer ones are encoded data, not language. */
const MAX_WORD_CHARS = 64;
const STEM_CACHE_SIZE = 50_000;

const INVISIBLE = /\p{Cf}+/gu;
const RUN = /(\p{Script=Han}+)|((?:(?!\p{Script=Han})[\p{L}\p{M}\p{N}])+)/gu;
const NOT_ASCII = /[^\p{ASCII}]/u;
/** Words inside an identifier: `HTTPServer2Go` is http, server, 2, go. */
const PART = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[^\p{Lu}\p{N}]+|\p{N}+/gu;

const stems = new Map<string, string>();

/**
 * The index terms of a text, in order, repeats included: identifiers split at case, digits and
 * punctuation, lower case, stop words out, English stemmed by Porter, Han text as dictionary
 * words and bigrams. Never throws; reads at most {@link MAX_TEXT_CHARS}. Linear in the text.
 */
export function tokenize(text: string): string[] {
  const terms: string[] = [];
  for (const run of runs(text)) {
    if (run.han) pushHan(terms, run.text);
    else pushParts(terms, run.text);
  }
  return terms;
}

export type Run = { text: string; han: boolean };

/** Maximal stretches of Han characters and of other letters and digits. */
export function* runs(text: string): Generator<Run> {
  const bounded = text.slice(0, MAX_TEXT_CHARS);
  const clean = NOT_ASCII.test(bounded)
    ? bounded.normalize('NFKC').replace(INVISIBLE, '')
    : bounded;
  for (const match of clean.matchAll(RUN)) {
    yield { text: match[0], han: match[1] !== undefined };
  }
}

/** Lower case and stemmed, or null for a stop word. */
export function toTerm(word: string): string | null {
  const lower = word.toLowerCase();
  if (lower.length > MAX_WORD_CHARS || STOP_WORDS.has(lower)) return null;
  return stem(lower);
}

function pushParts(terms: string[], word: string): void {
  for (const part of word.match(PART) ?? []) {
    if (part.length === 1 && /[a-z]/i.test(part)) continue;
    const term = toTerm(part);
    if (term) terms.push(term);
  }
}

function pushHan(terms: string[], run: string): void {
  const words = hanWords(run);
  const known = new Set<string>();
  for (const word of words) {
    known.add(word);
    if (!STOP_WORDS.has(word)) terms.push(word);
  }
  for (const pair of hanBigrams(run)) {
    if (!known.has(pair) && !STOP_WORDS.has(pair)) terms.push(pair);
  }
}

function stem(word: string): string {
  const cached = stems.get(word);
  if (cached !== undefined) return cached;
  if (stems.size >= STEM_CACHE_SIZE) stems.clear();
  const result = stemmer(word);
  stems.set(word, result);
  return result;
}
