import { authorize } from '@/lib/core/policy/authorize';
import { announce, transact } from '../announce';
import { requireAllowed } from '../authorize';
import type { Context } from '../context';
import { getCapabilityRecord, lockCapability } from './load';
import { settleVersions } from './settle-versions';

/**
 * Retires the majors of a capability whose announced end has come, once, whoever else tries.
 * Answers how many it retired.
 */
export async function endMajors({
  ctx,
  input,
}: {
  ctx: Context;
  input: { capability_id: string };
}): Promise<number> {
  const row = await getCapabilityRecord(ctx, input.capability_id);
  const { tenantId, ownerTeamId } = row;
  requireAllowed(authorize(ctx.actor, 'capability.retire', { tenantId, ownerTeamId }));
  const retired = await transact(async (tx) => {
    await lockCapability(tx, row);
    return (await settleVersions(tx, ctx, row)).length;
  });
  await announce('catalog', { tenantId, ids: [row.id] });
  return retired;
}
