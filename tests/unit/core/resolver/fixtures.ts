import type {
  Candidate,
  CandidateBinding,
  ResolveRequest,
  ResolvingAgent,
  StopSet,
} from '@/lib/core/resolver/types';
import { NOTHING_STOPPED } from '@/lib/core/resolver/types';
import type { Grant } from '@/lib/core/shared/grants';

export const NOW = new Date('2026-03-01T12:00:00Z');
export const BEFORE = new Date('2026-02-01T00:00:00Z');
export const LATER = new Date('2026-04-01T00:00:00Z');

export function grant(kind: Grant['target']['kind'], id: string, rest: Partial<Grant> = {}): Grant {
  return {
    target: { kind, id },
    discover: true,
    invoke: true,
    scopes: [],
    until: null,
    ...rest,
  };
}

export function agent(rest: Partial<ResolvingAgent> = {}): ResolvingAgent {
  return {
    tenantId: 'acme',
    id: 'bot',
    active: true,
    roles: [],
    grants: [grant('type', 'MCP_TOOL')],
    allowedProviders: ['*'],
    pins: [],
    majors: {},
    topK: null,
    riskCeiling: null,
    profileTags: [],
    unhealthyPolicy: 'rank_down',
    smallCatalogAll: false,
    region: null,
    ...rest,
  };
}

export function binding(rest: Partial<CandidateBinding> = {}): CandidateBinding {
  return {
    id: 'b1',
    providerId: 'github',
    providerTenantId: 'acme',
    backendId: null,
    region: null,
    forTenantId: null,
    cost: 0,
    freshnessSeconds: null,
    priority: 100,
    health: 'HEALTHY',
    availability: 'available',
    ...rest,
  };
}

export function candidate(rest: Partial<Candidate> = {}): Candidate {
  const bindings = rest.bindings ?? [binding()];
  return {
    tenantId: 'acme',
    id: 'github.search_code',
    type: 'MCP_TOOL',
    surface: 'tool',
    status: 'PRODUCTION',
    risk: 'LOW',
    tags: [],
    requiredRoles: [],
    providerIds: [...new Set(bindings.map((item) => item.providerId))],
    quarantined: false,
    disableAt: null,
    majors: [{ major: 1, state: 'live', disableAt: null }],
    currentMajor: 1,
    ...rest,
    bindings,
  };
}

export function stops(rest: Partial<StopSet>): StopSet {
  return { ...NOTHING_STOPPED, ...rest };
}

export type { ResolveRequest };
