import { authorize } from '@/lib/core/policy/authorize';
import type { ChangeOutcome } from '@/lib/schemas/change-requests';
import { announce, transact } from '../announce';
import { recordAudit } from '../audit';
import { requireAllowed } from '../authorize';
import type { Context } from '../context';
import { ServiceError } from '../errors';
import { announcedEnd, gateFacts } from './gate-facts';
import { requireGates } from './gates';
import { getCapabilityRecord, lockCapability, reloadCapability, writeCapability } from './load';
import { toCapability } from './rows';
import { beforeAfterStatus } from './status-trail';
import { tellOfEnd } from './tell-of-end';

/** DEPRECATED -> DISABLED, once the announced end has come. Nothing brings it back. */
export async function disableCapability(call: {
  ctx: Context;
  input: { capability_id: string; reason: string };
}): Promise<ChangeOutcome> {
  const { ctx, input } = call;
  const row = await getCapabilityRecord(ctx, input.capability_id);
  const { tenantId, ownerTeamId } = row;
  requireAllowed(authorize(ctx.actor, 'capability.retire', { tenantId, ownerTeamId }));
  // Another process was first: the job asks again every minute, in every replica that may lead.
  if (row.status === 'DISABLED') {
    throw new ServiceError('CONFLICT', 'It is disabled already.');
  }
  const changed = await transact(async (tx) => {
    await lockCapability(tx, row);
    const deprecation = await announcedEnd(tx, row);
    const facts = await gateFacts(tx, row, { decision: null, deprecation, now: ctx.now });
    requireGates(facts, 'DISABLED');
    await writeCapability(tx, row, { status: 'DISABLED', statusChangedAt: ctx.now });
    await tx.capabilityMajor.updateMany({
      where: { tenantId, capabilityId: row.id },
      data: { state: 'retired' },
    });
    const end = await tx.deprecation.findFirst({
      where: { tenantId, capabilityId: row.id, major: null, withdrawnAt: null },
      orderBy: { announcedAt: 'desc' },
    });
    if (end) await tellOfEnd(tx, ctx, row, { kind: 'capability.disabled', ...end });
    const after = await reloadCapability(tx, row);
    await recordAudit(tx, ctx, {
      action: 'capability.disable',
      targetKind: 'capability',
      targetId: row.id,
      tenantId,
      ...(input.reason ? { reason: input.reason } : {}),
      ...beforeAfterStatus(row, after),
    });
    return after;
  });
  await announce('catalog', { tenantId, ids: [row.id] });
  return { capability: toCapability(changed), change_request: null };
}
