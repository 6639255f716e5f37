import { runtime } from '@/lib/runtime';
import { listDecidableApprovals } from '@/lib/services/approvals/list-decidable-approvals';
import { decidableRequests } from '@/lib/services/catalog/decidable-requests';
import type { Context } from '@/lib/services/context';

export type Waiting = { change_requests: number; approvals: number };

/** What waits for the person acting: changes they may decide, calls they may approve. */
export async function countWaiting({ ctx }: { ctx: Context }): Promise<Waiting> {
  const [changeRequests, approvals] = await Promise.all([
    runtime().db.prisma.changeRequest.count({ where: decidableRequests(ctx) }),
    listDecidableApprovals(ctx),
  ]);
  return { change_requests: changeRequests, approvals: approvals.length };
}
