import { takeTop } from '../shared/top';
import { availableWeights, type Preset, type ScorePart } from './presets';

/** A part's value for a slot, in 0..1; 0 where it knows nothing. */
export type PartScorer = (slot: number) => number;
export type PartScorers = Partial<Record<ScorePart, PartScorer>>;
export type ScoreParts = Partial<Record<ScorePart, number>>;

export type Scorer = {
  /** The fused score in 0..1. */
  score: (slot: number) => number;
  /** Never below `score`, and far cheaper: the parts other than keyword count as full. */
  bound: (slot: number) => number;
  /** The parts it was made of, for the answer and the receipt. */
  parts: (slot: number) => ScoreParts;
};

/** Ranks beyond this add less than one part in ten to a fused score. */
const MAX_RANKED = 200;

/**
 * Fuses the parts at hand by a preset. Parts that are not there weigh nothing and the others take
 * their share, so that a score stays in 0..1 whatever an installation has. A sum costs one look-up
 * a part and slot; rank fusion first ranks `slots` once a part, O(slots log 200).
 */
export function makeScorer(preset: Preset, scorers: PartScorers, slots: readonly number[]): Scorer {
  const present = new Set<ScorePart>();
  for (const part of Object.keys(scorers) as ScorePart[]) if (scorers[part]) present.add(part);
  const weights = availableWeights(preset.weights, present);
  const used = weights.map(([part, weight]) => ({ part, weight, of: bounded(scorers[part]) }));
  const parts = (slot: number): ScoreParts =>
    Object.fromEntries(used.map(({ part, of }) => [part, of(slot)]));
  if (preset.fusion.kind === 'sum') {
    const score = (slot: number) => {
      let sum = 0;
      for (const { weight, of } of used) sum += weight * of(slot);
      return Math.min(1, sum);
    };
    const bound = (slot: number) => {
      let sum = 0;
      for (const { part, weight, of } of used) sum += weight * (part === 'keyword' ? of(slot) : 1);
      return Math.min(1, sum);
    };
    return { score, bound, parts };
  }
  const { k } = preset.fusion;
  const ranked = used.map(({ weight, of }) => ({ weight, ranks: ranksBy(of, slots) }));
  const score = (slot: number) => {
    let sum = 0;
    for (const { weight, ranks } of ranked) {
      const rank = ranks.get(slot);
      if (rank !== undefined) sum += (weight * (k + 1)) / (k + rank);
    }
    return Math.min(1, sum);
  };
  return { score, bound: () => 1, parts };
}

/** Rank from 1 by falling value; equal values share a rank, so that order of slots cannot matter. */
function ranksBy(of: PartScorer, slots: readonly number[]): Map<number, number> {
  const positive = slots.filter((slot) => of(slot) > 0);
  const top = takeTop(positive, MAX_RANKED, (a, b) => of(b) - of(a));
  const last = top.at(-1);
  const least = last === undefined ? 0 : of(last);
  const values = [...new Set(top.map(of))];
  const rankOf = new Map(
    values.map((value) => [value, 1 + top.findIndex((slot) => of(slot) === value)]),
  );
  const ranks = new Map<number, number>();
  for (const slot of positive) {
    const value = of(slot);
    const rank = value >= least ? rankOf.get(value) : undefined;
    if (rank !== undefined) ranks.set(slot, rank);
  }
  return ranks;
}

function bounded(scorer: PartScorer | undefined): PartScorer {
  return (slot) => {
    const value = scorer?.(slot) ?? 0;
    return value > 0 ? Math.min(1, value) : 0;
  };
}

/**
 * How many of the wanted tags a capability has, as a share; case does not matter. Null when no tag
 * is wanted: the part is then not at hand.
 */
export function tagShare(wanted: readonly string[]): ((tags: readonly string[]) => number) | null {
  const set = new Set(wanted.map((tag) => tag.toLowerCase()));
  if (set.size === 0) return null;
  // Few distinct tags, asked for once a candidate: lower case is worked out once each.
  const wantedForm = new Map<string, string | null>();
  const formOf = (tag: string): string | null => {
    const known = wantedForm.get(tag);
    if (known !== undefined) return known;
    const lower = tag.toLowerCase();
    const form = set.has(lower) ? lower : null;
    wantedForm.set(tag, form);
    return form;
  };
  return (tags) => {
    let found: string[] | null = null;
    for (const tag of tags) {
      const form = formOf(tag);
      if (form === null) continue;
      if (found === null) found = [form];
      else if (!found.includes(form)) found.push(form);
    }
    return found === null ? 0 : found.length / set.size;
  };
}
