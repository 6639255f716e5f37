import {
  canDiscover,
  compileDiscover,
  isDiscoverable as passesPolicy,
} from '@/lib/core/resolver/allowed';
import type { Candidate, ResolvingAgent, StopSet } from '@/lib/core/resolver/types';
import type { AgentActor } from '@/lib/core/shared/actor';
import {
  type Availability,
  type CapabilityType,
  type GrantTargetKind,
  type Health,
  type Risk,
  SHARED_TENANT,
  type Status,
  type Surface,
} from '@/lib/core/shared/domain';
import type { Prisma } from '@/lib/db/generated/client';
import { runtime } from '@/lib/runtime';
import type { CapabilityRecord } from './rows';

/** Whether this agent may know of the capability at all. The resolver's own policy decides. */
export async function isDiscoverable(
  actor: AgentActor,
  capability: Pick<CapabilityRecord, 'tenantId' | 'id'>,
  now: Date,
): Promise<boolean> {
  const agent = await loadAgent(actor);
  if (!agent) return false;
  const where = { tenantId: capability.tenantId, id: capability.id };
  const [candidate] = await loadCandidates(where);
  return candidate ? canDiscover(agent, candidate, now, await loadStops(actor)).allowed : false;
}

/** Keys of all that this agent may discover, for lists. */
export async function discoverableIds(
  actor: AgentActor,
  now: Date,
): Promise<{ tenantId: string; id: string }[]> {
  const agent = await loadAgent(actor);
  if (!agent) return [];
  const candidates = await loadCandidates({
    tenantId: { in: [actor.tenantId, SHARED_TENANT] },
    status: { in: ['PRODUCTION', 'DEPRECATED'] },
  });
  const policy = compileDiscover(agent, now, await loadStops(actor));
  return candidates
    .filter((candidate) => passesPolicy(policy, candidate))
    .map(({ tenantId, id }) => ({ tenantId, id }));
}

async function loadAgent(actor: AgentActor): Promise<ResolvingAgent | null> {
  const row = await runtime().db.prisma.agent.findUnique({
    where: { tenantId_id: { tenantId: actor.tenantId, id: actor.agentId } },
    select: { active: true, roles: true, allowedProviders: true, grants: true },
  });
  if (!row) return null;
  return {
    tenantId: actor.tenantId,
    id: actor.agentId,
    active: row.active,
    roles: row.roles,
    allowedProviders: row.allowedProviders,
    grants: row.grants.map((grant) => ({
      target: { kind: grant.targetKind as GrantTargetKind, id: grant.target },
      discover: grant.discover,
      invoke: grant.invoke,
      scopes: grant.scopes,
      until: grant.until,
      major: grant.major,
    })),
    pins: [],
    majors: {},
    topK: null,
    riskCeiling: null,
    profileTags: [],
    unhealthyPolicy: 'rank_down',
    smallCatalogAll: false,
    region: null,
  };
}

const CANDIDATE = {
  tenantId: true,
  id: true,
  type: true,
  surface: true,
  status: true,
  risk: true,
  tags: true,
  requiredRoles: true,
  quarantinedAt: true,
  currentMajor: true,
  majors: { select: { major: true, state: true } },
  deprecations: { where: { withdrawnAt: null }, select: { major: true, disableAt: true } },
  bindings: {
    where: { removedAt: null },
    select: {
      id: true,
      tenantId: true,
      providerId: true,
      region: true,
      forTenantId: true,
      freshness: true,
      priority: true,
      health: true,
      availability: true,
      provider: { select: { backendId: true } },
    },
  },
} satisfies Prisma.CapabilitySelect;

async function loadCandidates(where: Prisma.CapabilityWhereInput): Promise<Candidate[]> {
  const rows = await runtime().db.prisma.capability.findMany({ where, select: CANDIDATE });
  return rows.map(toCandidate);
}

type Row = Prisma.CapabilityGetPayload<{ select: typeof CANDIDATE }>;

function toCandidate(row: Row): Candidate {
  const endOf = (major: number | null) =>
    row.deprecations.find((item) => item.major === major)?.disableAt ?? null;
  return {
    tenantId: row.tenantId,
    id: row.id,
    type: row.type as CapabilityType,
    surface: row.surface as Surface,
    status: row.status as Status,
    risk: row.risk as Risk,
    tags: row.tags,
    requiredRoles: row.requiredRoles,
    providerIds: [...new Set(row.bindings.map((binding) => binding.providerId))],
    bindings: row.bindings.map((binding) => ({
      id: binding.id,
      providerId: binding.providerId,
      providerTenantId: binding.tenantId,
      backendId: binding.provider.backendId,
      region: binding.region,
      forTenantId: binding.forTenantId,
      cost: 0,
      freshnessSeconds: binding.freshness,
      priority: binding.priority,
      health: binding.health as Health,
      availability: binding.availability as Availability,
    })),
    quarantined: row.quarantinedAt !== null,
    disableAt: endOf(null),
    majors: row.majors.map(({ major, state }) => ({
      major,
      state: state as 'live' | 'sunset' | 'retired',
      disableAt: endOf(major),
    })),
    currentMajor: row.currentMajor,
  };
}

async function loadStops(actor: AgentActor): Promise<StopSet> {
  const open = await runtime().db.prisma.incident.findMany({
    where: { restoredAt: null, tenantId: { in: [actor.tenantId, SHARED_TENANT] } },
    select: { tenantId: true, targetKind: true, targetId: true },
  });
  const keys = (kind: string) =>
    new Set(
      open.filter((row) => row.targetKind === kind).map((row) => `${row.tenantId}/${row.targetId}`),
    );
  return {
    capabilities: keys('capability'),
    providers: keys('provider'),
    backends: keys('backend'),
    agents: keys('agent'),
  };
}
