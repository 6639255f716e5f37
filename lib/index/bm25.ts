import type { AllowedSet } from './allowed-set';
import type { Postings } from './postings';
import type { QueryTerm } from './query-terms';

export const K1 = 1.2;
export const B = 0.75;

/** Slots that matched with their scores, in no useful order. Valid until the next query. */
export type Matches = { slots: Uint32Array; scores: Float64Array; size: number; max: number };

/** Working memory of queries: one a index, since a query never yields to another. */
export class Scratch {
  scores = new Float64Array(0);
  slots = new Uint32Array(0);

  fit(capacity: number): void {
    if (this.scores.length >= capacity) return;
    this.scores = new Float64Array(capacity * 2);
    this.slots = new Uint32Array(capacity * 2);
  }
}

export type Corpus = {
  postings: ReadonlyMap<string, Postings>;
  /** Length in terms by slot. */
  lengths: Uint32Array;
};

/**
 * Okapi BM25 (Robertson and Zaragoza 2009; idf as in Lucene, never negative) of every allowed
 * document that holds a query term. Every statistic is taken over `allowed`, and the terms are
 * added up in query order, so a score is, to the last bit, that of an index holding nothing else.
 *
 * O(sum of the postings of the query's terms), whatever the size of the allowed set.
 */
export function scoreBm25(
  corpus: Corpus,
  allowed: AllowedSet,
  query: readonly QueryTerm[],
  scratch: Scratch,
): Matches {
  const { scores, slots } = scratch;
  const average = allowed.size > 0 ? allowed.totalLength / allowed.size : 0;
  const matches: Matches = { slots, scores: new Float64Array(0), size: 0, max: 0 };
  if (average === 0) return matches;
  for (const { term, weight } of query) {
    const postings = corpus.postings.get(term);
    if (!postings || weight <= 0) continue;
    const frequency = allowed.frequency(term, () => countAllowed(postings, allowed));
    if (frequency === 0) continue;
    const idf = Math.log(1 + (allowed.size - frequency + 0.5) / (frequency + 0.5));
    const gain = weight * idf * (K1 + 1);
    for (let i = 0; i < postings.length; i += 1) {
      const slot = postings.slotAt(i);
      if (!allowed.has(slot)) continue;
      const count = postings.countAt(i);
      const norm = K1 * (1 - B + (B * (corpus.lengths[slot] ?? 0)) / average);
      const before = scores[slot] ?? 0;
      if (before === 0) {
        slots[matches.size] = slot;
        matches.size += 1;
      }
      scores[slot] = before + (gain * count) / (count + norm);
    }
  }
  return collect(matches, scores);
}

/** Moves the scores beside their slots and leaves the scratch clean for the next query. */
function collect(matches: Matches, scores: Float64Array): Matches {
  const own = new Float64Array(matches.size);
  for (let i = 0; i < matches.size; i += 1) {
    const slot = matches.slots[i] ?? 0;
    const score = scores[slot] ?? 0;
    scores[slot] = 0;
    own[i] = score;
    if (score > matches.max) matches.max = score;
  }
  return { ...matches, slots: matches.slots.slice(0, matches.size), scores: own };
}

function countAllowed(postings: Postings, allowed: AllowedSet): number {
  let count = 0;
  for (let i = 0; i < postings.length; i += 1) {
    if (allowed.has(postings.slotAt(i))) count += 1;
  }
  return count;
}
