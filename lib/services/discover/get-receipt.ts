import { authorize, isAllowed } from '@/lib/core/policy/authorize';
import { isJsonObject, type Json } from '@/lib/core/shared/json';
import { runtime } from '@/lib/runtime';
import type { ReceiptView } from '@/lib/schemas/discover';
import { requireAllowed } from '../authorize';
import type { Context } from '../context';
import { notFound } from '../errors';

/**
 * The record of one discovery: an agent sees its own without what was hidden; admins see the
 * hidden and why.
 * @throws ServiceError NOT_FOUND also for another agent's receipt.
 */
export async function getReceipt({
  ctx,
  input,
}: {
  ctx: Context;
  input: { resolve_id: string };
}): Promise<ReceiptView> {
  const { prisma } = runtime().db;
  const row = await prisma.receipt.findUnique({
    where: { tenantId_id: { tenantId: ctx.tenantId, id: input.resolve_id } },
  });
  if (!row) throw notFound('receipt', input.resolve_id);
  const { actor, tenantId } = ctx;
  if (actor.kind === 'agent') {
    if (actor.agentId !== row.agentId) throw notFound('receipt', input.resolve_id);
  } else {
    const agent = await prisma.agent.findUnique({
      where: { tenantId_id: { tenantId, id: row.agentId } },
      select: { ownerTeamId: true },
    });
    const ownerTeamIds = agent ? [agent.ownerTeamId] : [];
    requireAllowed(authorize(actor, 'ledger.read', { tenantId, ownerTeamIds }));
  }
  const explains = isAllowed(actor, 'resolver.explain', { tenantId });
  // The size of the whole catalog is counted over what the agent may not know of.
  const { catalog, ...counts } = toNumbers(row.counts);
  return {
    resolve_id: row.id,
    agent_id: row.agentId,
    user_id: row.userId,
    query: row.query,
    purpose: row.purpose,
    preset: row.preset,
    request: row.request as Json,
    counts: explains && catalog !== undefined ? { ...counts, catalog } : counts,
    chosen: row.chosen as Json,
    cut: row.cut as Json,
    warnings: row.warnings as Json,
    stats: {
      tokens_full: row.tokensFull,
      tokens_sent: row.tokensSent,
      stage_ms: toNumbers(row.stageMs),
    },
    created_at: row.createdAt.toISOString(),
    ...(explains ? { hidden: row.hidden as Json } : {}),
  };
}

function toNumbers(value: unknown): Record<string, number> {
  if (!isJsonObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => (typeof item === 'number' ? [[key, item]] : [])),
  );
}
