import { isAllowed } from '@/lib/core/policy/authorize';
import { availableWeights, PRESETS, SCORE_PARTS } from '@/lib/core/resolver/presets';
import { estimateTokens } from '@/lib/core/resolver/tokens';
import { RESOLVER_PRESETS } from '@/lib/core/shared/domain';
import { isJsonObject } from '@/lib/core/shared/json';
import { type DiscoverInput, discoverInputSchema } from '@/lib/schemas/discover';
import type {
  InspectedCapability,
  InspectedCut,
  InspectedHidden,
  InspectInput,
  Inspection,
} from '@/lib/schemas/playground';
import type { Context } from '../context';
import { modelView, runDiscovery } from './discover';
import { getReceipt } from './get-receipt';

/**
 * A discovery from the inside, as the agent named. Whoever may see what was hidden, and why, does;
 * everybody else gets what the agent itself could know.
 * @throws ServiceError as `discover` does.
 */
export async function inspectDiscovery({
  ctx,
  input,
}: {
  ctx: Context;
  input: InspectInput;
}): Promise<Inspection> {
  const explain = isAllowed(ctx.actor, 'resolver.explain', { tenantId: ctx.tenantId });
  const request: DiscoverInput = discoverInputSchema.parse({ ...input, explain });
  const { answer, result, catalog, preset, stageMs } = await runDiscovery({ ctx, input: request });
  const { query, purpose, agent_id, explain: _explain, ...rest } = request;
  return {
    resolve_id: answer.resolve_id,
    agent_id: agent_id ?? '',
    query,
    purpose: purpose ?? '',
    created_at: ctx.now.toISOString(),
    preset,
    request: rest,
    counts: { ...result.counts, ...(catalog === null ? {} : { catalog }) },
    stage_ms: stageMs,
    weights: weightsOf(preset, answer.capabilities),
    chosen: answer.capabilities.map((details) => ({
      id: details.id,
      version: details.version,
      score: details.score,
      score_parts: details.score_parts,
      stage: details.stage,
      pinned: details.pinned,
      details,
      tokens: estimateTokens(modelView(details)),
    })),
    cut: result.cut.map(({ candidate, score, scoreParts, reason }) => ({
      id: candidate.id,
      score,
      score_parts: scoreParts,
      reason,
    })),
    hidden: answer.hidden ?? null,
    warnings: answer.warnings,
    tokens_full: answer.stats.tokens_full,
    tokens_sent: answer.stats.tokens_sent,
  };
}

/** The same from a stored receipt, which keeps no texts. @throws ServiceError as `getReceipt` does. */
export async function inspectReceipt({
  ctx,
  input,
}: {
  ctx: Context;
  input: { resolve_id: string };
}): Promise<Inspection> {
  const receipt = await getReceipt({ ctx, input });
  const chosen = listOf<Omit<InspectedCapability, 'details' | 'tokens'>>(receipt.chosen);
  const { resolve_id, agent_id, query, purpose, created_at, preset, counts, stats } = receipt;
  return {
    resolve_id,
    agent_id,
    query,
    purpose,
    created_at,
    preset,
    request: isJsonObject(receipt.request) ? receipt.request : {},
    counts,
    stage_ms: stats.stage_ms,
    weights: weightsOf(preset, chosen),
    chosen: chosen.map((item) => ({ ...item, details: null, tokens: null })),
    cut: listOf<InspectedCut>(receipt.cut).map((item) => ({
      ...item,
      score_parts: item.score_parts ?? {},
    })),
    hidden: receipt.hidden === undefined ? null : listOf<InspectedHidden>(receipt.hidden),
    warnings: listOf<string>(receipt.warnings),
    tokens_full: stats.tokens_full,
    tokens_sent: stats.tokens_sent,
  };
}

/** Columns that `record` of this folder wrote: their shape is its own. */
function listOf<T>(value: unknown): T[] {
  return Array.isArray(value) ? (value as T[]) : [];
}

function weightsOf(preset: string, items: readonly { score_parts: Record<string, number> }[]) {
  const name = RESOLVER_PRESETS.find((item) => item === preset) ?? 'measured';
  const present = new Set(items.flatMap((item) => Object.keys(item.score_parts)));
  const parts = SCORE_PARTS.filter((part) => present.has(part));
  return Object.fromEntries(availableWeights(PRESETS[name].weights, new Set(parts)));
}
