import { authorize } from '@/lib/core/policy/authorize';
import type { Prisma } from '@/lib/db/generated/client';
import { runtime } from '@/lib/runtime';
import type { Agent, ListAgents } from '@/lib/schemas/agents';
import { requireAllowed } from '@/lib/services/authorize';
import type { Context } from '@/lib/services/context';
import { decodeCursor, toPage } from '@/lib/services/cursor';
import { AGENT_SELECT, toAgent } from './agent-view';

/** Agents of the tenant acted in, by name. */
export async function listAgents({ ctx, input }: { ctx: Context; input: ListAgents }): Promise<{
  items: Agent[];
  next_cursor: string | null;
}> {
  requireAllowed(authorize(ctx.actor, 'catalog.read', { tenantId: ctx.tenantId }));
  const rows = await runtime().db.prisma.agent.findMany({
    where: { tenantId: ctx.tenantId, AND: [...filters(input), ...after(input.cursor)] },
    select: AGENT_SELECT,
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    take: input.limit + 1,
  });
  const page = toPage(rows, input.limit, (row) => [row.name, row.id]);
  return { items: page.items.map((row) => toAgent(row, ctx.now)), next_cursor: page.next_cursor };
}

function filters(input: Pick<ListAgents, 'q' | 'owner' | 'active'>): Prisma.AgentWhereInput[] {
  const out: Prisma.AgentWhereInput[] = [];
  if (input.q) {
    const contains = { contains: input.q, mode: 'insensitive' as const };
    out.push({ OR: [{ id: contains }, { name: contains }, { description: contains }] });
  }
  if (input.owner) out.push({ ownerTeamId: input.owner });
  if (input.active !== undefined) out.push({ active: input.active });
  return out;
}

function after(cursor: string | undefined): Prisma.AgentWhereInput[] {
  if (!cursor) return [];
  const [name, id] = decodeCursor(cursor, ['text', 'text']);
  return [{ OR: [{ name: { gt: name } }, { name, id: { gt: id } }] }];
}
