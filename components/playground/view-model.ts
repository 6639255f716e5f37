import type { FunnelStage } from '@/components/charts/funnel';
import type { ScorePart } from '@/components/charts/score-bar';
import type { InspectedHidden, Inspection } from '@/lib/schemas/playground';

export const PART_LABELS: Record<string, string> = {
  keyword: 'Keyword',
  semantic: 'Semantic',
  tags: 'Tags',
  affinity: 'Use by this agent',
  reliability: 'Reliability',
  cost: 'Cost',
};

export const STAGE_LABELS: Record<string, string> = {
  policy: 'Policy',
  search: 'Search',
  filter: 'Risk and health',
  pins: 'Pins',
  caps: 'Caps',
  provider: 'Provider',
  materialize: 'Materialise',
};

export const CUT_TEXT: Record<string, string> = {
  TOP_K: 'Beyond top K',
  MAX_SCHEMA_TOOLS: 'Schema limit',
};

export const CHOSEN_BY: Record<string, string> = {
  pin: 'Pinned: always offered, beside the top K',
  search: 'Matches the sentence',
  profile: 'Has a tag that was asked for',
  small_catalog: 'The catalog of this agent is small: it gets all of it',
};

type WhyGroup = { stage: string; label: string; items: InspectedHidden[] };

/** Hidden ones by the stage that took them away, in the order of the stages. */
export function groupHidden(hidden: readonly InspectedHidden[]): WhyGroup[] {
  return ['policy', 'search', 'filter', 'caps']
    .map((stage) => ({
      stage,
      label: STAGE_LABELS[stage] ?? stage,
      items: hidden.filter((item) => item.stage === stage),
    }))
    .filter((group) => group.items.length > 0);
}

/** Catalog, allowed, ranked, safe, chosen; each leads to why what fell out there did. */
export function stagesOf({ counts, stage_ms, hidden }: Inspection): FunnelStage[] {
  const groups = new Set(groupHidden(hidden ?? []).map((group) => group.stage));
  const why = (stage: string) => (groups.has(stage) ? `#why-${stage}` : '#why');
  const ms = (...stages: string[]) =>
    stages.reduce((sum, stage) => sum + (stage_ms[stage] ?? 0), 0);
  const { catalog, allowed = 0, matched = 0, eligible = 0, selected = 0 } = counts;
  return [
    ...(catalog === undefined
      ? []
      : [{ id: 'catalog', label: 'Catalog', count: catalog, href: '#why' }]),
    { id: 'allowed', label: 'Allowed', count: allowed, ms: ms('policy'), href: why('policy') },
    { id: 'ranked', label: 'Ranked', count: matched, ms: ms('search'), href: why('search') },
    { id: 'safe', label: 'Safe', count: eligible, ms: ms('filter'), href: why('filter') },
    {
      id: 'chosen',
      label: 'Chosen',
      count: selected,
      ms: ms('pins', 'caps', 'provider', 'materialize'),
      href: '#candidates',
    },
  ];
}

export type PartShare = {
  part: string;
  label: string;
  value: number;
  weight: number;
  adds: number;
};

/**
 * What each part adds to a score. Rank fusion and a health penalty do not add up from values times
 * weights: there the shares are kept and scaled to the score.
 */
export function sharesOf(
  item: { score: number; score_parts: Record<string, number> },
  weights: Record<string, number>,
): PartShare[] {
  const raw = Object.entries(weights).map(([part, weight]) => {
    const value = item.score_parts[part] ?? 0;
    return { part, label: PART_LABELS[part] ?? part, value, weight, adds: value * weight };
  });
  const sum = raw.reduce((total, share) => total + share.adds, 0);
  const scale = sum > 0 ? item.score / sum : 0;
  return raw.map((share) => ({ ...share, adds: share.adds * scale }));
}

export function barOf(shares: readonly PartShare[]): ScorePart[] {
  return shares.map(({ label, adds }) => ({ label, value: adds }));
}

/** Why nothing was found, and what to do; null when something was. */
export function whyNothing(
  view: Inspection,
): { title: string; text: string; grants: boolean } | null {
  if (view.chosen.length > 0) return null;
  const { allowed = 0, matched = 0, eligible = 0 } = view.counts;
  if (allowed === 0) {
    return {
      title: 'This agent may discover nothing',
      text: 'No grant of it reaches a live capability. Grant it something, or allow its provider.',
      grants: true,
    };
  }
  if (matched === 0) {
    return {
      title: 'Nothing it may discover matches',
      text: `None of the ${allowed} allowed capabilities shares a word or tag with the query, or the knobs leave none. Say it in other words, or loosen the knobs.`,
      grants: false,
    };
  }
  if (eligible === 0) {
    return {
      title: 'Risk and health took everything away',
      text: `${matched} matched, and every one is above the risk ceiling or unhealthy.`,
      grants: false,
    };
  }
  return {
    title: 'Nothing could be made ready',
    text: 'The warnings say which capability failed, and why.',
    grants: false,
  };
}

/** "93 %": tokens that are not sent, as a share of the whole allowed catalog. */
export function savedShare(full: number, sent: number): string | null {
  if (full <= 0 || sent >= full) return null;
  const share = (1 - sent / full) * 100;
  return `${share >= 99.5 && share < 100 ? share.toFixed(1) : Math.round(share)} %`;
}
