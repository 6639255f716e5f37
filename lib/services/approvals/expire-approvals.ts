import { runtime } from '@/lib/runtime';

/**
 * Closes approvals whose time is over and wipes the arguments kept for deciding. Readers take them
 * for expired by the clock already, so that nothing of the catalog changes and no audit is due.
 */
export async function expireApprovals(now: Date): Promise<number> {
  const { count } = await runtime().db.prisma.approval.updateMany({
    where: { status: { in: ['PENDING', 'APPROVED'] }, expiresAt: { lte: now } },
    data: { status: 'EXPIRED', argumentsSealed: null },
  });
  return count;
}
