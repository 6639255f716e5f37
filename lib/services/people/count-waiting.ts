import { runtime } from '@/lib/runtime';
import { listDecidableApprovals } from '@/lib/services/approvals/list-decidable-approvals';
import { decidableRequests } from '@/lib/services/catalog/decidable-requests';
import type { Context } from '@/lib/services/context';
import { countOffersForMe } from '@/lib/services/ownership/list-offers';
import { countOwnership } from '@/lib/services/ownership/list-ownership-view';

export type Waiting = { change_requests: number; approvals: number; ownership: number };

/**
 * What waits for the person acting: changes they may decide, calls they may approve, offers
 * they may agree to, and what of theirs is overdue.
 */
export async function countWaiting({ ctx }: { ctx: Context }): Promise<Waiting> {
  const [changeRequests, approvals, offers, overdue] = await Promise.all([
    runtime().db.prisma.changeRequest.count({ where: decidableRequests(ctx) }),
    listDecidableApprovals(ctx),
    countOffersForMe(ctx),
    countOwnership(ctx, { state: 'overdue', mine: true, within_days: 30 }),
  ]);
  return {
    change_requests: changeRequests,
    approvals: approvals.length,
    ownership: offers + overdue,
  };
}
