import { authorize, isAllowed } from '@/lib/core/policy/authorize';
import { runtime } from '@/lib/runtime';
import type { AgentKey } from '@/lib/schemas/agents';
import type { PagePart } from '@/lib/schemas/shared';
import { requireAllowed } from '@/lib/services/authorize';
import type { Context } from '@/lib/services/context';
import { toPage } from '@/lib/services/cursor';
import { newestFirst } from '@/lib/services/newest-first';
import { ownedBy, readAgent } from './agent-view';

/** Keys of an agent, newest first, never their secrets; for its owners and admins. */
export async function listAgentKeys({
  ctx,
  input,
}: {
  ctx: Context;
  input: { agent_id: string } & PagePart;
}): Promise<{ items: AgentKey[]; next_cursor: string | null }> {
  const { prisma } = runtime().db;
  const agent = await readAgent(prisma, ctx, input.agent_id);
  requireAllowed(authorize(ctx.actor, 'agent.manage', ownedBy(agent)));
  const page = newestFirst(input);
  const rows = await prisma.agentKey.findMany({
    where: { tenantId: ctx.tenantId, agentId: agent.id, ...page.after },
    orderBy: page.orderBy,
    take: page.take,
    omit: { secretHash: true },
  });
  const { items, next_cursor } = toPage(rows, page.limit, page.keys);
  const shown = items.map((row) => ({
    id: row.id,
    name: row.name,
    created_by: row.createdBy,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt?.toISOString() ?? null,
    revoked_at: row.revokedAt?.toISOString() ?? null,
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
  }));
  return { items: shown, next_cursor };
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
