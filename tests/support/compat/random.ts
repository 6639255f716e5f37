/** Reproducible chance: the same seed, the same run. */
export type Chance = {
  /** A whole number below `limit`. */
  below: (limit: number) => number;
  pick: <T>(items: readonly T[]) => T | undefined;
  /** True this often, 0 to 1. */
  odds: (share: number) => boolean;
};

/** Mulberry32, by Tommy Ettinger (public domain). */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return { below, pick: (items) => items[below(items.length)], odds: (share) => next() < share };
}
