import { runtime } from '@/lib/runtime';
import type { SyncView } from '@/lib/schemas/providers';

/** Names of the people who started syncs, by id; the server's own parts have none. */
export async function nameStarters(syncs: readonly SyncView[]): Promise<Record<string, string>> {
  const ids = [...new Set(syncs.map((sync) => sync.started_by))];
  const people = await runtime().db.prisma.user.findMany({
    where: { id: { in: ids } },
    select: { id: true, name: true },
  });
  return Object.fromEntries(people.map(({ id, name }) => [id, name]));
}
