import { hasEnded, type MajorState, type MajorTimes } from '@/lib/core/shared/majors';
import type { Tx } from '@/lib/db/transaction';
import type { CapabilityRecord } from './rows';

export type CapabilityKey = Pick<CapabilityRecord, 'tenantId' | 'id'>;

/** A major with its times, and the minor of it that is served; null when none is yet. */
export type LoadedMajor = MajorTimes & { served: number | null; currentMinor: number };

/** All majors of a capability, oldest first, as the clock has them at this moment. */
export async function loadMajors(tx: Tx, row: CapabilityKey, now: Date): Promise<LoadedMajor[]> {
  const where = { tenantId: row.tenantId, capabilityId: row.id };
  const majors = await tx.capabilityMajor.findMany({ where, orderBy: { major: 'asc' } });
  const ends = await tx.deprecation.findMany({
    where: { ...where, withdrawnAt: null, major: { not: null } },
    select: { major: true, disableAt: true },
  });
  const versions = await tx.capabilityVersion.findMany({
    where: { ...where, withdrawnAt: null },
    select: { major: true, minor: true, effectiveFrom: true },
    orderBy: { minor: 'desc' },
  });
  return majors.map(({ major, state, currentFrom, currentMinor }) => {
    const own = versions.filter((version) => version.major === major);
    const times = own.map(({ effectiveFrom }) => effectiveFrom.getTime());
    return {
      major,
      // The database's check holds it to these words.
      state: state as MajorState,
      currentFrom,
      currentMinor,
      since: times.length > 0 ? new Date(Math.min(...times)) : null,
      disableAt: ends.find((one) => one.major === major)?.disableAt ?? null,
      served: own.find(({ effectiveFrom }) => effectiveFrom <= now)?.minor ?? null,
    };
  });
}

/** The state as the clock has it: what has ended is retired, whether the job has written it or not. */
export function stateAt(major: MajorTimes | undefined, now: Date): MajorState {
  if (!major) return 'live';
  return hasEnded(major, now) ? 'retired' : major.state;
}
