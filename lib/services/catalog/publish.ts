import { type CompatResult, countsAsBreaking, worstVerdict } from '@/lib/core/compat/types';
import { currentMajorAt } from '@/lib/core/shared/majors';
import type { Prisma } from '@/lib/db/generated/client';
import type { Tx } from '@/lib/db/transaction';
import { actorId, type Context } from '../context';
import { type Contract, compareContracts } from './compare-contracts';
import { type CapabilityKey, loadMajors } from './majors';
import { asJson, type CapabilityRecord } from './rows';
import { schemaHash } from './schema-hash';

export type VersionContent = Contract & { title: string; description: string };
export type VersionNumber = { major: number; minor: number };

export type PublishPlan = {
  compat: CompatResult;
  /** True when the new contract may not take the place of the current one. */
  breaking: boolean;
  next: VersionNumber;
  /** Nothing agents see would change. */
  same: boolean;
};

type VersionRow = Prisma.CapabilityVersionGetPayload<object>;

/** The version agents get now, by the clock; null before the first promotion. */
export async function findCurrentVersion(
  tx: Tx,
  row: CapabilityRecord,
  now: Date,
): Promise<VersionRow | null> {
  if (row.currentMajor === null) return null;
  const majors = await loadMajors(tx, row, now);
  const major = currentMajorAt(row.currentMajor, majors, now) ?? row.currentMajor;
  return (await findServedVersion(tx, row, major, now)) ?? (await recordedVersion(tx, row));
}

/** For a clock a little behind that of who published it. */
async function recordedVersion(tx: Tx, row: CapabilityRecord): Promise<VersionRow | null> {
  const { tenantId, id: capabilityId, currentMajor, currentMinor } = row;
  if (currentMajor === null || currentMinor === null) return null;
  const key = { tenantId, capabilityId, major: currentMajor, minor: currentMinor };
  return await tx.capabilityVersion.findUnique({
    where: { tenantId_capabilityId_major_minor: key },
  });
}

/** The version of one major that agents get now; what is published for later is left out. */
export async function findServedVersion(
  tx: Tx,
  row: CapabilityKey,
  major: number,
  now: Date,
): Promise<VersionRow | null> {
  const { tenantId, id: capabilityId } = row;
  return await tx.capabilityVersion.findFirst({
    where: { tenantId, capabilityId, major, withdrawnAt: null, effectiveFrom: { lte: now } },
    orderBy: { minor: 'desc' },
  });
}

/**
 * What publishing this content would make of it. A compatible change is the next minor in place of
 * the current one; anything else the next major beside it. `ruled`: a reviewer said, on record,
 * that what could not be decided is compatible. What is published for later in the same major
 * counts too: whichever of the two is served when this one comes, its callers must be safe.
 */
export async function planPublish(
  tx: Tx,
  row: CapabilityRecord,
  content: VersionContent,
  { now, ruled = false }: { now: Date; ruled?: boolean },
): Promise<PublishPlan> {
  const current = await findCurrentVersion(tx, row, now);
  if (!current) {
    return {
      compat: { verdict: 'compatible', changes: [] },
      breaking: false,
      next: { major: 1, minor: 0 },
      same: false,
    };
  }
  const compat = mergeCompat([
    compareContracts(current, content),
    ...(await scheduledIn(tx, row, current)).map((ahead) => compareContracts(ahead, content)),
  ]);
  const breaking = countsAsBreaking(compat.verdict) && !(ruled && compat.verdict === 'unknown');
  const same =
    current.schemaHash === schemaHash(content) &&
    current.title === content.title &&
    current.description === content.description;
  const next = breaking
    ? { major: (await highestMajor(tx, row)) + 1, minor: 0 }
    : { major: current.major, minor: (await highestMinor(tx, row, current.major)) + 1 };
  return { compat, breaking, next, same };
}

function mergeCompat([first, ...more]: readonly CompatResult[]): CompatResult {
  if (!first || more.length === 0) return first ?? { verdict: 'compatible', changes: [] };
  const seen = new Set(first.changes.map(({ path, kind }) => `${path} ${kind}`));
  const changes = [
    ...first.changes,
    ...more.flatMap((one) => one.changes.filter(({ path, kind }) => !seen.has(`${path} ${kind}`))),
  ];
  return { verdict: worstVerdict(changes), changes };
}

/** Published minors of the current major that are not served yet. */
async function scheduledIn(
  tx: Tx,
  row: CapabilityKey,
  { major, minor }: VersionNumber,
): Promise<VersionRow[]> {
  const { tenantId, id: capabilityId } = row;
  return await tx.capabilityVersion.findMany({
    where: { tenantId, capabilityId, major, minor: { gt: minor }, withdrawnAt: null },
    orderBy: { minor: 'asc' },
  });
}

async function highestMajor(tx: Tx, row: CapabilityKey): Promise<number> {
  const { _max } = await tx.capabilityVersion.aggregate({
    where: { tenantId: row.tenantId, capabilityId: row.id },
    _max: { major: true },
  });
  return _max.major ?? 0;
}

async function highestMinor(tx: Tx, row: CapabilityKey, major: number): Promise<number> {
  const { _max } = await tx.capabilityVersion.aggregate({
    where: { tenantId: row.tenantId, capabilityId: row.id, major },
    _max: { minor: true },
  });
  return _max.minor ?? -1;
}

/**
 * Writes the immutable version. It is served from `effectiveFrom` on, which the clock decides; one
 * that counts at once becomes the current one of its major.
 */
export async function writeVersion(
  tx: Tx,
  ctx: Context,
  write: {
    row: CapabilityRecord;
    content: VersionContent;
    plan: PublishPlan;
    changeRequestId: string;
    /** Who ruled an undecided comparison compatible, and why. */
    ruling: { by: string; reason: string } | null;
    /** Null or past: at once. */
    effectiveFrom?: Date | null;
  },
): Promise<VersionNumber & { served: boolean }> {
  const { row, content, plan } = write;
  const key = { tenantId: row.tenantId, capabilityId: row.id };
  const { major, minor } = plan.next;
  const later = write.effectiveFrom && write.effectiveFrom > ctx.now ? write.effectiveFrom : null;
  await tx.capabilityVersion.create({
    data: {
      ...key,
      major,
      minor,
      title: content.title,
      description: content.description,
      inputSchema: asJson(content.inputSchema),
      ...(content.outputSchema ? { outputSchema: asJson(content.outputSchema) } : {}),
      annotations: asJson(content.annotations),
      schemaHash: schemaHash(content),
      compatibility: asJson({
        verdict: plan.compat.verdict,
        changes: plan.compat.changes,
        ...(write.ruling ? { ruledBy: write.ruling.by, ruling: write.ruling.reason } : {}),
      }),
      effectiveFrom: later ?? ctx.now,
      createdBy: actorId(ctx.actor),
      changeRequestId: write.changeRequestId,
      createdAt: ctx.now,
    },
  });
  await tx.capabilityMajor.upsert({
    where: { tenantId_capabilityId_major: { ...key, major } },
    create: { ...key, major, state: 'live', currentMinor: minor, currentFrom: later },
    update: later ? {} : { currentMinor: minor },
  });
  return { major, minor, served: later === null };
}
