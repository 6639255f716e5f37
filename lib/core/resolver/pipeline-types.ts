import type { DiscoverPolicy } from './allowed';
import type { Preset, ScorePart } from './presets';
import type { BindingChoice } from './providers';
import type { FilterReason, HiddenReason, RequestReason } from './reasons';
import type { PartScorer, ScoreParts } from './score';
import type { Candidate, ResolveRequest } from './types';

/** Where candidates are kept, by slot (a number) and by key (`<tenant>/<id>`). */
export type CandidatePool<C extends Candidate> = {
  rowAt(slot: number): C | null;
  slotOf(key: string): number | null;
  tokensAt(slot: number): number;
};

/** The slots that passed the policy filter, and what they would cost a model together. */
export type AllowedSlots = {
  has(slot: number): boolean;
  slots(): Iterable<number>;
  size: number;
  tokens: number;
};

/** Slots with positive keyword scores, in any order. */
export type ScoredSlots = {
  slots: ArrayLike<number>;
  scores: ArrayLike<number>;
  size: number;
  max: number;
};

export const STAGES = [
  'policy',
  'search',
  'filter',
  'pins',
  'caps',
  'provider',
  'materialize',
] as const;
export type Stage = (typeof STAGES)[number];

export type ResolveLimits = {
  defaultTopK: number;
  maxSchemaTools: number;
  /** At most this many allowed capabilities make a small catalogue. */
  smallCatalog: number;
};

export const DEFAULT_LIMITS: ResolveLimits = {
  defaultTopK: 8,
  maxSchemaTools: 20,
  smallCatalog: 20,
};

export type ResolveInput<C extends Candidate> = {
  policy: DiscoverPolicy;
  pool: CandidatePool<C>;
  allowed: AllowedSlots;
  request: ResolveRequest;
  preset: Preset;
  limits: ResolveLimits;
  /** Keyword search over the allowed set; called once, at its stage. Null: the query is empty. */
  search: (() => ScoredSlots) | null;
  /** Parts beside keyword and tags, where an installation has them. */
  parts?: Partial<Record<Exclude<ScorePart, 'keyword' | 'tags'>, PartScorer>>;
  /** Told when a stage is done: the caller holds the clock. */
  onStage?: (stage: Stage) => void;
};

/** What put a capability into the answer. */
export type ChosenBy = 'pin' | 'search' | 'profile' | 'small_catalog';

export type Chosen<C extends Candidate> = {
  slot: number;
  candidate: C;
  score: number;
  scoreParts: ScoreParts;
  stage: ChosenBy;
  pinned: boolean;
  major: number | null;
  /** Null when the capability has no binding. */
  provider: BindingChoice | null;
  tokens: number;
  /** Part of the materialise plan: its schemas are to be loaded. */
  withSchema: boolean;
};

export type ResolveWarning =
  /** An unknown id and one the agent may not discover look the same. */
  | { code: 'PIN_NOT_AVAILABLE'; capabilityId: string; message: string }
  | {
      code: 'PIN_LEFT_OUT';
      capabilityId: string;
      reason: RequestReason | FilterReason;
      message: string;
    }
  | { code: 'SCHEMAS_LIMITED'; capabilityId: string; message: string };

export type Cut<C extends Candidate> = {
  candidate: C;
  score: number;
  scoreParts: ScoreParts;
  reason: 'TOP_K' | 'MAX_SCHEMA_TOOLS';
};

/** Safe to show to the agent: nothing here depends on what it may not discover. */
export type StageCounts = {
  allowed: number;
  /** Of those, left by the lists of the request and found. */
  matched: number;
  /** Of those, left by risk and health. */
  eligible: number;
  pinned: number;
  cut: number;
  selected: number;
};

export type ResolveResult<C extends Candidate> = {
  chosen: Chosen<C>[];
  /** The best of what the caps left out, best first; `counts.cut` has their number. */
  cut: Cut<C>[];
  /** Found and then taken away by risk or health. */
  filtered: { candidate: C; reason: FilterReason }[];
  /** Slots that reached the caps, in no useful order. */
  eligible: readonly number[];
  warnings: ResolveWarning[];
  counts: StageCounts;
  topK: number;
  tokens: { full: number; selected: number };
};

export type Hidden = { id: string; tenantId: string; stage: Stage; reasons: HiddenReason[] };
