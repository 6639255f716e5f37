import { compareText, takeTop } from '@/lib/core/shared/top';
import { AllowedSet } from './allowed-set';
import { type Matches, Scratch, scoreBm25 } from './bm25';
import { bagOf, type IndexDocument, sameDocument } from './document';
import { MAX_SLOTS, Postings } from './postings';
import type { QueryTerm } from './query-terms';

export type Hit<Row> = { key: string; row: Row; score: number };

type Entry<Row> = { document: IndexDocument; row: Row; length: number };

const FIRST_CAPACITY = 256;
/** Dead slots tolerated before the index is written anew. */
const MIN_DEAD = 1_024;

/**
 * The catalogue in memory: an inverted index over every capability, whoever may see it, each with
 * a row of the caller's own. Who may see what is decided outside and handed in as an
 * {@link AllowedSet}; a query reads nothing of what is not in it.
 *
 * Memory is about 4 bytes for each distinct term of each document beside the documents
 * themselves. Changing a document costs its terms; the space of old ones is reclaimed when a
 * quarter of the index is dead.
 */
export class SearchIndex<Row> {
  private entries: (Entry<Row> | undefined)[] = [];
  private slots = new Map<string, number>();
  private postings = new Map<string, Postings>();
  private lengths = new Uint32Array(FIRST_CAPACITY);
  private dead = 0;
  private readonly scratch = new Scratch();
  private changes = 0;

  /** Counts changes. Anything computed from the index is valid for one revision. */
  get revision(): number {
    return this.changes;
  }

  get size(): number {
    return this.slots.size;
  }

  /** Adds a capability or replaces the one with its key. An unchanged document is not read again. */
  upsert(document: IndexDocument, row: Row): void {
    const slot = this.slots.get(document.key);
    const entry = slot === undefined ? undefined : this.entries[slot];
    this.changes += 1;
    if (entry && sameDocument(entry.document, document)) {
      entry.row = row;
      return;
    }
    this.drop(document.key);
    this.insert(document, row);
    this.compact();
  }

  /** Replaces the row and leaves the searched text: for status, health, grants and the like. */
  setRow(key: string, row: Row): boolean {
    const slot = this.slots.get(key);
    const entry = slot === undefined ? undefined : this.entries[slot];
    if (!entry) return false;
    this.changes += 1;
    entry.row = row;
    return true;
  }

  remove(key: string): boolean {
    if (!this.drop(key)) return false;
    this.changes += 1;
    this.compact();
    return true;
  }

  has(key: string): boolean {
    return this.slots.has(key);
  }

  find(key: string): Row | null {
    const slot = this.slots.get(key);
    return slot === undefined ? null : this.rowAt(slot);
  }

  /** The slot of a capability: its number in {@link Matches} and sets, for this revision only. */
  slotOf(key: string): number | null {
    return this.slots.get(key) ?? null;
  }

  rowAt(slot: number): Row | null {
    return this.entries[slot]?.row ?? null;
  }

  tokensAt(slot: number): number {
    return this.entries[slot]?.document.tokens ?? 0;
  }

  /** Every capability with its slot. */
  *rows(): Generator<{ slot: number; row: Row }> {
    for (let slot = 0; slot < this.entries.length; slot += 1) {
      const entry = this.entries[slot];
      if (entry) yield { slot, row: entry.row };
    }
  }

  /** The set of the capabilities that `accept` takes. One call a row: O(size). */
  select(accept: (row: Row) => boolean): AllowedSet {
    const set = new AllowedSet(this.changes, this.entries.length);
    for (let slot = 0; slot < this.entries.length; slot += 1) {
      const entry = this.entries[slot];
      if (entry && accept(entry.row)) set.add(slot, entry.length, entry.document.tokens);
    }
    return set;
  }

  /**
   * BM25 of every allowed match, see {@link scoreBm25}.
   * @throws RangeError when `allowed` was made at another revision: it would name other documents.
   */
  match(query: readonly QueryTerm[], allowed: AllowedSet): Matches {
    if (allowed.revision !== this.changes) {
      throw new RangeError('The allowed set is of another revision of the index; select it again.');
    }
    this.scratch.fit(this.entries.length);
    const corpus = { postings: this.postings, lengths: this.lengths };
    return scoreBm25(corpus, allowed, query, this.scratch);
  }

  /**
   * The best `k`, best first; equal scores by id, then tenant. `k` bounds what is kept, not what
   * is scored.
   */
  search(query: { terms: readonly QueryTerm[]; allowed: AllowedSet; k: number }): Hit<Row>[] {
    const matches = this.match(query.terms, query.allowed);
    const best = takeTop(scored(this.entries, matches), query.k, (a, b) => {
      if (a.score !== b.score) return b.score - a.score;
      return (
        compareText(a.entry.document.id, b.entry.document.id) ||
        compareText(a.entry.document.tenantId, b.entry.document.tenantId)
      );
    });
    return best.map(({ entry, score }) => ({ key: entry.document.key, row: entry.row, score }));
  }

  private insert(document: IndexDocument, row: Row): void {
    const slot = this.entries.length;
    if (slot >= MAX_SLOTS) throw new RangeError(`The index holds at most ${MAX_SLOTS} documents.`);
    const bag = bagOf(document);
    this.entries.push({ document, row, length: bag.length });
    this.slots.set(document.key, slot);
    this.setLength(slot, bag.length);
    for (const [term, count] of bag.counts) this.postingsOf(term).add(slot, count);
  }

  private setLength(slot: number, length: number): void {
    if (slot >= this.lengths.length) {
      const grown = new Uint32Array(this.lengths.length * 2);
      grown.set(this.lengths);
      this.lengths = grown;
    }
    this.lengths[slot] = length;
  }

  private postingsOf(term: string): Postings {
    const known = this.postings.get(term);
    if (known) return known;
    const made = new Postings();
    this.postings.set(term, made);
    return made;
  }

  private drop(key: string): boolean {
    const slot = this.slots.get(key);
    if (slot === undefined) return false;
    this.slots.delete(key);
    this.entries[slot] = undefined;
    this.dead += 1;
    return true;
  }

  private compact(): void {
    if (this.dead < MIN_DEAD || this.dead * 4 < this.entries.length) return;
    const alive = this.entries.filter((entry) => entry !== undefined);
    this.entries = [];
    this.slots = new Map();
    this.postings = new Map();
    this.dead = 0;
    for (const { document, row } of alive) this.insert(document, row);
  }
}

function* scored<Row>(
  entries: readonly (Entry<Row> | undefined)[],
  matches: Matches,
): Generator<{ entry: Entry<Row>; score: number }> {
  for (let i = 0; i < matches.size; i += 1) {
    const entry = entries[matches.slots[i] ?? 0];
    if (entry) yield { entry, score: matches.scores[i] ?? 0 };
  }
}
