import { authorize } from '@/lib/core/policy/authorize';
import { runtime } from '@/lib/runtime';
import { requireAllowed } from './authorize';
import type { Context } from './context';
import { invalidField, notFound, ServiceError } from './errors';

export type CallingAgent = {
  tenantId: string;
  agentId: string;
  agentName: string;
  /** The person acting as the agent (playground, "Try it"); null when the agent itself calls. */
  userId: string | null;
};

type Named = { agent_id?: string; tenant_id?: string };

/**
 * Whose discover or invoke this is. A key implies its agent and tenant; a person names an agent
 * of the tenant acted in and needs the right to act as it.
 * @throws ServiceError FORBIDDEN when the body disagrees with the key; NOT_FOUND, VALIDATION.
 */
export async function resolveCallingAgent(
  ctx: Context,
  named: Named,
  act: 'agent.discover' | 'agent.invoke',
): Promise<CallingAgent> {
  if (named.tenant_id !== undefined && named.tenant_id !== ctx.tenantId) {
    throw new ServiceError('FORBIDDEN', 'tenant_id is not the tenant of this key; leave it out.');
  }
  const { actor } = ctx;
  if (actor.kind === 'agent') {
    if (named.agent_id !== undefined && named.agent_id !== actor.agentId) {
      throw new ServiceError('FORBIDDEN', 'agent_id is not the agent of this key; leave it out.');
    }
    const { tenantId, agentId } = actor;
    return { tenantId, agentId, agentName: agentId, userId: null };
  }
  if (actor.kind !== 'user') throw new ServiceError('UNAUTHENTICATED', 'A key is needed.');
  if (named.agent_id === undefined) {
    throw invalidField('agent_id', 'Name the agent to act as.');
  }
  const agent = await runtime().db.prisma.agent.findUnique({
    where: { tenantId_id: { tenantId: ctx.tenantId, id: named.agent_id } },
    select: { id: true, name: true, tenantId: true, ownerTeamId: true },
  });
  if (!agent) throw notFound('agent', named.agent_id);
  const { tenantId, ownerTeamId } = agent;
  requireAllowed(authorize(actor, act, { tenantId, ownerTeamId, agentId: agent.id }));
  return { tenantId, agentId: agent.id, agentName: agent.name, userId: actor.userId };
}
