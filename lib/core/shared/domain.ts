/**
 * The closed vocabularies of the product, one word per thing. Database checks,
 * zod schemas and the console all derive from these arrays.
 */
export const CAPABILITY_TYPES = [
  'MCP_TOOL',
  'MCP_RESOURCE',
  'MCP_PROMPT',
  'REST_TOOL',
  'NATIVE_TOOL',
  'DB_TOOL',
  'SKILL',
  'SUB_AGENT',
  'WORKFLOW',
] as const;
export type CapabilityType = (typeof CAPABILITY_TYPES)[number];

export const SURFACES = ['tool', 'resource', 'prompt', 'skill', 'agent', 'workflow'] as const;
export type Surface = (typeof SURFACES)[number];

/** Ordered from harmless to dangerous; compare with {@link riskRank}. */
export const RISKS = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const;
export type Risk = (typeof RISKS)[number];

export const STATUSES = ['DRAFT', 'REVIEW', 'PRODUCTION', 'DEPRECATED', 'DISABLED'] as const;
export type Status = (typeof STATUSES)[number];
/** In these agents may discover and call a capability. */
export const LIVE_STATUSES = ['PRODUCTION', 'DEPRECATED'] as const satisfies readonly Status[];

export const ROLES = ['admin', 'reviewer', 'auditor', 'member'] as const;
export type Role = (typeof ROLES)[number];

export const PROVIDER_KINDS = ['internal', 'mcp', 'api', 'db', 'workflow', 'agent'] as const;
export type ProviderKind = (typeof PROVIDER_KINDS)[number];

export const LOCATIONS = ['local', 'remote'] as const;
export type Location = (typeof LOCATIONS)[number];

export const AVAILABILITIES = ['available', 'degraded', 'unavailable'] as const;
export type Availability = (typeof AVAILABILITIES)[number];

export const HEALTHS = ['UNKNOWN', 'HEALTHY', 'DEGRADED', 'UNHEALTHY'] as const;
export type Health = (typeof HEALTHS)[number];

/** Ways to score candidates, by name; what each does is in core/resolver. */
export const RESOLVER_PRESETS = ['measured', 'balanced', 'keyword', 'rrf'] as const;
export type ResolverPreset = (typeof RESOLVER_PRESETS)[number];

export const GRANT_TARGET_KINDS = ['capability', 'provider', 'tag', 'type'] as const;
export type GrantTargetKind = (typeof GRANT_TARGET_KINDS)[number];

export const INCIDENT_TARGET_KINDS = ['capability', 'provider', 'agent', 'backend'] as const;
export type IncidentTargetKind = (typeof INCIDENT_TARGET_KINDS)[number];

/** Outcomes of calls that left the building. */
export const CALL_STATUSES = [
  'SUCCEEDED',
  'TOOL_ERROR',
  'UPSTREAM_ERROR',
  'TIMEOUT',
  'CANCELLED',
  'UNKNOWN',
] as const;
/** Outcomes of calls that were refused; recorded, never counted as use. */
export const REFUSAL_STATUSES = ['DENIED', 'INVALID', 'LIMITED', 'APPROVAL_PENDING'] as const;
export const INVOCATION_STATUSES = [...CALL_STATUSES, ...REFUSAL_STATUSES] as const;
export type InvocationStatus = (typeof INVOCATION_STATUSES)[number];

export const DRIFT_KINDS = [
  'text',
  'instruction',
  'schema-compatible',
  'schema-breaking',
  'risk-flip',
  'removed',
] as const;
export type DriftKind = (typeof DRIFT_KINDS)[number];

export const VERDICTS = ['compatible', 'breaking', 'unknown'] as const;
export type Verdict = (typeof VERDICTS)[number];

export const DOORS = ['console', 'rest', 'mcp', 'job', 'cli'] as const;
/** Which way in a request took; part of every audit row. */
export type Door = (typeof DOORS)[number];

/** The tenant whose objects every tenant may use. A real row. */
export const SHARED_TENANT = 'shared';

export const CAPABILITY_ID_PATTERN = /^[a-z0-9_]+(\.[a-z0-9_-]+)+$/;
export const CAPABILITY_ID_MAX = 128;
/** Ids of agents, providers, teams, backends, profiles, tenants. */
export const SLUG_PATTERN = /^[a-z0-9][a-z0-9_-]{0,62}$/;

/** 0 for LOW to 3 for CRITICAL. */
export function riskRank(risk: Risk): number {
  return RISKS.indexOf(risk);
}

/** The more dangerous of two. */
export function maxRisk(a: Risk, b: Risk): Risk {
  return riskRank(a) >= riskRank(b) ? a : b;
}

const SURFACE_OF: Record<CapabilityType, Surface> = {
  MCP_TOOL: 'tool',
  MCP_RESOURCE: 'resource',
  MCP_PROMPT: 'prompt',
  REST_TOOL: 'tool',
  NATIVE_TOOL: 'tool',
  DB_TOOL: 'tool',
  SKILL: 'skill',
  SUB_AGENT: 'agent',
  WORKFLOW: 'workflow',
};

/** Types nothing outside carries out: instructions to consume, and steps over other capabilities. */
const SELF_CONTAINED: ReadonlySet<CapabilityType> = new Set<CapabilityType>(['SKILL', 'WORKFLOW']);

/** Whether a capability of this type can be used only through a binding to a provider. */
export function needsProvider(type: CapabilityType): boolean {
  return !SELF_CONTAINED.has(type);
}

/** How a capability of the type is consumed. */
export function surfaceOf(type: CapabilityType): Surface {
  return SURFACE_OF[type];
}
