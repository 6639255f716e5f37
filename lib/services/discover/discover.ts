import { authorize } from '@/lib/core/policy/authorize';
import { compileDiscover } from '@/lib/core/resolver/allowed';
import { explainHidden } from '@/lib/core/resolver/explain';
import {
  DEFAULT_LIMITS,
  type Hidden,
  type ResolveInput,
  type ResolveResult,
  type Stage,
} from '@/lib/core/resolver/pipeline-types';
import { PRESETS } from '@/lib/core/resolver/presets';
import { REASON_TEXT } from '@/lib/core/resolver/reasons';
import { resolve } from '@/lib/core/resolver/resolve';
import { estimateTokens } from '@/lib/core/resolver/tokens';
import type { ResolveRequest } from '@/lib/core/resolver/types';
import type { ResolverPreset } from '@/lib/core/shared/domain';
import { queryTerms } from '@/lib/index/query-terms';
import { logEvent } from '@/lib/observability/log';
import { metrics } from '@/lib/observability/metrics';
import { runtime } from '@/lib/runtime';
import type { DiscoverAnswer, DiscoverInput } from '@/lib/schemas/discover';
import { requireAllowed } from '../authorize';
import { type CallingAgent, resolveCallingAgent } from '../calling-agent';
import type { Context } from '../context';
import { notFound } from '../errors';
import { newId } from '../ids';
import { killSet } from '../incidents/parts';
import { allowedSet } from './allowed-set';
import { catalogIndex } from './catalog-index';
import type { CatalogRow } from './catalog-row';
import { type DiscoveringAgent, loadAgent } from './load-agent';
import { heldMajors, holdMajors } from './majors';
import { materialize } from './materialize';
import { receiptWriter } from './receipts';
import { requestOf } from './request-of';
import { stopsOf } from './stops';

/** A finished discovery with all that stands behind its answer. */
export type Run = {
  answer: DiscoverAnswer;
  result: ResolveResult<CatalogRow>;
  /** Only when explained: capabilities of the agent's tenant and `shared`, seen or not. */
  catalog: number | null;
  preset: ResolverPreset;
  stageMs: Record<string, number>;
};

/** One discovery in progress: what the pipeline works on and how long each stage took (ms). */
type Discovery = {
  ctx: Context;
  caller: CallingAgent;
  loaded: DiscoveringAgent;
  request: DiscoverInput;
  input: ResolveInput<CatalogRow>;
  stageMs: Partial<Record<Stage, number>>;
};

/**
 * The few capabilities an agent needs for an intent. Policy first: nothing the agent may not
 * discover takes part in anything that follows. Leaves a receipt, committed before the answer.
 *
 * Cost: one read of the agent's rights, O(matches) for the query, one insert. The policy filter
 * over the whole catalog runs once for each change of catalog, rights or incidents.
 * @throws ServiceError NOT_FOUND, FORBIDDEN, VALIDATION, UNAVAILABLE.
 */
export async function discover(call: {
  ctx: Context;
  input: DiscoverInput;
}): Promise<DiscoverAnswer> {
  return (await runDiscovery(call)).answer;
}

/** The same with what stands behind the answer, for whoever shows the pipeline. */
export async function runDiscovery({
  ctx,
  input,
}: {
  ctx: Context;
  input: DiscoverInput;
}): Promise<Run> {
  const began = performance.now();
  const caller = await resolveCallingAgent(ctx, input, 'agent.discover');
  if (input.explain) {
    requireAllowed(authorize(ctx.actor, 'resolver.explain', { tenantId: caller.tenantId }));
  }
  const loaded = await loadAgent(caller.tenantId, caller.agentId);
  if (!loaded) throw notFound('agent', caller.agentId);
  const request = await requestOf(caller.tenantId, input);
  await killSet().ensureFresh();
  const { epoch } = killSet();
  // From here to the explanation nothing waits: slots mean something for one revision only.
  const discovery = prepare(ctx, caller, loaded, input, request);
  const resolved = resolve(discovery.input);
  const explained = input.explain ? explain(discovery, resolved) : null;
  const result = loaded.resolverOn
    ? await heldMajors(caller, loaded.agent, resolved, ctx.now)
    : nothingOf(resolved);
  const stopClock = stopwatch();
  const { capabilities, warnings } = await materialize(discovery.input.policy, input, result);
  discovery.stageMs.materialize = stopClock();
  // An incident opened meanwhile: what it stops must not leave, so all is decided again.
  if (killSet().epoch !== epoch) return runDiscovery({ ctx, input });
  const answer: DiscoverAnswer = {
    resolve_id: newId('res', ctx.now.getTime()),
    capabilities,
    warnings: loaded.resolverOn
      ? [...result.warnings.map((item) => item.message), ...warnings]
      : [RESOLVER_OFF],
    stats: {
      allowed: result.counts.allowed,
      selected: capabilities.length,
      tokens_full: result.tokens.full,
      tokens_sent: estimateTokens(capabilities.map(modelView)),
      stage_ms: roundAll(discovery.stageMs),
    },
    ...(explained ? { hidden: explained.hidden.map(toHiddenView) } : {}),
  };
  const catalog = explained ? explained.total + resolved.chosen.length : null;
  const preset = presetOf(loaded);
  const run: Run = { answer, result, catalog, preset, stageMs: answer.stats.stage_ms };
  await record(discovery, run);
  await holdMajors(caller, result.chosen);
  announceResolve(discovery, run, performance.now() - began);
  return run;
}

const RESOLVER_OFF = 'The resolver is switched off for this agent: it keeps the tools it has.';

/** The same resolve, with nothing of it answered. */
function nothingOf(resolved: ResolveResult<CatalogRow>): ResolveResult<CatalogRow> {
  return { ...resolved, chosen: [], counts: { ...resolved.counts, selected: 0, pinned: 0 } };
}

function presetOf(loaded: DiscoveringAgent): ResolverPreset {
  return loaded.settings.resolver_preset ?? runtime().config.resolver;
}

function prepare(
  ctx: Context,
  caller: CallingAgent,
  loaded: DiscoveringAgent,
  input: DiscoverInput,
  request: ResolveRequest,
): Discovery {
  const { config } = runtime();
  const { settings } = loaded;
  const catalog = catalogIndex.get();
  const stageMs: Discovery['stageMs'] = {};
  const total = stopwatch();
  const policy = compileDiscover(loaded.agent, ctx.now, stopsOf());
  const set = allowedSet(loaded, policy);
  let mark = total();
  stageMs.policy = mark;
  const terms = queryTerms(input.query, input.purpose);
  return {
    ctx,
    caller,
    loaded,
    request: input,
    stageMs,
    input: {
      policy,
      pool: catalog.index,
      allowed: {
        has: (slot) => set.has(slot),
        slots: () => set.slots(),
        size: set.size,
        tokens: set.tokens,
      },
      request,
      preset: PRESETS[presetOf(loaded)],
      limits: {
        defaultTopK: settings.default_top_k ?? config.defaultTopK,
        maxSchemaTools: settings.max_schema_tools ?? config.maxSchemaTools,
        smallCatalog: settings.small_catalog_threshold ?? DEFAULT_LIMITS.smallCatalog,
      },
      search: terms.length === 0 ? null : () => catalog.index.match(terms, set),
      onStage: (stage) => {
        const now = total();
        stageMs[stage] = (stageMs[stage] ?? 0) + now - mark;
        mark = now;
      },
    },
  };
}

function explain(discovery: Discovery, result: ResolveResult<CatalogRow>) {
  const { index } = catalogIndex.get();
  return explainHidden(discovery.input, result, index.rows());
}

function toHiddenView({ id, stage, reasons }: Hidden) {
  return { id, stage, reasons: reasons.map((reason) => REASON_TEXT[reason]) };
}

/** The part of an answer that goes into a model's context. */
export function modelView(item: DiscoverAnswer['capabilities'][number]) {
  const { id, description, input_schema } = item;
  return { name: id, description, ...(input_schema === undefined ? {} : { input_schema }) };
}

async function record(discovery: Discovery, run: Run): Promise<void> {
  const { ctx, caller, request } = discovery;
  const { answer, result, catalog } = run;
  const {
    query,
    purpose,
    explain: _explain,
    agent_id: _agent,
    tenant_id: _tenant,
    ...rest
  } = request;
  const filtered: Hidden[] = result.filtered.slice(0, 50).map(({ candidate, reason }) => ({
    id: candidate.id,
    tenantId: candidate.tenantId,
    stage: 'filter',
    reasons: [reason],
  }));
  await receiptWriter.get().write({
    id: answer.resolve_id,
    tenantId: caller.tenantId,
    agentId: caller.agentId,
    userId: caller.userId,
    query,
    purpose: purpose ?? '',
    request: JSON.parse(JSON.stringify(rest)),
    preset: run.preset,
    counts: { ...result.counts, ...(catalog === null ? {} : { catalog }) },
    chosen: answer.capabilities.map(({ id, version, score, score_parts, stage, pinned }) => ({
      id,
      version,
      score,
      score_parts,
      stage,
      pinned,
    })),
    hidden: answer.hidden ?? filtered.map(toHiddenView),
    cut: result.cut.map(({ candidate, score, scoreParts, reason }) => ({
      id: candidate.id,
      score,
      score_parts: scoreParts,
      reason,
    })),
    warnings: answer.warnings,
    tokensFull: answer.stats.tokens_full,
    tokensSent: answer.stats.tokens_sent,
    stageMs: answer.stats.stage_ms,
    createdAt: ctx.now,
  });
}

function announceResolve(discovery: Discovery, { result, stageMs }: Run, latencyMs: number): void {
  const { caller, loaded, request } = discovery;
  metrics().observeResolve({ latencyMs, selected: result.counts.selected, stageMs });
  logEvent('capability.resolve', {
    agent_id: caller.agentId,
    total: catalogIndex.get().index.size,
    filtered: result.counts.allowed,
    selected: result.counts.selected,
    top_k: result.topK,
    profile: request.profile ?? loaded.profileId,
    tenant_id: caller.tenantId,
  });
}

/** Milliseconds since it was made. */
function stopwatch(): () => number {
  const start = performance.now();
  return () => performance.now() - start;
}

function roundAll(stages: Partial<Record<Stage, number>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(stages).map(([stage, ms]) => [stage, Math.round(ms * 1000) / 1000]),
  );
}
