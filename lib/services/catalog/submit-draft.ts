import type { Tx } from '@/lib/db/transaction';
import type { ChangeRequestAnswer } from '@/lib/schemas/change-requests';
import { recordAudit } from '../audit';
import type { Context } from '../context';
import { ServiceError } from '../errors';
import { fingerprint } from './fingerprint';
import { addAuthor } from './keep-authors';
import { reloadCapability, writeCapability } from './load';
import { openChangeRequest } from './open-change-request';
import type { CapabilityRecord } from './rows';
import { beforeAfterStatus } from './status-trail';

/**
 * DRAFT -> REVIEW inside the caller's transaction: the working definition is handed over for a
 * decision by somebody else. `carried` goes with the request, see carried-versions.
 */
export async function submitDraft(
  tx: Tx,
  ctx: Context,
  row: CapabilityRecord,
  input: { reason: string; carried?: Record<string, unknown> | null },
): Promise<{ changed: CapabilityRecord; request: ChangeRequestAnswer }> {
  if (row.dismissedAt !== null) {
    throw new ServiceError('PRECONDITION_FAILED', 'This draft was dismissed; take it back first.');
  }
  await writeCapability(tx, row, { status: 'REVIEW', statusChangedAt: ctx.now });
  await addAuthor(tx, ctx, row);
  const changed = await reloadCapability(tx, row);
  const request = await openChangeRequest(tx, ctx, changed, {
    kind: 'promote',
    title: `Promote ${row.name} to production`,
    reason: input.reason,
    payload: {
      to: 'PRODUCTION',
      fingerprint: fingerprint(changed),
      ...(input.carried ? { carried: input.carried } : {}),
    },
    baseRowVersion: changed.rowVersion,
  });
  await recordAudit(tx, ctx, {
    action: 'capability.submit',
    targetKind: 'capability',
    targetId: row.id,
    tenantId: row.tenantId,
    ...(input.reason ? { reason: input.reason } : {}),
    ...beforeAfterStatus(row, changed),
  });
  return { changed, request };
}
