import type { Tx } from '@/lib/db/transaction';
import { recordAudit } from '../audit';
import type { Context } from '../context';
import { settleDrift } from '../drift/settle-drift';
import { type Applying, applyChange } from './apply-change';
import type { LoadedChange } from './find-change-request';
import { lockCapability, reloadCapability, writeCapability } from './load';
import { type CapabilityRecord, toCapability } from './rows';
import { beforeAfterStatus } from './status-trail';

/** Applies what enough people approved, with its line in the trail; nothing else of the capability moves. */
export async function carryOut(tx: Tx, ctx: Context, call: Applying): Promise<CapabilityRecord> {
  const { change, row, decider } = call;
  await lockCapability(tx, row);
  const changed = await applyChange(tx, ctx, call);
  const promoted = change.kind === 'promote';
  await recordAudit(tx, ctx, {
    action: promoted ? 'capability.promote' : `capability.${change.kind}`,
    targetKind: 'capability',
    targetId: row.id,
    tenantId: row.tenantId,
    ...(change.reason ? { reason: change.reason } : {}),
    ...(promoted
      ? beforeAfterStatus(row, changed)
      : { before: toCapability(row), after: toCapability(changed) }),
  });
  const { payload } = change;
  const { userId } = decider;
  await settleDrift(tx, ctx, { row: changed, payload, decision: 'approve', userId });
  return changed;
}

/** What a rejection or a withdrawal means for the capability: a submission becomes a draft again. */
export async function sendBack(
  tx: Tx,
  ctx: Context,
  { change, row }: LoadedChange,
  by: { decision: 'reject' | 'withdraw'; comment: string; userId: string },
): Promise<CapabilityRecord> {
  await lockCapability(tx, row);
  const changed =
    change.kind === 'promote' && row.status === 'REVIEW' ? await toDraft(tx, ctx, row, by) : row;
  const { payload } = change;
  await settleDrift(tx, ctx, { row: changed, payload, decision: by.decision, userId: by.userId });
  return changed;
}

async function toDraft(
  tx: Tx,
  ctx: Context,
  row: CapabilityRecord,
  by: { decision: 'reject' | 'withdraw'; comment: string },
): Promise<CapabilityRecord> {
  await writeCapability(tx, row, { status: 'DRAFT', statusChangedAt: ctx.now });
  const changed = await reloadCapability(tx, row);
  await recordAudit(tx, ctx, {
    action: by.decision === 'reject' ? 'capability.send_back' : 'capability.withdraw',
    targetKind: 'capability',
    targetId: row.id,
    tenantId: row.tenantId,
    ...(by.comment ? { reason: by.comment } : {}),
    ...beforeAfterStatus(row, changed),
  });
  return changed;
}
