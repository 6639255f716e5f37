import { RISKS, type Risk } from '@/lib/core/shared/domain';
import type { Prisma } from '@/lib/db/generated/client';
import type { Tx } from '@/lib/db/transaction';
import type { Agent } from '@/lib/schemas/agents';
import type { Context } from '@/lib/services/context';
import { notFound } from '@/lib/services/errors';

export const AGENT_SELECT = {
  tenantId: true,
  id: true,
  name: true,
  description: true,
  ownerTeamId: true,
  ownerTeam: { select: { name: true, archivedAt: true } },
  active: true,
  roles: true,
  profileId: true,
  topK: true,
  riskCeiling: true,
  allowedProviders: true,
  smallCatalogAll: true,
  resolverEnabled: true,
  unhealthyPolicy: true,
  createdAt: true,
  updatedAt: true,
  rowVersion: true,
  pins: { select: { capabilityId: true }, orderBy: { position: 'asc' } },
  keys: { select: { revokedAt: true, expiresAt: true, lastUsedAt: true } },
  _count: { select: { grants: true } },
} satisfies Prisma.AgentSelect;

export type AgentRow = Prisma.AgentGetPayload<{ select: typeof AGENT_SELECT }>;

export function toAgent(row: AgentRow, now: Date): Agent {
  const live = row.keys.filter(
    (key) => key.revokedAt === null && (key.expiresAt === null || key.expiresAt > now),
  );
  const uses = row.keys.flatMap((key) => (key.lastUsedAt ? [key.lastUsedAt.getTime()] : []));
  return {
    id: row.id,
    tenant: row.tenantId,
    name: row.name,
    description: row.description,
    owner: row.ownerTeamId,
    owner_name: row.ownerTeam.name,
    active: row.active,
    roles: row.roles,
    profile: row.profileId,
    top_k: row.topK,
    risk_ceiling: toRisk(row.riskCeiling),
    allowed_providers: row.allowedProviders,
    pins: row.pins.map((pin) => pin.capabilityId),
    small_catalog_all: row.smallCatalogAll,
    resolver_enabled: row.resolverEnabled,
    unhealthy_policy: row.unhealthyPolicy === 'hide' ? 'hide' : 'rank_down',
    counts: { grants: row._count.grants, live_keys: live.length },
    last_used_at: uses.length > 0 ? new Date(Math.max(...uses)).toISOString() : null,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    row_version: row.rowVersion,
    warnings: warningsOf(row, live.length),
  };
}

/** What keeps the agent from working as it stands, each with what to do. */
function warningsOf(row: AgentRow, liveKeys: number): string[] {
  const out: string[] = [];
  if (!row.active) out.push('This agent is switched off: its keys are refused.');
  if (row.allowedProviders.length === 0) {
    out.push(
      'No provider is allowed, so no MCP capability can be discovered or called, even one granted by name. Set allowed_providers to provider ids, or to "*".',
    );
  }
  if (row._count.grants === 0) out.push('Nothing is granted, so nothing can be discovered.');
  if (liveKeys === 0) out.push('There is no live key, so the agent cannot call. Create one.');
  if (row.ownerTeam.archivedAt) {
    out.push(`Its owner "${row.ownerTeamId}" is archived. Give it to another team.`);
  }
  return out;
}

function toRisk(text: string | null): Risk | null {
  return RISKS.find((risk) => risk === text) ?? null;
}

/**
 * @throws ServiceError NOT_FOUND: an agent lives in one tenant, and is not seen from another, nor
 *   by any other agent: before a verb can refuse it, which would tell that there is one.
 */
export async function readAgent(
  db: Pick<Tx, 'agent'>,
  { actor, tenantId }: Pick<Context, 'actor' | 'tenantId'>,
  id: string,
): Promise<AgentRow> {
  if (actor.kind === 'agent' && actor.agentId !== id) throw notFound('agent', id);
  const row = await db.agent.findUnique({
    where: { tenantId_id: { tenantId, id } },
    select: AGENT_SELECT,
  });
  if (!row) throw notFound('agent', id);
  return row;
}

export function ownedBy(row: AgentRow): { tenantId: string; ownerTeamId: string } {
  return { tenantId: row.tenantId, ownerTeamId: row.ownerTeamId };
}
