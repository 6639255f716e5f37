import { SHARED_TENANT } from '@/lib/core/shared/domain';
import { isServed } from '@/lib/core/shared/majors';
import type { Tx } from '@/lib/db/transaction';
import { loadMajors } from './majors';
import { findCurrentVersion, findServedVersion } from './publish';
import { asCapability, type CapabilityRecord } from './rows';

export type ReplacementRef = { capability_id: string; major?: number | undefined };

/** What ends: a capability, or one major of it. */
export type Ending = { row: CapabilityRecord; major: number | null };

const MAX_CHAIN = 50;

/** Why this cannot replace what ends, or null. It must be live, and not lead back here. */
export async function replacementProblem(
  tx: Tx,
  { row, major }: Ending,
  replacement: ReplacementRef,
  now: Date,
): Promise<string | null> {
  if (replacement.capability_id === row.id) {
    const later = replacement.major ?? 0;
    if (major === null || later <= major) {
      return 'A capability can only be replaced by itself in a later major of it.';
    }
  }
  const found = await findReplacement(tx, row.tenantId, replacement.capability_id);
  if (!found) return `There is no capability "${replacement.capability_id}" here.`;
  if (found.status !== 'PRODUCTION') {
    return `"${found.id}" is in ${found.status}; a replacement has to be in PRODUCTION.`;
  }
  if (found.quarantinedAt) return `"${found.id}" is quarantined; agents do not see it.`;
  if (replacement.major !== undefined) {
    const majors = await loadMajors(tx, found, now);
    const wanted = majors.find((one) => one.major === replacement.major);
    const isLive = wanted?.state === 'live' && isServed(wanted, now);
    if (!isLive) return `Major ${replacement.major} of "${found.id}" is not live.`;
  }
  return await cycleProblem(tx, { row, major }, replacement);
}

/** Follows what replaces the replacement; coming back to what ends here would be a ring. */
async function cycleProblem(
  tx: Tx,
  { row, major }: Ending,
  replacement: ReplacementRef,
): Promise<string | null> {
  let next: { id: string; major: number | null } = {
    id: replacement.capability_id,
    major: replacement.major ?? null,
  };
  for (let steps = 0; steps < MAX_CHAIN; steps += 1) {
    const isBack = next.id === row.id && (major === null || next.major === major);
    if (isBack)
      return `"${replacement.capability_id}" is itself replaced by "${row.id}" in the end.`;
    const found = await findReplacement(tx, row.tenantId, next.id);
    if (!found) return null;
    const ends = await endOf(tx, found, next.major);
    if (!ends?.replacementId) return null;
    next = { id: ends.replacementId, major: ends.replacementMajor };
  }
  return 'The chain of replacements behind it is too long to follow.';
}

/** The end of the whole capability, else that of the major that is meant. */
async function endOf(tx: Tx, row: CapabilityRecord, major: number | null) {
  const ends = await tx.deprecation.findMany({
    where: {
      tenantId: row.tenantId,
      capabilityId: row.id,
      withdrawnAt: null,
      OR: [{ major: null }, { major: major ?? row.currentMajor }],
    },
    select: { major: true, replacementId: true, replacementMajor: true },
  });
  return ends.find((one) => one.major === null) ?? ends[0] ?? null;
}

async function findReplacement(
  tx: Tx,
  tenantId: string,
  id: string,
): Promise<CapabilityRecord | null> {
  const rows = await tx.capability.findMany({
    where: { id, tenantId: { in: [tenantId, SHARED_TENANT] } },
  });
  const row = rows.find((one) => one.tenantId === tenantId) ?? rows[0];
  return row ? asCapability(row) : null;
}

type ContractRow = NonNullable<Awaited<ReturnType<typeof findCurrentVersion>>>;

/** The contracts on both sides: what callers of the old one have, and what they would meet. */
export async function bothContracts(
  tx: Tx,
  { row, major }: Ending,
  replacement: ReplacementRef,
  now: Date,
): Promise<{ before: ContractRow; after: ContractRow } | null> {
  const target = await findReplacement(tx, row.tenantId, replacement.capability_id);
  if (!target) return null;
  const before = await servedOf(tx, row, major, now);
  const after = await servedOf(tx, target, replacement.major ?? null, now);
  return before && after ? { before, after } : null;
}

async function servedOf(tx: Tx, row: CapabilityRecord, major: number | null, now: Date) {
  return major === null
    ? await findCurrentVersion(tx, row, now)
    : await findServedVersion(tx, row, major, now);
}
