import { authorize, isAllowed } from '@/lib/core/policy/authorize';
import { announce, transact } from '@/lib/services/announce';
import { recordAudit } from '@/lib/services/audit';
import { requireAllowed } from '@/lib/services/authorize';
import type { Context } from '@/lib/services/context';
import { notFound } from '@/lib/services/errors';
import { ownedBy, readAgent } from './agent-view';

/**
 * Ends a key at once. An admin may, too: a leaked key cannot wait for its owner. Revoking one
 * that is revoked already changes nothing.
 */
export async function revokeAgentKey({
  ctx,
  input,
}: {
  ctx: Context;
  input: { agent_id: string; key_id: string };
}): Promise<void> {
  const { tenantId } = ctx;
  await transact(async (tx) => {
    const agent = await readAgent(tx, ctx, input.agent_id);
    if (!isAllowed(ctx.actor, 'agent.manage', ownedBy(agent))) {
      requireAllowed(authorize(ctx.actor, 'agent.keys', ownedBy(agent)));
    }
    const where = { id: input.key_id, tenantId, agentId: agent.id };
    const key = await tx.agentKey.findFirst({ where, select: { name: true } });
    if (!key) throw notFound('key', input.key_id);
    const { count } = await tx.agentKey.updateMany({
      where: { ...where, revokedAt: null },
      data: { revokedAt: ctx.now },
    });
    if (count === 0) return;
    await recordAudit(tx, ctx, {
      action: 'agent.revoke_key',
      targetKind: 'agent',
      targetId: agent.id,
      before: { key_id: input.key_id, name: key.name },
    });
  });
  await announce('agents', { tenantId, agentId: input.agent_id });
}
