import type { Tx } from '@/lib/db/transaction';

/** Who decides in somebody's place now, so that they are told of what waits. */
export async function standInsOf(tx: Tx, tenantId: string, now: Date): Promise<string[]> {
  const rows = await tx.delegation.findMany({
    where: { tenantId, endedAt: null, startsAt: { lte: now }, endsAt: { gt: now } },
    select: { toUser: true },
  });
  return [...new Set(rows.map((row) => row.toUser))];
}
