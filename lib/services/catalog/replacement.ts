import { SHARED_TENANT } from '@/lib/core/shared/domain';
import type { Tx } from '@/lib/db/transaction';
import { compareContracts } from './compare-contracts';
import { findCurrentVersion } from './publish';
import { asCapability, type CapabilityRecord } from './rows';

export type ReplacementRef = { capability_id: string; major?: number | undefined };

const MAX_CHAIN = 50;

/** Why this cannot replace the capability, or null. It must be live, and not lead back here. */
export async function replacementProblem(
  tx: Tx,
  row: CapabilityRecord,
  deprecatedMajor: number | null,
  replacement: ReplacementRef,
): Promise<string | null> {
  if (replacement.capability_id === row.id) {
    const later = replacement.major ?? 0;
    if (deprecatedMajor === null || later <= deprecatedMajor) {
      return 'A capability can only be replaced by itself in a later major of it.';
    }
  }
  const found = await findReplacement(tx, row.tenantId, replacement.capability_id);
  if (!found) return `There is no capability "${replacement.capability_id}" here.`;
  if (found.status !== 'PRODUCTION') {
    return `"${found.id}" is in ${found.status}; a replacement has to be in PRODUCTION.`;
  }
  if (replacement.major !== undefined) {
    const major = await tx.capabilityMajor.findUnique({
      where: {
        tenantId_capabilityId_major: {
          tenantId: found.tenantId,
          capabilityId: found.id,
          major: replacement.major,
        },
      },
    });
    if (major?.state !== 'live') return `Major ${replacement.major} of "${found.id}" is not live.`;
  }
  return found.id === row.id ? null : await cycleProblem(tx, row, found);
}

async function cycleProblem(
  tx: Tx,
  row: CapabilityRecord,
  replacement: CapabilityRecord,
): Promise<string | null> {
  let next: { tenantId: string; id: string } | null = replacement;
  for (let steps = 0; next && steps < MAX_CHAIN; steps += 1) {
    const ends: { replacementId: string | null } | null = await tx.deprecation.findFirst({
      where: { tenantId: next.tenantId, capabilityId: next.id, major: null, withdrawnAt: null },
      select: { replacementId: true },
    });
    if (!ends?.replacementId) return null;
    if (ends.replacementId === row.id) {
      return `"${replacement.id}" is itself replaced by "${row.id}" in the end.`;
    }
    next = await findReplacement(tx, row.tenantId, ends.replacementId);
  }
  return null;
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

/** What callers of the old one meet in the new one, kept with the deprecation. */
export async function replacementCompat(tx: Tx, row: CapabilityRecord, id: string) {
  const target = await findReplacement(tx, row.tenantId, id);
  const [before, after] = [
    await findCurrentVersion(tx, row),
    target ? await findCurrentVersion(tx, target) : null,
  ];
  return before && after ? compareContracts(before, after) : null;
}
