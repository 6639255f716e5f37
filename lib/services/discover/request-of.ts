import type { ResolveRequest } from '@/lib/core/resolver/types';
import { CAPABILITY_TYPES, type CapabilityType } from '@/lib/core/shared/domain';
import { runtime } from '@/lib/runtime';
import type { DiscoverInput } from '@/lib/schemas/discover';
import { invalidField } from '../errors';

/**
 * The request as the pipeline takes it; a named profile is looked up in the agent's tenant.
 * @throws ServiceError VALIDATION when there is no such profile.
 */
export async function requestOf(tenantId: string, input: DiscoverInput): Promise<ResolveRequest> {
  const request: ResolveRequest = { includeSchemas: input.include_schemas };
  if (input.profile_tags) request.profileTags = input.profile_tags;
  if (input.types) request.types = input.types;
  if (input.surfaces) request.surfaces = input.surfaces;
  if (input.providers) request.providers = input.providers;
  if (input.only) request.only = input.only;
  if (input.exclude) request.exclude = input.exclude;
  if (input.pins) request.pins = input.pins;
  if (input.top_k !== undefined) request.topK = input.top_k;
  if (input.risk_ceiling) request.riskCeiling = input.risk_ceiling;
  if (input.profile !== undefined) request.profile = await loadProfile(tenantId, input.profile);
  return request;
}

async function loadProfile(tenantId: string, id: string) {
  const { rows } = await runtime().db.pool.query<{
    tags: string[];
    types: string[];
    top_k: number | null;
  }>({
    name: 'load_profile',
    text: 'SELECT tags, types, top_k FROM profiles WHERE tenant_id = $1 AND id = $2',
    values: [tenantId, id],
  });
  const row = rows[0];
  if (!row) throw invalidField('profile', `There is no profile "${id}" in this tenant.`);
  return { tags: row.tags, types: row.types.filter(isType), topK: row.top_k };
}

function isType(text: string): text is CapabilityType {
  return CAPABILITY_TYPES.some((type) => type === text);
}
