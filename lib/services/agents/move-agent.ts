import { authorize } from '@/lib/core/policy/authorize';
import { isServed } from '@/lib/core/shared/majors';
import type { Tx } from '@/lib/db/transaction';
import type { AgentMajor } from '@/lib/schemas/deprecation';
import { announce, transact } from '@/lib/services/announce';
import { recordAudit } from '@/lib/services/audit';
import { requireAllowed } from '@/lib/services/authorize';
import { findCapability } from '@/lib/services/catalog/load';
import { loadMajors } from '@/lib/services/catalog/majors';
import { actorId, type Context } from '@/lib/services/context';
import { invalidField, notFound, ServiceError } from '@/lib/services/errors';
import { ownedBy, readAgent } from './agent-view';
import { listAgentMajors } from './list-agent-majors';

type Call = { ctx: Context; input: { agent_id: string; capability_id: string; major: number } };

/**
 * Moves an agent to another live major of a capability: an act of its owner. Discover and invoke
 * follow from the commit on.
 * @throws ServiceError NOT_FOUND, FORBIDDEN, VALIDATION, CONFLICT where a grant names another major.
 */
export async function moveAgent({ ctx, input }: Call): Promise<{ items: AgentMajor[] }> {
  await transact((tx) => write(tx, ctx, input));
  await announce('agents', { tenantId: ctx.tenantId, agentId: input.agent_id });
  return await listAgentMajors({ ctx, input: { agent_id: input.agent_id } });
}

async function write(tx: Tx, ctx: Context, input: Call['input']): Promise<void> {
  const { tenantId, now } = ctx;
  const agent = await readAgent(tx, ctx, input.agent_id);
  requireAllowed(authorize(ctx.actor, 'agent.grants', { ...ownedBy(agent), covers: [] }));
  const capability = await findCapability(tx, ctx, input.capability_id);
  if (!capability) throw notFound('capability', input.capability_id);
  const majors = await loadMajors(tx, capability, now);
  const wanted = majors.find((one) => one.major === input.major);
  if (wanted?.state !== 'live' || !isServed(wanted, now)) {
    throw invalidField('major', `"${capability.id}" has no live major ${input.major}.`);
  }
  const grant = await tx.grant.findFirst({
    where: {
      tenantId,
      agentId: agent.id,
      targetKind: 'capability',
      target: capability.id,
      major: { not: null },
      OR: [{ until: null }, { until: { gt: now } }],
    },
    select: { major: true },
  });
  if (grant && grant.major !== input.major) {
    throw new ServiceError(
      'CONFLICT',
      `Its grant names major ${grant.major}, which goes first: change the grant.`,
    );
  }
  const key = { tenantId, agentId: agent.id, capabilityId: capability.id };
  const before = await tx.agentMajor.findUnique({
    where: { tenantId_agentId_capabilityId: key },
    select: { major: true },
  });
  const set = { major: input.major, setBy: actorId(ctx.actor), setAt: now };
  await tx.agentMajor.upsert({
    where: { tenantId_agentId_capabilityId: key },
    create: { ...key, ...set },
    update: set,
  });
  await recordAudit(tx, ctx, {
    action: 'agent.move_major',
    targetKind: 'agent',
    targetId: agent.id,
    before: { capability_id: capability.id, major: before?.major ?? null },
    after: { capability_id: capability.id, major: input.major },
  });
}
