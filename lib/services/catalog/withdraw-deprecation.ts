import { authorize } from '@/lib/core/policy/authorize';
import type { Tx } from '@/lib/db/transaction';
import type { ChangeOutcome } from '@/lib/schemas/change-requests';
import { announce, transact } from '../announce';
import { recordAudit } from '../audit';
import { requireAllowed } from '../authorize';
import type { Context } from '../context';
import { ServiceError } from '../errors';
import { gateFacts } from './gate-facts';
import { requireGates } from './gates';
import { getCapabilityRecord, lockCapability, reloadCapability, writeCapability } from './load';
import { type CapabilityRecord, toCapability } from './rows';
import { beforeAfterStatus } from './status-trail';

type Input = { capability_id: string; major?: number | undefined };

/** Takes the announced end back, of the capability or of one major. */
export async function withdrawDeprecation(call: {
  ctx: Context;
  input: Input;
}): Promise<ChangeOutcome> {
  const { ctx, input } = call;
  const row = await getCapabilityRecord(ctx, input.capability_id);
  const { tenantId, ownerTeamId } = row;
  requireAllowed(authorize(ctx.actor, 'capability.deprecate', { tenantId, ownerTeamId }));
  const changed = await transact((tx) => write(tx, ctx, row, input.major ?? null));
  await announce('catalog', { tenantId, ids: [row.id] });
  return { capability: toCapability(changed), change_request: null };
}

async function write(
  tx: Tx,
  ctx: Context,
  row: CapabilityRecord,
  major: number | null,
): Promise<CapabilityRecord> {
  await lockCapability(tx, row);
  const { tenantId, id: capabilityId } = row;
  const { count } = await tx.deprecation.updateMany({
    where: { tenantId, capabilityId, major, withdrawnAt: null },
    data: { withdrawnAt: ctx.now },
  });
  if (count === 0) {
    throw new ServiceError(
      'PRECONDITION_FAILED',
      'No end is announced, so there is none to take back.',
    );
  }
  if (major !== null) {
    await tx.capabilityMajor.updateMany({
      where: { tenantId, capabilityId, major, state: 'sunset' },
      data: { state: 'live' },
    });
  }
  const moves = major === null && row.status === 'DEPRECATED';
  if (moves) {
    const facts = await gateFacts(tx, row, { decision: null, deprecation: null, now: ctx.now });
    requireGates(facts, 'PRODUCTION');
  }
  await writeCapability(tx, row, moves ? { status: 'PRODUCTION', statusChangedAt: ctx.now } : {});
  const changed = await reloadCapability(tx, row);
  await recordAudit(tx, ctx, {
    action: 'capability.withdraw_deprecation',
    targetKind: 'capability',
    targetId: row.id,
    tenantId,
    ...beforeAfterStatus(row, changed),
  });
  return changed;
}
