import { authorize } from '@/lib/core/policy/authorize';
import type { Prisma } from '@/lib/db/generated/client';
import { runtime } from '@/lib/runtime';
import type { Agent } from '@/lib/schemas/agents';
import { requireAllowed } from '@/lib/services/authorize';
import type { Context } from '@/lib/services/context';
import { AGENT_SELECT, toAgent } from './agent-view';

export type AgentTableQuery = {
  q: string;
  sort: { id: string; desc: boolean };
  filters: Record<string, string[]>;
  page: number;
  pageSize: number;
};

/** A page of the console's table of agents. */
export async function listAgentsView({
  ctx,
  input,
}: {
  ctx: Context;
  input: AgentTableQuery;
}): Promise<{ rows: Agent[]; total: number }> {
  requireAllowed(authorize(ctx.actor, 'catalog.read', { tenantId: ctx.tenantId }));
  const { prisma } = runtime().db;
  const where: Prisma.AgentWhereInput = { tenantId: ctx.tenantId, AND: filtersOf(input) };
  const [rows, total] = await Promise.all([
    prisma.agent.findMany({
      where,
      select: AGENT_SELECT,
      orderBy: [orderOf(input.sort), { id: 'asc' }],
      skip: (input.page - 1) * input.pageSize,
      take: input.pageSize,
    }),
    prisma.agent.count({ where }),
  ]);
  return { rows: rows.map((row) => toAgent(row, ctx.now)), total };
}

function filtersOf({ q, filters }: AgentTableQuery): Prisma.AgentWhereInput[] {
  const out: Prisma.AgentWhereInput[] = [];
  if (q) {
    const contains = { contains: q, mode: 'insensitive' as const };
    out.push({ OR: [{ id: contains }, { name: contains }, { description: contains }] });
  }
  if (filters.owner) out.push({ ownerTeamId: { in: filters.owner } });
  if (filters.state?.length === 1) out.push({ active: filters.state[0] === 'active' });
  return out;
}

function orderOf({ id, desc }: AgentTableQuery['sort']): Prisma.AgentOrderByWithRelationInput {
  const way = desc ? 'desc' : 'asc';
  if (id === 'owner') return { ownerTeamId: way };
  if (id === 'grants') return { grants: { _count: way } };
  if (id === 'updated') return { updatedAt: way };
  return { name: way };
}
