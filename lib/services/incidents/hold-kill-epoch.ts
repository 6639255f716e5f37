import { INCIDENT_TARGET_KINDS } from '@/lib/core/shared/domain';
import type { Tx } from '@/lib/db/transaction';
import { ServiceError } from '../errors';
import { type CallTargets, keysOf, targetKey } from './targets';

/**
 * The check a ledger start makes, for a call that has no start record: share-locks the kill epoch
 * in the transaction that says the call begins, so that an incident commits either before, and is
 * seen here whatever this replica has heard, or after, and finds the call among those under way.
 * @throws ServiceError DISABLED when an open incident covers the call.
 */
export async function holdKillEpoch(tx: Tx, call: CallTargets): Promise<void> {
  await tx.$queryRaw`SELECT epoch FROM kill_epoch WHERE id = 1 FOR SHARE`;
  const open = await tx.incident.findMany({
    where: { restoredAt: null },
    select: { tenantId: true, targetKind: true, targetId: true, reason: true },
    orderBy: [{ openedAt: 'asc' }, { id: 'asc' }],
  });
  const keys = new Set(keysOf(call));
  const incident = open.find(({ tenantId, targetKind, targetId: id }) =>
    INCIDENT_TARGET_KINDS.some(
      (kind) => kind === targetKind && keys.has(targetKey({ kind, tenantId, id })),
    ),
  );
  if (!incident) return;
  throw new ServiceError('DISABLED', `Disabled in an emergency: ${incident.reason}`, {
    reasons: [incident.reason],
  });
}
