import { authorize } from '@/lib/core/policy/authorize';
import { runtime } from '@/lib/runtime';
import { countPendingApprovals } from '@/lib/services/approvals/list-approvals-view';
import { requireUser } from '@/lib/services/authorize';
import type { Context } from '@/lib/services/context';

export type Waiting = { change_requests: number; approvals: number };

/** What waits for the person acting: changes they may decide, calls they may approve. */
export async function countWaiting({ ctx }: { ctx: Context }): Promise<Waiting> {
  const [changeRequests, approvals] = await Promise.all([
    countDecidable(ctx),
    countPendingApprovals(ctx),
  ]);
  return { change_requests: changeRequests, approvals };
}

async function countDecidable(ctx: Context): Promise<number> {
  const { userId } = requireUser(ctx.actor);
  const target = { tenantId: ctx.tenantId, authors: [] };
  if (!authorize(ctx.actor, 'change-request.decide', target).allowed) return 0;
  return runtime().db.prisma.changeRequest.count({
    where: { tenantId: ctx.tenantId, status: 'OPEN', NOT: { authors: { has: userId } } },
  });
}
