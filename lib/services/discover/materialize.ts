import type { DiscoverPolicy } from '@/lib/core/resolver/allowed';
import { isDiscoverable } from '@/lib/core/resolver/allowed';
import type { Chosen, ResolveResult } from '@/lib/core/resolver/pipeline-types';
import { SHARED_TENANT } from '@/lib/core/shared/domain';
import { capabilityKey } from '@/lib/index/document';
import { logEvent } from '@/lib/observability/log';
import type { Discovered, DiscoverInput } from '@/lib/schemas/discover';
import { loadVersion } from '../invoke/load-call';
import { catalogIndex } from './catalog-index';
import { type CatalogRow, type RowDeprecation, textAt } from './catalog-row';

type DescribedItem = Omit<Chosen<CatalogRow>, 'slot' | 'tokens' | 'withSchema'>;
type Materialized = { capabilities: Discovered[]; warnings: string[] };

/**
 * Turns what was chosen, and nothing else, into the answer; schemas are read only when asked for.
 * One that fails is left out with a warning and never loses the others.
 */
export async function materialize(
  policy: DiscoverPolicy,
  input: DiscoverInput,
  result: ResolveResult<CatalogRow>,
): Promise<Materialized> {
  const done = await Promise.all(
    result.chosen.map((item) => materializeOne(policy, item, input.include_schemas)),
  );
  return {
    capabilities: done.flatMap((item) => ('capability' in item ? [item.capability] : [])),
    warnings: done.flatMap((item) => ('warning' in item ? [item.warning] : [])),
  };
}

async function materializeOne(
  policy: DiscoverPolicy,
  item: Chosen<CatalogRow>,
  asked: boolean,
): Promise<{ capability: Discovered } | { warning: string }> {
  const began = performance.now();
  const { candidate } = item;
  const event = (success: boolean, error?: string) =>
    logEvent('capability.materialize', {
      capability_id: candidate.id,
      source: item.provider?.binding.providerId ?? 'catalog',
      success,
      latency_ms: Math.round((performance.now() - began) * 1000) / 1000,
      ...(error ? { error } : {}),
    });
  try {
    const capability = describe(policy, item);
    if (asked && item.withSchema) Object.assign(capability, await schemasOf(policy.now, item));
    event(true);
    return { capability };
  } catch (error) {
    event(false, (error as Error).message);
    return { warning: `"${candidate.id}" is left out: it could not be made ready just now.` };
  }
}

/** @throws Error when the version cannot be read. */
export async function schemasOf(
  now: Date,
  { candidate, major }: Pick<Chosen<CatalogRow>, 'candidate' | 'major'>,
) {
  const minor = textAt(candidate, major, now)?.minor;
  const contract =
    major === null || minor === undefined ? null : await loadVersion(candidate, { major, minor });
  if (!contract) throw new Error(`version ${major}.${minor} of ${candidate.id} is missing`);
  return {
    input_schema: contract.inputSchema,
    ...(contract.outputSchema ? { output_schema: contract.outputSchema } : {}),
  };
}

/** One chosen capability as callers see it, without schemas. */
export function describe(policy: DiscoverPolicy, item: DescribedItem): Discovered {
  const { candidate, major } = item;
  const text = textAt(candidate, major, policy.now);
  if (!text) throw new Error(`no live version of ${candidate.id}`);
  const deprecation = deprecationOf(candidate, major);
  return {
    id: candidate.id,
    surface_id: candidate.surfaceId,
    name: candidate.name,
    title: text.title,
    type: candidate.type,
    surface: candidate.surface,
    description: text.description,
    risk: candidate.risk,
    approval_required: candidate.approvalRequired,
    version: `${major}.${text.minor}`,
    status: candidate.status,
    deprecated: candidate.status === 'DEPRECATED' || deprecation !== null,
    replacement: deprecation ? replacementOf(policy, candidate, deprecation) : null,
    disable_at: deprecation?.disableAt.toISOString() ?? null,
    provider: item.provider?.binding.providerId ?? null,
    stage: item.stage,
    score: round(item.score),
    score_parts: Object.fromEntries(
      Object.entries(item.scoreParts).map(([part, value]) => [part, round(value ?? 0)]),
    ),
    pinned: item.pinned,
  };
}

function deprecationOf(row: CatalogRow, major: number | null): RowDeprecation | null {
  const whole = row.deprecations.find((item) => item.major === null);
  if (row.status === 'DEPRECATED' && whole) return whole;
  return row.deprecations.find((item) => item.major === major && major !== null) ?? null;
}

/** A replacement the agent may not discover is not named to it. */
function replacementOf(policy: DiscoverPolicy, row: CatalogRow, deprecation: RowDeprecation) {
  const { replacementId, replacementMajor } = deprecation;
  if (replacementId === null) return null;
  const { index } = catalogIndex.get();
  const other =
    index.find(capabilityKey(policy.agent.tenantId, replacementId)) ??
    index.find(capabilityKey(SHARED_TENANT, replacementId));
  const visible = replacementId === row.id || (other !== null && isDiscoverable(policy, other));
  return visible ? { capability_id: replacementId, major: replacementMajor } : null;
}

/** Four digits are enough to order and to show. */
function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
