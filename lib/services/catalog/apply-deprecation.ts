import type { Tx } from '@/lib/db/transaction';
import {
  type DeprecationBody,
  deprecationBodySchema,
  type WithdrawnEnd,
  withdrawnEndSchema,
} from '@/lib/schemas/deprecation';
import { actorId, type Context } from '../context';
import { ServiceError } from '../errors';
import { newId } from '../ids';
import type { ChangeRow } from './change-rows';
import { gateFacts } from './gate-facts';
import { requireGates } from './gates';
import { requireSoundEnd } from './judge-deprecation';
import { reloadCapability, writeCapability } from './load';
import { asJson, type CapabilityRecord, objectOf } from './rows';
import { settleVersions } from './settle-versions';
import { tellOfEnd } from './tell-of-end';

type Applicable = { change: ChangeRow; row: CapabilityRecord };

/**
 * Announces an approved end, or takes it back, inside the decision's transaction. Everything it was
 * proposed on is judged again: time has passed since. Answers the capability after it.
 */
export async function applyDeprecation(
  tx: Tx,
  ctx: Context,
  { change, row }: Applicable,
): Promise<CapabilityRecord> {
  await settleVersions(tx, ctx, row);
  const settled = await reloadCapability(tx, row);
  if (change.kind === 'withdraw_deprecation') {
    const withdraw = withdrawnEndSchema.parse(objectOf(change.payload).withdraw);
    return await takeBack(tx, ctx, settled, withdraw);
  }
  const parsed = deprecationBodySchema.safeParse(objectOf(change.payload).deprecation);
  if (!parsed.success) {
    throw new ServiceError(
      'PRECONDITION_FAILED',
      'This proposal cannot be applied any more; withdraw it and propose the end again.',
    );
  }
  return await announceEnd(tx, ctx, settled, parsed.data);
}

async function announceEnd(
  tx: Tx,
  ctx: Context,
  row: CapabilityRecord,
  input: DeprecationBody,
): Promise<CapabilityRecord> {
  const { compatibility } = await requireSoundEnd(tx, ctx, row, input);
  const major = input.major ?? null;
  const key = { tenantId: row.tenantId, capabilityId: row.id };
  const end = {
    major,
    disableAt: new Date(input.disable_at),
    replacementId: input.replacement?.capability_id ?? null,
    replacementMajor: input.replacement?.major ?? null,
  };
  await tx.deprecation.updateMany({
    where: { ...key, major, withdrawnAt: null },
    data: { withdrawnAt: ctx.now },
  });
  await tx.deprecation.create({
    data: {
      ...key,
      ...end,
      id: newId('dep', ctx.now.getTime()),
      announcedAt: input.announced_at ? new Date(input.announced_at) : ctx.now,
      migrationNote: input.migration_note,
      argumentMapping: asJson(input.argument_mapping),
      compatibility: asJson(compatibility ?? {}),
      createdBy: actorId(ctx.actor),
    },
  });
  if (major !== null) {
    await tx.capabilityMajor.updateMany({
      where: { ...key, major, state: 'live' },
      data: { state: 'sunset' },
    });
  }
  const moves = major === null && row.status === 'PRODUCTION';
  await writeCapability(tx, row, moves ? { status: 'DEPRECATED', statusChangedAt: ctx.now } : {});
  await tellOfEnd(tx, ctx, row, { kind: 'capability.deprecated', ...end });
  return await reloadCapability(tx, row);
}

async function takeBack(
  tx: Tx,
  ctx: Context,
  row: CapabilityRecord,
  { major, disable_at }: WithdrawnEnd,
): Promise<CapabilityRecord> {
  const { tenantId, id: capabilityId } = row;
  if (row.status !== 'PRODUCTION' && row.status !== 'DEPRECATED') {
    throw new ServiceError('CONFLICT', `The capability is in ${row.status} now; reject this.`);
  }
  if (major !== null) {
    const { count } = await tx.capabilityMajor.updateMany({
      where: { tenantId, capabilityId, major, state: 'sunset' },
      data: { state: 'live' },
    });
    if (count === 0) {
      throw new ServiceError('CONFLICT', `Major ${major} is not ending any more; reject this.`);
    }
  }
  // Another date has been announced since: nobody looked at taking that one back.
  const { count } = await tx.deprecation.updateMany({
    where: { tenantId, capabilityId, major, withdrawnAt: null, disableAt: new Date(disable_at) },
    data: { withdrawnAt: ctx.now },
  });
  if (count === 0) {
    throw new ServiceError(
      'CONFLICT',
      `The end of ${disable_at} is not announced any more; reject this.`,
    );
  }
  const moves = major === null && row.status === 'DEPRECATED';
  if (moves) {
    const facts = await gateFacts(tx, row, { decision: null, deprecation: null, now: ctx.now });
    requireGates(facts, 'PRODUCTION');
  }
  await writeCapability(tx, row, moves ? { status: 'PRODUCTION', statusChangedAt: ctx.now } : {});
  return await reloadCapability(tx, row);
}
