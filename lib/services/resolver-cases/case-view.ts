import { isAllowed } from '@/lib/core/policy/authorize';
import type { ResolverCase as Row } from '@/lib/db/generated/client';
import { runtime } from '@/lib/runtime';
import { caseRequestSchema, type ResolverCase } from '@/lib/schemas/resolver-cases';
import type { Context } from '../context';
import { notFound } from '../errors';

export function toCase(row: Row): ResolverCase {
  return {
    id: row.id,
    name: row.name,
    agent_id: row.agentId,
    request: caseRequestSchema.parse(row.request),
    expected: row.expected,
    created_by: row.createdBy,
    created_at: row.createdAt.toISOString(),
  };
}

/** Teams of the agents named, to judge who may act as them; null for one that is gone. */
async function ownersOf(tenantId: string, ids: string[]): Promise<Map<string, string>> {
  const rows = await runtime().db.prisma.agent.findMany({
    where: { tenantId, id: { in: [...new Set(ids)] } },
    select: { id: true, ownerTeamId: true },
  });
  return new Map(rows.map((row) => [row.id, row.ownerTeamId]));
}

/** Cases of agents the caller may act as: to see a case is to know what such an agent is for. */
export async function onlyVisible(ctx: Context, rows: Row[]): Promise<Row[]> {
  const owners = await ownersOf(
    ctx.tenantId,
    rows.map((row) => row.agentId),
  );
  return rows.filter((row) =>
    isAllowed(ctx.actor, 'agent.discover', {
      tenantId: ctx.tenantId,
      agentId: row.agentId,
      ownerTeamId: owners.get(row.agentId) ?? null,
    }),
  );
}

/** @throws ServiceError NOT_FOUND also for a case of an agent the caller may not act as. */
export async function loadCase(ctx: Context, id: string): Promise<Row> {
  const row = await runtime().db.prisma.resolverCase.findUnique({
    where: { tenantId_id: { tenantId: ctx.tenantId, id } },
  });
  const [visible] = row ? await onlyVisible(ctx, [row]) : [];
  if (!visible) throw notFound('test case', id);
  return visible;
}
