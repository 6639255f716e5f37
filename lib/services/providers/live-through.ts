import { LIVE_STATUSES } from '@/lib/core/shared/domain';
import type { Tx } from '@/lib/db/transaction';

type Located = { tenantId: string; id: string };

/**
 * Ids of the live capabilities of a provider, in order. Those its last sync no longer found count
 * too: the next one takes them back in.
 */
export async function liveThrough(
  tx: Pick<Tx, 'capability'>,
  { tenantId, id: providerId }: Located,
): Promise<string[]> {
  const rows = await tx.capability.findMany({
    where: { tenantId, status: { in: [...LIVE_STATUSES] }, bindings: { some: { providerId } } },
    select: { id: true },
    orderBy: { id: 'asc' },
  });
  return rows.map((row) => row.id);
}
