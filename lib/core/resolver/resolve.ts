import { compareText, takeTop } from '../shared/top';
import { servingBindings } from './allowed';
import { compileFilter, type Filter, healthOf, UNHEALTHY_FACTOR } from './filter';
import { chooseMajor } from './majors';
import { compileNarrowing, type Narrowing } from './narrow';
import { servePins } from './pins';
import type {
  CandidatePool,
  Chosen,
  ChosenBy,
  Cut,
  ResolveInput,
  ResolveResult,
  ResolveWarning,
  ScoredSlots,
} from './pipeline-types';
import { chooseBinding } from './providers';
import type { FilterReason } from './reasons';
import { makeScorer, type PartScorers, type Scorer, tagShare } from './score';
import type { Candidate } from './types';

/** How many of what the caps left out are named. */
const MAX_CUT_NAMED = 20;

type Found = {
  slots: number[];
  /** Keyword part by slot, as long as the highest slot found; 0 elsewhere. */
  keyword: Float64Array;
  by: ReadonlyMap<number, ChosenBy>;
};
type Ranked = { slot: number; score: number };

/**
 * The resolver: policy -> search -> risk and health -> pins -> caps -> provider choice ->
 * materialise plan, in this order and never another. The policy filter has run: `input.allowed`
 * is its answer, and nothing outside it can change any part of the result.
 *
 * O(matches) for a query, plus O(allowed) when the request asks by tags or the catalogue is small.
 * Loading schemas is the caller's: `withSchema` says for which.
 */
export function resolve<C extends Candidate>(input: ResolveInput<C>): ResolveResult<C> {
  const { policy, pool, allowed, request, onStage } = input;
  const narrowing = compileNarrowing(request);
  onStage?.('policy');

  const small = isSmallCatalog(input);
  const found = findCandidates(input, small, narrowing);
  onStage?.('search');

  const filter = compileFilter(policy, request);
  const { kept, filtered } = splitByFilter(input, found.slots, filter);
  onStage?.('filter');

  const pins = servePins({
    tenantId: policy.agent.tenantId,
    ids: [...policy.agent.pins, ...(request.pins ?? [])],
    pool,
    allowed,
    leftOut: (row) => narrowing?.(row) ?? filter?.(row) ?? null,
  });
  onStage?.('pins');

  const scorer = scorerOf(input, found, [...new Set([...kept, ...pins.slots])]);
  const topK = topKOf(input, small);
  const room = Math.max(0, Math.min(topK, input.limits.maxSchemaTools - pins.slots.length));
  const pinned = new Set(pins.slots);
  const rest = kept.filter((slot) => !pinned.has(slot));
  const best = rank(input, scorer, rest, room + MAX_CUT_NAMED);
  const selected = best.slice(0, room);
  const cut = cutOf(input, scorer, best.slice(room), topK - room);
  onStage?.('caps');

  const chosen = [
    ...pins.slots.map((slot) => ({ slot, score: scorer.score(slot), by: 'pin' as const })),
    ...selected.map((item) => ({ ...item, by: found.by.get(item.slot) ?? ('search' as const) })),
  ].flatMap((item, place) => choose(input, scorer, item, place));
  onStage?.('provider');

  return {
    chosen,
    cut,
    filtered,
    eligible: kept,
    warnings: [...pins.warnings, ...schemaWarnings(input, chosen)],
    counts: {
      allowed: allowed.size,
      matched: found.slots.length,
      eligible: kept.length,
      pinned: pins.slots.length,
      cut: rest.length - selected.length,
      selected: chosen.length,
    },
    topK,
    tokens: { full: allowed.tokens, selected: chosen.reduce((sum, item) => sum + item.tokens, 0) },
  };
}

function isSmallCatalog<C extends Candidate>({ policy, allowed, limits }: ResolveInput<C>) {
  return policy.agent.smallCatalogAll && allowed.size <= limits.smallCatalog;
}

/** A small catalogue is handed over whole unless the request itself says how many it wants. */
function topKOf<C extends Candidate>(input: ResolveInput<C>, small: boolean): number {
  const { request, policy, limits } = input;
  if (request.topK !== undefined) return Math.max(0, request.topK);
  const usual = request.profile?.topK ?? policy.agent.topK ?? limits.defaultTopK;
  return small ? Math.max(usual, limits.smallCatalog) : usual;
}

/**
 * Candidates by keyword; by tags where the request names a profile or tags, or says nothing else;
 * and all of a small catalogue. An agent's own profile only lifts what a query has found.
 */
function findCandidates<C extends Candidate>(
  input: ResolveInput<C>,
  small: boolean,
  narrowing: Narrowing | null,
): Found {
  const { pool, allowed, request, policy } = input;
  const by = new Map<number, ChosenBy>();
  const slots: number[] = [];
  const matches = input.search?.() ?? null;
  const keyword = new Float64Array(1 + highest(matches));
  for (let i = 0; matches !== null && i < matches.size; i += 1) {
    const slot = matches.slots[i] ?? 0;
    if (isNarrowedAway(pool, narrowing, slot)) continue;
    slots.push(slot);
    keyword[slot] = (matches.scores[i] ?? 0) / matches.max;
  }
  const asked = [...(request.profile?.tags ?? []), ...(request.profileTags ?? [])];
  const share = tagShare(asked.length > 0 || input.search ? asked : policy.agent.profileTags);
  if (!share && !small) return { slots, keyword, by };
  for (const slot of allowed.slots()) {
    const row = (keyword[slot] ?? 0) > 0 ? null : pool.rowAt(slot);
    if (row === null || narrowing?.(row)) continue;
    const tagged = share !== null && share(row.tags) > 0;
    if (!tagged && !small) continue;
    slots.push(slot);
    by.set(slot, tagged ? 'profile' : 'small_catalog');
  }
  return { slots, keyword, by };
}

function isNarrowedAway<C extends Candidate>(
  pool: CandidatePool<C>,
  narrowing: Narrowing | null,
  slot: number,
): boolean {
  if (narrowing === null) return false;
  const row = pool.rowAt(slot);
  return row === null || narrowing(row) !== null;
}

function highest(matches: ScoredSlots | null): number {
  let slot = 0;
  for (let i = 0; matches !== null && i < matches.size; i += 1) {
    slot = Math.max(slot, matches.slots[i] ?? 0);
  }
  return slot;
}

function splitByFilter<C extends Candidate>(
  { pool }: ResolveInput<C>,
  slots: number[],
  filter: Filter | null,
): { kept: number[]; filtered: { candidate: C; reason: FilterReason }[] } {
  if (filter === null) return { kept: slots, filtered: [] };
  const kept: number[] = [];
  const filtered: { candidate: C; reason: FilterReason }[] = [];
  for (const slot of slots) {
    const candidate = pool.rowAt(slot);
    if (candidate === null) continue;
    const reason = filter(candidate);
    if (reason === null) kept.push(slot);
    else filtered.push({ candidate, reason });
  }
  return { kept, filtered };
}

function scorerOf<C extends Candidate>(
  input: ResolveInput<C>,
  found: Found,
  slots: readonly number[],
): Scorer {
  const { pool, policy, request } = input;
  const tags = [
    ...policy.agent.profileTags,
    ...(request.profile?.tags ?? []),
    ...(request.profileTags ?? []),
  ];
  const share = tagShare(tags);
  const scorers: PartScorers = { ...input.parts };
  if (input.search) scorers.keyword = (slot) => found.keyword[slot] ?? 0;
  if (share) scorers.tags = (slot) => share(pool.rowAt(slot)?.tags ?? []);
  const scorer = makeScorer(input.preset, scorers, slots);
  const score = (slot: number) => {
    const row = pool.rowAt(slot);
    const factor = row && healthOf(policy, row) === 'unhealthy' ? UNHEALTHY_FACTOR : 1;
    return scorer.score(slot) * factor;
  };
  return { ...scorer, score };
}

/** By score; equal ones by id, then tenant, so that the order never depends on the index. */
function rank<C extends Candidate>(
  { pool }: ResolveInput<C>,
  scorer: Scorer,
  slots: readonly number[],
  limit: number,
): Ranked[] {
  const scored = contenders(scorer, slots, limit).map((slot) => ({
    slot,
    score: scorer.score(slot),
  }));
  return takeTop(scored, limit, (a, b) => {
    if (a.score !== b.score) return b.score - a.score;
    const [left, right] = [pool.rowAt(a.slot), pool.rowAt(b.slot)];
    if (left === null || right === null) return 0;
    return compareText(left.id, right.id) || compareText(left.tenantId, right.tenantId);
  });
}

/**
 * Those that can be among the first `limit`. The `limit` best by bound have a worst score; what
 * cannot reach that even at its bound is out without being scored, which leaves a few hundred of
 * many thousand matches. Exact: the bound is the same sum with larger terms, in the same order.
 */
function contenders(scorer: Scorer, slots: readonly number[], limit: number): readonly number[] {
  if (slots.length <= limit) return slots;
  const bounds = new Float64Array(slots.length);
  for (let i = 0; i < slots.length; i += 1) bounds[i] = scorer.bound(slots[i] ?? 0);
  const leaders = takeTop(slots.keys(), limit, (a, b) => (bounds[b] ?? 0) - (bounds[a] ?? 0));
  const scores = leaders.map((i) => scorer.score(slots[i] ?? 0));
  const needed = scores.reduce((a, b) => Math.min(a, b), 1);
  return slots.filter((_, i) => (bounds[i] ?? 0) >= needed);
}

/** `fitTopK`: how many of these top-K had room for, so that the schema limit is what cut them. */
function cutOf<C extends Candidate>(
  { pool }: ResolveInput<C>,
  scorer: Scorer,
  items: readonly Ranked[],
  fitTopK: number,
): Cut<C>[] {
  return items.slice(0, MAX_CUT_NAMED).flatMap(({ slot, score }, i) => {
    const candidate = pool.rowAt(slot);
    const reason = i < fitTopK ? 'MAX_SCHEMA_TOOLS' : 'TOP_K';
    if (candidate === null) return [];
    return [{ candidate, score, scoreParts: scorer.parts(slot), reason } as const];
  });
}

function choose<C extends Candidate>(
  input: ResolveInput<C>,
  scorer: Scorer,
  item: Ranked & { by: ChosenBy },
  place: number,
): Chosen<C>[] {
  const { policy, pool, request, limits } = input;
  const candidate = pool.rowAt(item.slot);
  if (candidate === null) return [];
  const { tenantId, region } = policy.agent;
  return [
    {
      slot: item.slot,
      candidate,
      score: item.score,
      scoreParts: scorer.parts(item.slot),
      stage: item.by,
      pinned: item.by === 'pin',
      major: chooseMajor(policy.agent, candidate, policy.now),
      provider: chooseBinding(servingBindings(policy, candidate), { tenantId, region }),
      tokens: pool.tokensAt(item.slot),
      withSchema: request.includeSchemas === true && place < limits.maxSchemaTools,
    },
  ];
}

/** Pins are never cut, but their schemas count against the limit like any other's. */
function schemaWarnings<C extends Candidate>(
  { request, limits }: ResolveInput<C>,
  chosen: readonly Chosen<C>[],
): ResolveWarning[] {
  if (!request.includeSchemas) return [];
  return chosen
    .filter((item) => !item.withSchema)
    .map(({ candidate }) => ({
      code: 'SCHEMAS_LIMITED',
      capabilityId: candidate.id,
      message: `"${candidate.id}" comes without schemas: at most ${limits.maxSchemaTools} are sent.`,
    }));
}
