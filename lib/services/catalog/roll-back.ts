import { isServed } from '@/lib/core/shared/majors';
import type { Tx } from '@/lib/db/transaction';
import type { Context } from '../context';
import { ServiceError } from '../errors';
import type { ChangeRow } from './change-rows';
import { type CapabilityKey, loadMajors } from './majors';
import { objectOf } from './rows';

type Pointers = { currentMajor?: number; currentMinor?: number };

/** From when an approved publish is served; null: at once. */
export function effectiveFromOf({ payload }: Pick<ChangeRow, 'payload'>): Date | null {
  const at = objectOf(payload).effective_from;
  return typeof at === 'string' ? new Date(at) : null;
}

/**
 * What an approved rollback sets without publishing anything: another major that stands as it is,
 * or the current one with what was scheduled taken back. Null where it publishes.
 */
export async function rolledBack(
  tx: Tx,
  ctx: Context,
  change: Pick<ChangeRow, 'payload'>,
  row: CapabilityKey,
): Promise<Pointers | null> {
  const payload = objectOf(change.payload);
  if (payload.cancel_scheduled === true) {
    await cancelScheduled(tx, row, ctx.now);
    return {};
  }
  if (payload.switch_to === undefined) return null;
  const wanted = Number(objectOf(payload.switch_to).major);
  const major = (await loadMajors(tx, row, ctx.now)).find((one) => one.major === wanted);
  if (major?.state !== 'live' || !isServed(major, ctx.now) || major.served === null) {
    throw new ServiceError('CONFLICT', `Major ${wanted} is not live any more; reject this.`);
  }
  return { currentMajor: wanted, currentMinor: major.served };
}

/** What was published for later is never served; a major that had nothing else never begins. */
async function cancelScheduled(tx: Tx, row: CapabilityKey, now: Date): Promise<void> {
  const where = { tenantId: row.tenantId, capabilityId: row.id };
  await tx.capabilityVersion.updateMany({
    where: { ...where, effectiveFrom: { gt: now }, withdrawnAt: null },
    data: { withdrawnAt: now },
  });
  const versions = await tx.capabilityVersion.findMany({
    where: { ...where, withdrawnAt: null },
    select: { major: true },
    distinct: ['major'],
  });
  await tx.capabilityMajor.updateMany({
    where: { ...where, major: { notIn: versions.map(({ major }) => major) } },
    data: { state: 'retired', currentFrom: null },
  });
}
