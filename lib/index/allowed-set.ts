/**
 * A set of documents of one index at one revision, with what BM25 and the answer need of it:
 * how many, their total length, their tokens, and (filled in by queries) document frequencies.
 * A bit a slot, so 10,000 documents take 1.25 KB.
 */
export class AllowedSet {
  private readonly bits: Uint32Array;
  private readonly frequencies = new Map<string, number>();
  size = 0;
  /** Sum of document lengths in terms. An integer, so the order of adding does not matter. */
  totalLength = 0;
  /** What sending every allowed capability to the model would cost, in tokens. */
  tokens = 0;

  /** @param revision of the index; the set is void once the index has moved on. */
  constructor(
    readonly revision: number,
    private readonly capacity: number,
  ) {
    this.bits = new Uint32Array((capacity >>> 5) + 1);
  }

  add(slot: number, length: number, tokens: number): void {
    if (this.has(slot)) return;
    const word = slot >>> 5;
    this.bits[word] = ((this.bits[word] ?? 0) | (1 << (slot & 31))) >>> 0;
    this.size += 1;
    this.totalLength += length;
    this.tokens += tokens;
  }

  has(slot: number): boolean {
    return (((this.bits[slot >>> 5] ?? 0) >>> (slot & 31)) & 1) === 1;
  }

  /** Slots in ascending order. */
  *slots(): Generator<number> {
    for (let slot = 0; slot < this.capacity; slot += 1) {
      if (this.has(slot)) yield slot;
    }
  }

  /** How many of these documents hold the term; counted once a term, then remembered. */
  frequency(term: string, count: () => number): number {
    const known = this.frequencies.get(term);
    if (known !== undefined) return known;
    if (this.frequencies.size >= MAX_REMEMBERED) this.frequencies.clear();
    const counted = count();
    this.frequencies.set(term, counted);
    return counted;
  }
}

const MAX_REMEMBERED = 10_000;
