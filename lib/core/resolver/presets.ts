import type { ResolverPreset } from '../shared/domain';

/** What a score is made of; each part is in 0..1. Risk and permission are filters, never parts. */
export const SCORE_PARTS = [
  'keyword',
  'semantic',
  'tags',
  'affinity',
  'reliability',
  'cost',
] as const;
export type ScorePart = (typeof SCORE_PARTS)[number];

export type Weights = Partial<Record<ScorePart, number>>;

export type Preset = {
  /** `sum`: weighted mean of the parts. `rrf`: reciprocal-rank fusion with constant `k`. */
  fusion: { kind: 'sum' } | { kind: 'rrf'; k: number };
  weights: Weights;
};

/**
 * `measured` is what scores best on the tool-retrieval sets with the parts there are; `rrf` has
 * k = 10 and unequal weights because the customary 60 and equal ones lost 4 points there.
 */
export const PRESETS: Record<ResolverPreset, Preset> = {
  measured: { fusion: { kind: 'sum' }, weights: { keyword: 1, tags: 0.1 } },
  balanced: {
    fusion: { kind: 'sum' },
    weights: { semantic: 0.45, keyword: 0.2, affinity: 0.15, reliability: 0.1, cost: 0.1 },
  },
  keyword: { fusion: { kind: 'sum' }, weights: { keyword: 1 } },
  rrf: { fusion: { kind: 'rrf', k: 10 }, weights: { keyword: 1, semantic: 0.5, tags: 0.5 } },
};

/** The weights of the parts at hand, scaled to sum to 1; empty when none of them has any weight. */
export function availableWeights(
  weights: Weights,
  available: ReadonlySet<ScorePart>,
): [ScorePart, number][] {
  const used = SCORE_PARTS.filter((part) => available.has(part) && (weights[part] ?? 0) > 0);
  const total = used.reduce((sum, part) => sum + (weights[part] ?? 0), 0);
  return used.map((part) => [part, (weights[part] ?? 0) / total]);
}
