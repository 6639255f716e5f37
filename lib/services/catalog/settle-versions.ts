import { currentMajorAt, hasEnded } from '@/lib/core/shared/majors';
import type { Tx } from '@/lib/db/transaction';
import { recordAudit } from '../audit';
import type { Context } from '../context';
import { type CapabilityKey, type LoadedMajor, loadMajors } from './majors';
import type { CapabilityRecord } from './rows';
import { tellOfEnd } from './tell-of-end';

/**
 * Writes down what the clock has done: which version is current, which majors have retired, and
 * where their agents are now. Doors that serve agents ask the clock itself; this keeps lists and
 * what is built on the record true. The capability is locked by the caller. Answers the majors it
 * retired; each is on the trail, and its agents' owners are told, once.
 */
export async function settleVersions(
  tx: Tx,
  ctx: Context,
  row: CapabilityRecord,
): Promise<number[]> {
  const { now } = ctx;
  const majors = await loadMajors(tx, row, now);
  const major = currentMajorAt(row.currentMajor, majors, now);
  const minor = majors.find((one) => one.major === major)?.served;
  if (major === null || minor == null) return [];
  const { tenantId, id } = row;
  await tx.capability.updateMany({
    where: { tenantId, id, NOT: { currentMajor: major, currentMinor: minor } },
    data: { currentMajor: major, currentMinor: minor },
  });
  for (const one of majors) await settleMinor(tx, row, one);
  await tx.capabilityMajor.updateMany({
    where: { tenantId, capabilityId: id, currentFrom: { lte: now } },
    data: { currentFrom: null },
  });
  return await retireEnded(tx, ctx, row, majors, major);
}

async function settleMinor(
  tx: Tx,
  { tenantId, id: capabilityId }: CapabilityKey,
  { major, served, currentMinor }: LoadedMajor,
): Promise<void> {
  if (served === null || served === currentMinor) return;
  await tx.capabilityMajor.updateMany({
    where: { tenantId, capabilityId, major },
    data: { currentMinor: served },
  });
}

/** The current major never retires by itself: the whole capability would have to end. */
async function retireEnded(
  tx: Tx,
  ctx: Context,
  row: CapabilityRecord,
  majors: readonly LoadedMajor[],
  current: number,
): Promise<number[]> {
  const ended = majors
    .filter((one) => one.state !== 'retired' && one.major !== current && hasEnded(one, ctx.now))
    .map(({ major }) => major);
  const ends = await tx.deprecation.findMany({
    where: {
      tenantId: row.tenantId,
      capabilityId: row.id,
      withdrawnAt: null,
      major: { in: ended },
    },
  });
  for (const end of ends) {
    // Before its agents are moved away: they are who it ends for.
    await tellOfEnd(tx, ctx, row, { kind: 'capability.disabled', ...end });
    await recordAudit(tx, ctx, {
      action: 'capability.retire_major',
      targetKind: 'capability',
      targetId: row.id,
      tenantId: row.tenantId,
      reason: `Its announced end was ${end.disableAt.toISOString()}.`,
      before: { major: end.major, state: 'sunset' },
      after: { major: end.major, state: 'retired', agents_move_to: current },
    });
  }
  for (const major of ended) await retireMajor(tx, row, major, current, ctx.now);
  return ended;
}

/** Retires a major and moves the agents on it to the current one, which stays theirs from then on. */
export async function retireMajor(
  tx: Tx,
  { tenantId, id: capabilityId }: CapabilityKey,
  major: number,
  current: number,
  now: Date,
): Promise<void> {
  await tx.capabilityMajor.updateMany({
    where: { tenantId, capabilityId, major },
    data: { state: 'retired', currentFrom: null },
  });
  // An agent of any tenant may be on a capability of `shared`; ids in `shared` are nobody else's.
  await tx.$executeRaw`
    UPDATE agent_majors SET major = ${current}, set_by = 'retired', set_at = ${now}
    WHERE capability_id = ${capabilityId} AND major = ${major}
      AND (${tenantId} = 'shared' OR tenant_id = ${tenantId})`;
}
