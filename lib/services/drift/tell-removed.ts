import type { Tx } from '@/lib/db/transaction';
import type { Context } from '../context';
import { tell } from '../notifications/tell';

/** More names than these are counted in the title; all are in the data. */
const NAMED = 3;

type Gone = { id: string; ownerTeamId: string };

/** A provider may drop hundreds at once: each owner is told once, of all of theirs. */
export async function tellRemoved(
  tx: Tx,
  ctx: Context,
  provider: { tenantId: string; id: string },
  gone: readonly Gone[],
): Promise<void> {
  for (const team of new Set(gone.map(({ ownerTeamId }) => ownerTeamId))) {
    const ids = gone.filter(({ ownerTeamId }) => ownerTeamId === team).map(({ id }) => id);
    const more = ids.length > NAMED ? ` and ${ids.length - NAMED} more` : '';
    await tell(tx, ctx, {
      kind: 'capability.drifted',
      title: `${provider.id} no longer lists ${ids.slice(0, NAMED).join(', ')}${more}`,
      href: ids.length === 1 ? `/capabilities/${ids[0]}` : `/providers/${provider.id}`,
      targetKind: 'provider',
      targetId: provider.id,
      tenantId: provider.tenantId,
      data: { kinds: ['removed'], capability_ids: ids },
      audience: { teams: [team], roles: ['reviewer'] },
    });
  }
}
