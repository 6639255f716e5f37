import type { z } from 'zod';
import { type Discovered, discoverInputSchema } from './discover';
import { slugSchema } from './shared';

/** A sample query as one agent; a person names the agent. */
export const inspectInputSchema = discoverInputSchema
  .omit({ explain: true, tenant_id: true })
  .extend({ agent_id: slugSchema });
export type InspectInput = z.input<typeof inspectInputSchema>;

/** A chosen capability; a stored receipt keeps no texts, so that they may be missing. */
export type InspectedCapability = Pick<
  Discovered,
  'id' | 'version' | 'score' | 'score_parts' | 'stage' | 'pinned'
> & {
  details: Discovered | null;
  /** Tokens of its definition in the model's context; null when the texts are not at hand. */
  tokens: number | null;
};

export type InspectedCut = {
  id: string;
  score: number;
  score_parts: Record<string, number>;
  reason: string;
};

export type InspectedHidden = { id: string; stage: string; reasons: string[] };

/** One discovery from the inside, just run or from its receipt. */
export type Inspection = {
  resolve_id: string;
  agent_id: string;
  query: string;
  purpose: string;
  created_at: string;
  preset: string;
  /** Fields of the request beside query and purpose. */
  request: Record<string, unknown>;
  /** `catalog` only for whoever may see what was hidden. */
  counts: Record<string, number>;
  stage_ms: Record<string, number>;
  /** Weight by part, summing to 1: a part's share of the score is weight times value. */
  weights: Record<string, number>;
  chosen: InspectedCapability[];
  cut: InspectedCut[];
  /** Null for whoever may not see it. */
  hidden: InspectedHidden[] | null;
  warnings: string[];
  tokens_full: number;
  tokens_sent: number;
};
