import { runtime } from '@/lib/runtime';
import type { ApprovalView } from '@/lib/schemas/invoke';
import type { Context } from '../context';
import { notFound } from '../errors';
import { listApprovals } from './list-approvals-view';
import { toApprovalView } from './view';

/** @throws ServiceError NOT_FOUND also when the caller may not see it. */
export async function getApproval({
  ctx,
  input,
}: {
  ctx: Context;
  input: { id: string };
}): Promise<ApprovalView> {
  const row = await runtime().db.prisma.approval.findUnique({
    where: { tenantId_id: { tenantId: ctx.tenantId, id: input.id } },
  });
  if (!row) throw notFound('approval', input.id);
  const query = { limit: 1, agent: row.agentId, capability: row.capabilityId };
  const visible = await listApprovals({ ctx, input: query });
  if (visible.items.length === 0) throw notFound('approval', input.id);
  return toApprovalView(ctx, row);
}
