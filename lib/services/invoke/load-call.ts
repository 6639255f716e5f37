import type { BindingSite, OpenIncident } from '@/lib/core/policy/incidents';
import type { CapabilityType, Health, Risk, Status } from '@/lib/core/shared/domain';
import type { JsonObject } from '@/lib/core/shared/json';
import type { MajorState } from '@/lib/core/shared/majors';
import { runtime } from '@/lib/runtime';
import { LOAD_CALL_SQL } from './load-call-sql';

/** One binding with its provider, as the adapter and the choice among bindings need it. */
export type BindingRow = {
  id: string;
  upstreamName: string;
  surface: 'tool' | 'resource' | 'resource_template' | 'prompt';
  region: string | null;
  forTenantId: string | null;
  costPerCall: number;
  priority: number;
  freshness: number | null;
  health: Health;
  availability: 'available' | 'degraded' | 'unavailable';
  availabilityReason: string | null;
  provider: {
    tenantId: string;
    id: string;
    kind: string;
    location: 'local' | 'remote';
    transport: 'stdio' | 'streamable_http' | 'none';
    endpoint: string | null;
    credentialRef: string | null;
    source: 'file' | 'catalog';
    backendId: string | null;
  };
};

type DeprecationRow = {
  major: number | null;
  disableAt: string;
  replacementId: string | null;
  replacementMajor: number | null;
  migrationNote: string;
  argumentMapping: JsonObject;
};

type MajorRow = {
  major: number;
  /** The minor served at the moment of the call. */
  minor: number;
  state: MajorState;
  since: string | null;
  currentFrom: string | null;
};

export type GrantRow = {
  targetKind: 'capability' | 'provider' | 'tag' | 'type';
  target: string;
  discover: boolean;
  invoke: boolean;
  scopes: string[];
  until: string | null;
  major: number | null;
};

/** Everything one decision reads, in one snapshot of the database. */
export type CallRows = {
  agent: {
    id: string;
    name: string;
    active: boolean;
    roles: string[];
    allowedProviders: string[];
    ownerTeamId: string;
    major: number | null;
  };
  capability: {
    tenantId: string;
    id: string;
    name: string;
    type: CapabilityType;
    status: Status;
    risk: Risk;
    tags: string[];
    ownerTeamId: string;
    approvalRequired: boolean;
    approvalWaiver: string | null;
    requiredRoles: string[];
    requiredScopes: string[];
    timeoutMs: number;
    callsPerRun: number;
    ratePerMinute: number;
    maxOutputBytes: number;
    quarantineReason: string | null;
    currentMajor: number | null;
    currentMinor: number | null;
  };
  majors: MajorRow[];
  deprecations: DeprecationRow[];
  grants: GrantRow[];
  bindings: BindingRow[];
  incidents: OpenIncident[];
};

/**
 * Reads what a decision needs in one statement, straight from the database: a revoked grant, a
 * deactivated agent or an incident counts from its commit on. Null when agent or capability do
 * not exist for this tenant. Cost: one round trip; rows grow with the agent's grants.
 */
export async function loadCall(
  tenantId: string,
  agentId: string,
  capabilityId: string,
  now: Date,
): Promise<CallRows | null> {
  const result = await runtime().db.pool.query<{
    agent: CallRows['agent'] | null;
    capability: CallRows['capability'] | null;
    majors: CallRows['majors'] | null;
    deprecations: DeprecationRow[] | null;
    grants: GrantRow[] | null;
    bindings: BindingRow[] | null;
    incidents: OpenIncident[] | null;
  }>({ name: 'load_call', text: LOAD_CALL_SQL, values: [tenantId, agentId, capabilityId, now] });
  const row = result.rows[0];
  if (!row?.agent || !row.capability) return null;
  return {
    agent: row.agent,
    capability: row.capability,
    majors: row.majors ?? [],
    deprecations: row.deprecations ?? [],
    grants: row.grants ?? [],
    bindings: row.bindings ?? [],
    incidents: row.incidents ?? [],
  };
}

/** Where a binding leads, for what incidents can name. */
export function siteOf({ provider }: BindingRow): BindingSite {
  const { tenantId, id, backendId } = provider;
  return {
    provider: { tenantId, id },
    backend: backendId === null ? null : { tenantId, id: backendId },
  };
}

export type VersionRow = {
  inputSchema: JsonObject;
  outputSchema: JsonObject | null;
  annotations: JsonObject;
  schemaHash: string;
};

/** Versions are immutable, so a read once is a read for good. */
const versions = new Map<string, VersionRow>();
const VERSIONS_KEPT = 5_000;

/** The contract of one version; null when it was never published. */
export async function loadVersion(
  capability: { tenantId: string; id: string },
  version: { major: number; minor: number },
): Promise<VersionRow | null> {
  const key = `${capability.tenantId}/${capability.id}/${version.major}.${version.minor}`;
  const known = versions.get(key);
  if (known) return known;
  const found = await runtime().db.pool.query<VersionRow>({
    name: 'load_version',
    text: `SELECT input_schema AS "inputSchema", output_schema AS "outputSchema", annotations,
        schema_hash AS "schemaHash"
      FROM capability_versions
      WHERE tenant_id = $1 AND capability_id = $2 AND major = $3 AND minor = $4`,
    values: [capability.tenantId, capability.id, version.major, version.minor],
  });
  const row = found.rows[0];
  if (!row) return null;
  if (versions.size >= VERSIONS_KEPT) versions.clear();
  versions.set(key, row);
  return row;
}
