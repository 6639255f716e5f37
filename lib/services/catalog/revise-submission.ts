import type { Tx } from '@/lib/db/transaction';
import { WAITING_STATUSES } from '@/lib/schemas/change-requests';
import type { Context } from '../context';
import { authorsOf, union } from './authors';
import { fingerprint } from './fingerprint';
import { asJson, type CapabilityRecord, objectOf } from './rows';

/**
 * Brings the waiting submission up to an edit: who edited is an author now, and a yes to what it
 * was before counts no more, scheduled or not. Raising its row version makes a decision under way lose the race.
 */
export async function reviseSubmission(
  tx: Tx,
  ctx: Context,
  changed: CapabilityRecord,
): Promise<void> {
  const { tenantId, id: capabilityId } = changed;
  const open = await tx.changeRequest.findFirst({
    where: { tenantId, capabilityId, kind: 'promote', status: { in: [...WAITING_STATUSES] } },
  });
  if (!open) return;
  await tx.changeRequest.updateMany({
    where: { tenantId, id: open.id, status: { in: [...WAITING_STATUSES] } },
    data: {
      status: 'OPEN',
      authors: union(open.authors, await authorsOf(tx, changed)),
      payload: asJson({
        ...objectOf(open.payload),
        to: 'PRODUCTION',
        fingerprint: fingerprint(changed),
      }),
      baseRowVersion: changed.rowVersion,
      rowVersion: { increment: 1 },
    },
  });
  await revokeDecisions(tx, ctx, tenantId, open.id);
}

/** Decisions made on an earlier wording stay on record, revoked. */
export async function revokeDecisions(
  tx: Tx,
  ctx: Context,
  tenantId: string,
  changeRequestId: string,
  why = 'It was edited afterwards.',
): Promise<void> {
  await tx.changeDecision.updateMany({
    where: { tenantId, changeRequestId, revokedAt: null },
    data: { revokedAt: ctx.now, revokedReason: why },
  });
}
