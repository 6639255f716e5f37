import type { Tx } from '@/lib/db/transaction';

type Ref = { tenantId: string; id: string };

/** User ids of all who wrote a part since the last decision. */
export async function authorsOf(tx: Tx, capability: Ref): Promise<string[]> {
  const rows = await tx.capabilityAuthor.findMany({
    where: { tenantId: capability.tenantId, capabilityId: capability.id },
    select: { userId: true },
    orderBy: [{ at: 'asc' }, { userId: 'asc' }],
  });
  return rows.map((row) => row.userId);
}

/** The lists joined, each person once. */
export function union(...lists: readonly (readonly string[])[]): string[] {
  return [...new Set(lists.flat())];
}

/** All who wrote a part of a request: its own authors, and who has written on the capability since. */
export async function allAuthors(
  tx: Tx,
  loaded: { change: { authors: string[] }; row: Ref },
): Promise<string[]> {
  return union(loaded.change.authors, await authorsOf(tx, loaded.row));
}
