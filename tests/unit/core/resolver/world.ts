import { compileDiscover, discoverFilter } from '@/lib/core/resolver/allowed';
import { explainHidden } from '@/lib/core/resolver/explain';
import { DEFAULT_LIMITS, type ResolveInput } from '@/lib/core/resolver/pipeline-types';
import { PRESETS } from '@/lib/core/resolver/presets';
import { resolve } from '@/lib/core/resolver/resolve';
import type { Candidate, ResolveRequest, ResolvingAgent, StopSet } from '@/lib/core/resolver/types';
import { capabilityKey } from '@/lib/index/document';
import { queryTerms } from '@/lib/index/query-terms';
import { SearchIndex } from '@/lib/index/search-index';
import { agent, NOW } from './fixtures';

export type Tool = Candidate & { description: string };
export type Ask = ResolveRequest & { query?: string; purpose?: string };
export type Options = Partial<Omit<ResolveInput<Tool>, 'request'>> & { stops?: StopSet };

/** An index over tools whose ids and descriptions are searched, ten tokens each. */
export function indexTools(tools: readonly Tool[]): SearchIndex<Tool> {
  const index = new SearchIndex<Tool>();
  for (const tool of tools) {
    const { tenantId, id, tags, description } = tool;
    const texts = { serverName: '', paramNames: [], paramDescriptions: [], tokens: 10 };
    const document = { tenantId, id, tags, description, name: id, ...texts };
    index.upsert({ key: capabilityKey(tenantId, id), ...document }, tool);
  }
  return index;
}

/** Discover as a service does it: policy over the whole index, then the pipeline. */
export function discover(
  index: SearchIndex<Tool>,
  who: Partial<ResolvingAgent>,
  ask: Ask,
  options: Options = {},
) {
  const { query = '', purpose, ...request } = ask;
  const policy = compileDiscover(agent(who), NOW, options.stops);
  const allowed = index.select(discoverFilter(policy).accept);
  const terms = queryTerms(query, purpose);
  const input: ResolveInput<Tool> = {
    policy,
    pool: index,
    allowed,
    request,
    preset: PRESETS.measured,
    limits: DEFAULT_LIMITS,
    search: terms.length > 0 ? () => index.match(terms, allowed) : null,
    ...options,
  };
  const result = resolve(input);
  return { input, result, ids: result.chosen.map((item) => item.candidate.id) };
}

export function hiddenOf(index: SearchIndex<Tool>, run: ReturnType<typeof discover>) {
  const { hidden } = explainHidden(run.input, run.result, index.rows());
  return Object.fromEntries(hidden.map(({ id, stage, reasons }) => [id, [stage, ...reasons]]));
}
