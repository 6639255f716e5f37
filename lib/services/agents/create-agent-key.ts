import { makeKey } from '@/lib/auth/keys';
import { authorize } from '@/lib/core/policy/authorize';
import type { CreateAgentKey } from '@/lib/schemas/agents';
import { announce, transact } from '@/lib/services/announce';
import { recordAudit } from '@/lib/services/audit';
import { requireAllowed } from '@/lib/services/authorize';
import { actorId, type Context } from '@/lib/services/context';
import { ServiceError } from '@/lib/services/errors';
import { futureTime } from '@/lib/services/future-time';
import { newId } from '@/lib/services/ids';
import { ownedBy, readAgent } from './agent-view';

const MAX_LIVE_KEYS = 20;

/** A key for an agent. The text is in this answer and nowhere else. */
export async function createAgentKey({
  ctx,
  input,
}: {
  ctx: Context;
  input: CreateAgentKey;
}): Promise<{
  id: string;
  key: string;
}> {
  const { tenantId } = ctx;
  const expiresAt = futureTime(ctx.now, 'expires_at', input.expires_at);
  const id = newId('key', ctx.now.getTime());
  const { text, secretHash } = makeKey('agent', id);
  await transact(async (tx) => {
    const agent = await readAgent(tx, ctx, input.agent_id);
    requireAllowed(authorize(ctx.actor, 'agent.keys', ownedBy(agent)));
    const live = await tx.agentKey.count({
      where: { tenantId, agentId: agent.id, revokedAt: null },
    });
    if (live >= MAX_LIVE_KEYS) {
      throw new ServiceError(
        'CONFLICT',
        `This agent has ${live} live keys; revoke one that is no longer used.`,
      );
    }
    await tx.agentKey.create({
      data: {
        id,
        tenantId,
        agentId: agent.id,
        name: input.name,
        secretHash,
        createdBy: actorId(ctx.actor),
        createdAt: ctx.now,
        expiresAt,
      },
    });
    await recordAudit(tx, ctx, {
      action: 'agent.create_key',
      targetKind: 'agent',
      targetId: agent.id,
      after: { key_id: id, name: input.name, expires_at: expiresAt },
    });
  });
  await announce('agents', { tenantId, agentId: input.agent_id });
  return { id, key: text };
}
