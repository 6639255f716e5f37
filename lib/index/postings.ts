/** Count bits of a packed posting; the rest is the slot, so an index holds up to 4,194,304 documents. */
const COUNT_BITS = 10;
export const MAX_COUNT = (1 << COUNT_BITS) - 1;
export const MAX_SLOTS = 1 << (32 - COUNT_BITS);

/** The documents of one term: a growing array of `slot << 10 | count`, four bytes each. */
export class Postings {
  private packed = new Uint32Array(2);
  length = 0;

  add(slot: number, count: number): void {
    if (this.length === this.packed.length) {
      const grown = new Uint32Array(this.length * 2);
      grown.set(this.packed);
      this.packed = grown;
    }
    this.packed[this.length] = ((slot << COUNT_BITS) | Math.min(count, MAX_COUNT)) >>> 0;
    this.length += 1;
  }

  slotAt(i: number): number {
    return (this.packed[i] ?? 0) >>> COUNT_BITS;
  }

  countAt(i: number): number {
    return (this.packed[i] ?? 0) & MAX_COUNT;
  }
}
