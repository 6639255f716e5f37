import { SHARED_TENANT } from '@/lib/core/shared/domain';
import { chooseAgentMajor, isServed } from '@/lib/core/shared/majors';
import { runtime } from '@/lib/runtime';
import type { AgentMajor } from '@/lib/schemas/deprecation';
import { loadMajors } from '@/lib/services/catalog/majors';
import type { Context } from '@/lib/services/context';
import { readAgent } from './agent-view';
import { authorizeRead } from './read-access';

type Call = { ctx: Context; input: { agent_id: string } };

/** More are not listed; an agent that uses so many has its own list of what it holds. */
const MAX_LISTED = 500;

/** The majors an agent is on, by what it holds and what its grants name. */
export async function listAgentMajors({ ctx, input }: Call): Promise<{ items: AgentMajor[] }> {
  authorizeRead(ctx, input.agent_id);
  const { prisma } = runtime().db;
  const { tenantId } = ctx;
  await readAgent(prisma, ctx, input.agent_id);
  const where = { tenantId, agentId: input.agent_id };
  const [held, granted] = await Promise.all([
    prisma.agentMajor.findMany({ where, orderBy: { capabilityId: 'asc' }, take: MAX_LISTED }),
    prisma.grant.findMany({
      where: {
        ...where,
        targetKind: 'capability',
        major: { not: null },
        OR: [{ until: null }, { until: { gt: ctx.now } }],
      },
      select: { target: true, major: true },
    }),
  ]);
  const ids = [
    ...new Set([...held.map((row) => row.capabilityId), ...granted.map((g) => g.target)]),
  ];
  const capabilities = await prisma.capability.findMany({
    where: {
      id: { in: ids },
      tenantId: { in: [tenantId, SHARED_TENANT] },
      status: { in: ['PRODUCTION', 'DEPRECATED'] },
    },
    select: { tenantId: true, id: true, currentMajor: true },
    orderBy: { id: 'asc' },
  });
  const items: AgentMajor[] = [];
  for (const capability of capabilities) {
    const majors = await loadMajors(prisma, capability, ctx.now);
    const own = held.find((row) => row.capabilityId === capability.id);
    const byGrant = granted.find((grant) => grant.target === capability.id)?.major ?? null;
    const wishes = { granted: byGrant, held: own?.major ?? null };
    const major = chooseAgentMajor(wishes, capability.currentMajor, majors, ctx.now);
    if (major === null) continue;
    items.push({
      capability_id: capability.id,
      major,
      by_grant: byGrant === major,
      ...(own && ctx.actor.kind === 'user' ? { set_by: own.setBy } : {}),
      set_at: own?.setAt.toISOString() ?? null,
      served: majors
        .filter((one) => one.state === 'live' && isServed(one, ctx.now))
        .map((one) => one.major),
    });
  }
  return { items };
}
