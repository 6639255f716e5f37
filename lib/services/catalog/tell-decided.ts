import type { Tx } from '@/lib/db/transaction';
import type { Context } from '../context';
import { tell } from '../notifications/tell';
import type { ChangeRow } from './change-rows';

const SAID: Readonly<Record<string, string>> = {
  OPEN: 'has a first approval',
  SCHEDULED: 'is approved and will be carried out at its time',
  APPROVED: 'is approved',
  REJECTED: 'is rejected',
  WITHDRAWN: 'was taken back',
};

/** Tells the authors where their request stands now. */
export async function tellDecided(
  tx: Tx,
  ctx: Context,
  change: ChangeRow,
  authors: readonly string[],
): Promise<void> {
  const { id, tenantId, status } = change;
  await tell(tx, ctx, {
    kind: 'change_request.decided',
    title: `${change.title} ${SAID[status] ?? status}`,
    href: `/change-requests/${id}`,
    targetKind: 'change_request',
    targetId: id,
    tenantId,
    data: { status, kind: change.kind, capability_id: change.capabilityId },
    audience: { users: [...authors, change.submittedBy] },
  });
}
