import { type GrantTargetKind, SHARED_TENANT } from '@/lib/core/shared/domain';
import { isNamedOnly, matchGrants } from '@/lib/core/shared/grants';
import { runtime } from '@/lib/runtime';
import type { AccessRow } from '@/lib/schemas/catalog-views';
import { visibleTenants } from '../authorize';
import type { Context } from '../context';
import type { CapabilityRecord } from './rows';

const SHOWN = 200;

/** The grants that are on a capability, by name or through provider, tag or type, and what keeps each from opening it. */
export async function accessOf(ctx: Context, row: CapabilityRecord): Promise<AccessRow[]> {
  const { prisma } = runtime().db;
  const bindings = await prisma.binding.findMany({
    where: { tenantId: row.tenantId, capabilityId: row.id, removedAt: null },
    select: { providerId: true },
  });
  const providerIds = [...new Set(bindings.map((binding) => binding.providerId))];
  const tenants = row.tenantId === SHARED_TENANT ? visibleTenants(ctx) : [row.tenantId];
  const grants = await prisma.grant.findMany({
    where: {
      tenantId: { in: tenants },
      OR: [
        { targetKind: 'capability', target: row.id },
        { targetKind: 'provider', target: { in: providerIds } },
        { targetKind: 'tag', target: { in: row.tags } },
        { targetKind: 'type', target: row.type },
      ],
    },
    include: {
      agent: {
        include: { pins: { where: { capabilityId: row.id }, select: { capabilityId: true } } },
      },
    },
    orderBy: [{ agentId: 'asc' }, { targetKind: 'asc' }],
    take: SHOWN,
  });
  return grants.map((grant) => ({
    tenant_id: grant.tenantId,
    agent_id: grant.agentId,
    agent_name: grant.agent.name,
    owner: grant.agent.ownerTeamId,
    target_kind: grant.targetKind,
    target: grant.target,
    discover: grant.discover,
    invoke: grant.invoke,
    scopes: grant.scopes,
    until: grant.until?.toISOString() ?? null,
    blocked: blockedBy(grant, row, providerIds, ctx.now),
    pinned: grant.agent.pins.length > 0,
  }));
}

type GrantRow = {
  targetKind: string;
  target: string;
  discover: boolean;
  invoke: boolean;
  scopes: string[];
  until: Date | null;
  agent: { active: boolean; roles: string[]; allowedProviders: string[] };
};

function blockedBy(
  grant: GrantRow,
  row: CapabilityRecord,
  providerIds: string[],
  now: Date,
): string | null {
  const { agent } = grant;
  if (!agent.active) return 'The agent is switched off.';
  if (grant.targetKind !== 'capability' && isNamedOnly(row.risk)) {
    return `It is ${row.risk}: only a grant that names it opens it.`;
  }
  const stored = {
    target: { kind: grant.targetKind as GrantTargetKind, id: grant.target },
    discover: grant.discover,
    invoke: grant.invoke,
    scopes: grant.scopes,
    until: grant.until,
  };
  const { id, type, risk, tags } = row;
  const match = matchGrants(
    { grants: [stored], allowedProviders: agent.allowedProviders },
    { id, type, risk, tags, providerIds },
    now,
    grant.discover ? 'discover' : 'invoke',
  );
  if (match.reasons.includes('GRANT_EXPIRED')) return 'The grant has ended.';
  if (match.reasons.includes('PROVIDER_NOT_ALLOWED')) {
    return 'Its provider is not on the list of the agent.';
  }
  const missing = row.requiredRoles.filter((role) => !agent.roles.includes(role));
  return missing.length > 0 ? `The agent lacks the role ${missing.join(', ')}.` : null;
}
