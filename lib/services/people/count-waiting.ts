import { runtime } from '@/lib/runtime';
import { listDecidableRequests } from '@/lib/services/access-requests/list-access-requests-view';
import { listDecidableApprovals } from '@/lib/services/approvals/list-decidable-approvals';
import { decidableRequests } from '@/lib/services/catalog/decidable-requests';
import type { Context } from '@/lib/services/context';
import { countOffersForMe } from '@/lib/services/ownership/list-offers';
import { countOwnership } from '@/lib/services/ownership/list-ownership-view';

export type Waiting = {
  change_requests: number;
  approvals: number;
  access_requests: number;
  ownership: number;
};

/**
 * What waits for the person acting: changes to decide, calls to approve, access to give, offers to
 * agree to, and what of theirs is overdue.
 */
export async function countWaiting({ ctx }: { ctx: Context }): Promise<Waiting> {
  const [changeRequests, approvals, access, offers, overdue] = await Promise.all([
    runtime().db.prisma.changeRequest.count({ where: decidableRequests(ctx) }),
    listDecidableApprovals(ctx),
    listDecidableRequests(ctx, 1),
    countOffersForMe(ctx),
    countOwnership(ctx, { state: 'overdue', mine: true, within_days: 30 }),
  ]);
  return {
    change_requests: changeRequests,
    approvals: approvals.length,
    access_requests: access.total,
    ownership: offers + overdue,
  };
}
