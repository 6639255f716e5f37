import { authorize } from '@/lib/core/policy/authorize';
import type { CapabilityAnswer } from '@/lib/schemas/capability-answers';
import { announce, transact } from '../announce';
import { recordAudit } from '../audit';
import { requireAllowed } from '../authorize';
import type { Context } from '../context';
import { getCapabilityRecord, reloadCapability, writeCapability } from './load';
import { nextRecertification } from './next-recertification';
import { toCapability } from './rows';

/** An owner confirms that it is still right; asked again after the days its tenant has set. */
export async function attestCapability(call: {
  ctx: Context;
  input: { capability_id: string };
}): Promise<CapabilityAnswer> {
  const { ctx, input } = call;
  const row = await getCapabilityRecord(ctx, input.capability_id);
  const { tenantId, ownerTeamId } = row;
  requireAllowed(authorize(ctx.actor, 'capability.attest', { tenantId, ownerTeamId }));
  const changed = await transact(async (tx) => {
    const next = await nextRecertification(tx, tenantId, ctx.now);
    await writeCapability(tx, row, { attestedAt: ctx.now, recertifyBy: next });
    await recordAudit(tx, ctx, {
      action: 'capability.attest',
      targetKind: 'capability',
      targetId: row.id,
      tenantId,
      before: { recertify_by: row.recertifyBy },
      after: { recertify_by: next },
    });
    return await reloadCapability(tx, row);
  });
  await announce('catalog', { tenantId, ids: [row.id] });
  return toCapability(changed);
}
