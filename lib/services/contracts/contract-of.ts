import { formatDuration } from '@/lib/core/shared/duration';
import type { Json, JsonObject } from '@/lib/core/shared/json';
import type {
  Backend,
  Binding,
  CapabilityVersion,
  Deprecation,
  Provider,
  Team,
} from '@/lib/db/generated/client';
import { CONTRACT_API_VERSION, type ContractKind } from '@/lib/schemas/contract';
import { type CapabilityRecord, objectOf, objectOrNull, versionText } from '../catalog/rows';

/** What belongs to one capability beside its row. */
export type CapabilityParts = {
  bindings: readonly Binding[];
  /** The newest version of each major that still serves, the current one left out. */
  olderMajors: readonly CapabilityVersion[];
  deprecations: readonly Deprecation[];
};

const head = (kind: ContractKind) => ({ api_version: CONTRACT_API_VERSION, kind });
const json = (value: unknown) => value as Json;

/** The whole contract of a capability: every field, so that it says the same anywhere. */
export function contractOfCapability(row: CapabilityRecord, parts: CapabilityParts): JsonObject {
  const version = versionText(row);
  const endOf = (major: number | null) =>
    parts.deprecations.find((one) => one.major === major) ?? null;
  return {
    ...head('Capability'),
    id: row.id,
    name: row.name,
    type: row.type,
    owner: row.ownerTeamId,
    status: row.status,
    ...(version === null ? {} : { version }),
    risk: row.risk,
    title: row.title,
    description: row.description,
    tags: row.tags,
    inputs: objectOf(row.inputSchema),
    outputs: objectOrNull(row.outputSchema),
    annotations: objectOf(row.annotations),
    auth: {
      scopes: {
        required: row.requiredScopes,
        optional: row.optionalScopes,
        none: row.scopesNone,
      },
      required_roles: row.requiredRoles,
    },
    approval: { required: row.approvalRequired, waiver: row.approvalWaiver },
    limits: {
      timeout: formatDuration(row.timeoutMs),
      calls_per_run: row.callsPerRun,
      rate_per_minute: row.ratePerMinute,
      max_output_bytes: row.maxOutputBytes,
    },
    observability: { audit: row.auditEnabled, trace: row.traceEnabled },
    metadata: objectOf(row.metadata),
    safe_example: objectOrNull(row.safeExample),
    bindings: [...parts.bindings].sort(byProvider).map(bindingJson),
    ...(parts.olderMajors.length === 0
      ? {}
      : { majors: parts.olderMajors.map((one) => majorOf(one, endOf(one.major))) }),
    deprecation: deprecationOf(endOf(null)),
  };
}

function majorOf(version: CapabilityVersion, ends: Deprecation | null): JsonObject {
  return {
    version: `${version.major}.${version.minor}`,
    title: version.title,
    description: version.description,
    inputs: objectOf(version.inputSchema),
    outputs: objectOrNull(version.outputSchema),
    annotations: objectOf(version.annotations),
    ...(ends ? { deprecation: deprecationOf(ends) } : {}),
  };
}

function deprecationOf(ends: Deprecation | null): JsonObject | null {
  if (!ends) return null;
  return {
    announced_at: ends.announcedAt.toISOString(),
    disable_at: ends.disableAt.toISOString(),
    replacement: ends.replacementId
      ? {
          capability_id: ends.replacementId,
          ...(ends.replacementMajor === null ? {} : { major: ends.replacementMajor }),
        }
      : null,
    note: ends.migrationNote,
    mapping: objectOf(ends.argumentMapping),
  };
}

type Place = { providerId: string; upstreamName: string };
const placeOf = (one: Place) => `${one.providerId} ${one.upstreamName}`;
const byProvider = (a: Place, b: Place) => (placeOf(a) < placeOf(b) ? -1 : 1);

/** One binding as a contract writes it. */
export function bindingJson(binding: Binding): JsonObject {
  return {
    provider: binding.providerId,
    upstream_name: binding.upstreamName,
    region: binding.region,
    for_tenant: binding.forTenantId,
    cost_per_call: Number(binding.costPerCall),
    priority: binding.priority,
    freshness_seconds: binding.freshness,
    availability: binding.availability,
    availability_reason: binding.availabilityReason,
  };
}

export function contractOfTeam(row: Team): JsonObject {
  return { ...head('Team'), id: row.id, name: row.name };
}

export function contractOfBackend(row: Backend): JsonObject {
  const { id, name, description, ownerTeamId: owner } = row;
  return { ...head('Backend'), id, name, description, owner };
}

/** Of one from the providers file only what it is called: the rest is that file's to say. */
export function contractOfProvider(row: Provider): JsonObject {
  const common = {
    ...head('Provider'),
    id: row.id,
    name: row.name,
    source: row.source,
    provider_kind: json(row.kind),
    owner: row.ownerTeamId,
  };
  if (row.source === 'file') return common;
  return {
    ...common,
    location: row.location,
    endpoint: row.endpoint,
    credential_ref: row.credentialRef,
    backend: row.backendId,
    description: row.description,
    default_tags: row.defaultTags,
    risk_floor: row.riskFloor,
    sync_every_seconds: row.syncEvery,
  };
}
