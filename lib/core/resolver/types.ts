import type { Availability, CapabilityType, Health, Risk, Status, Surface } from '../shared/domain';
import type { Grant } from '../shared/grants';
import type { MajorTimes } from '../shared/majors';

/** One way of carrying out a capability, as far as choosing needs it. */
export type CandidateBinding = {
  id: string;
  providerId: string;
  /** Tenant the provider lives in. */
  providerTenantId: string;
  backendId: string | null;
  region: string | null;
  /** Null: serves every tenant. */
  forTenantId: string | null;
  /** Declared price of one call, in the installation's currency. */
  cost: number;
  /** Seconds its data may be old; null when not declared. */
  freshnessSeconds: number | null;
  /** Lower goes first. */
  priority: number;
  health: Health;
  availability: Availability;
};

export type CandidateMajor = MajorTimes;

/** A capability as the resolver sees it: plain data, one row each, made by whoever reads the catalogue. */
export type Candidate = {
  tenantId: string;
  id: string;
  type: CapabilityType;
  surface: Surface;
  status: Status;
  risk: Risk;
  tags: readonly string[];
  requiredRoles: readonly string[];
  /** Ids of the bindings' providers, each once. */
  providerIds: readonly string[];
  bindings: readonly CandidateBinding[];
  quarantined: boolean;
  /** When the whole capability stops being offered. */
  disableAt: Date | null;
  majors: readonly CandidateMajor[];
  currentMajor: number | null;
};

/** What an UNHEALTHY capability becomes for an agent. */
export type UnhealthyPolicy = 'hide' | 'rank_down';

export type ResolvingAgent = {
  tenantId: string;
  id: string;
  active: boolean;
  roles: readonly string[];
  grants: readonly Grant[];
  allowedProviders: readonly string[];
  pins: readonly string[];
  /** Major held by capability id, from first use; a grant's own major goes before it. */
  majors: Readonly<Record<string, number>>;
  topK: number | null;
  riskCeiling: Risk | null;
  profileTags: readonly string[];
  unhealthyPolicy: UnhealthyPolicy;
  smallCatalogAll: boolean;
  region: string | null;
};

/** What open incidents stop, as `<tenant>/<id>` keys. */
export type StopSet = {
  capabilities: ReadonlySet<string>;
  providers: ReadonlySet<string>;
  backends: ReadonlySet<string>;
  agents: ReadonlySet<string>;
};

export const NOTHING_STOPPED: StopSet = {
  capabilities: new Set(),
  providers: new Set(),
  backends: new Set(),
  agents: new Set(),
};

/** A discover request after validation. Absent lists do not narrow. Empty ones leave nothing. */
export type ResolveRequest = {
  profile?: { tags: readonly string[]; types: readonly CapabilityType[]; topK: number | null };
  profileTags?: readonly string[];
  types?: readonly CapabilityType[];
  surfaces?: readonly Surface[];
  providers?: readonly string[];
  only?: readonly string[];
  exclude?: readonly string[];
  pins?: readonly string[];
  topK?: number;
  riskCeiling?: Risk;
  includeSchemas?: boolean;
};
