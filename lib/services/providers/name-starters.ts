import type { SyncView } from '@/lib/schemas/providers';
import { peopleNames } from '../people/people-names';

/** Names of the people who started syncs, by id; the server's own parts have none. */
export async function nameStarters(syncs: readonly SyncView[]): Promise<Record<string, string>> {
  return Object.fromEntries(await peopleNames(syncs.map((sync) => sync.started_by)));
}
