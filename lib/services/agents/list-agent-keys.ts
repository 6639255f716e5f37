import { authorize, isAllowed } from '@/lib/core/policy/authorize';
import { runtime } from '@/lib/runtime';
import type { AgentKey } from '@/lib/schemas/agents';
import { requireAllowed } from '@/lib/services/authorize';
import type { Context } from '@/lib/services/context';
import { ownedBy, readAgent } from './agent-view';

const MAX_LISTED = 200;

/** Keys of an agent, newest first, never their secrets; for its owners and admins. */
export async function listAgentKeys({
  ctx,
  input,
}: {
  ctx: Context;
  input: { agent_id: string };
}): Promise<{ items: AgentKey[]; next_cursor: null }> {
  const { prisma } = runtime().db;
  const agent = await readAgent(prisma, ctx, input.agent_id);
  requireAllowed(authorize(ctx.actor, 'agent.manage', ownedBy(agent)));
  const rows = await prisma.agentKey.findMany({
    where: { tenantId: ctx.tenantId, agentId: agent.id },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: MAX_LISTED,
    omit: { secretHash: true },
  });
  const items = rows.map((row) => ({
    id: row.id,
    name: row.name,
    created_by: row.createdBy,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt?.toISOString() ?? null,
    revoked_at: row.revokedAt?.toISOString() ?? null,
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
  }));
  return { items, next_cursor: null };
}

/** For pages: what the caller may do with an agent of the tenant acted in. */
export function agentRights(ctx: Context, ownerTeamId: string) {
  const target = { tenantId: ctx.tenantId, ownerTeamId };
  return {
    manage: isAllowed(ctx.actor, 'agent.manage', target),
    keys: isAllowed(ctx.actor, 'agent.keys', target),
    grants: isAllowed(ctx.actor, 'agent.grants', { ...target, covers: [] }),
    roles: isAllowed(ctx.actor, 'user.roles', { tenantId: ctx.tenantId }),
  };
}
