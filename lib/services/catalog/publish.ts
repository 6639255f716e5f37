import { type CompatResult, countsAsBreaking } from '@/lib/core/compat/types';
import type { Prisma } from '@/lib/db/generated/client';
import type { Tx } from '@/lib/db/transaction';
import { actorId, type Context } from '../context';
import { type Contract, compareContracts } from './compare-contracts';
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

/** The version agents get now; null before the first promotion. */
export async function findCurrentVersion(
  tx: Tx,
  row: CapabilityRecord,
): Promise<VersionRow | null> {
  if (row.currentMajor === null || row.currentMinor === null) return null;
  return await tx.capabilityVersion.findUnique({
    where: {
      tenantId_capabilityId_major_minor: {
        tenantId: row.tenantId,
        capabilityId: row.id,
        major: row.currentMajor,
        minor: row.currentMinor,
      },
    },
  });
}

/**
 * What publishing this content would make of it. A compatible change is the next minor in place of
 * the current one; anything else the next major beside it. `ruled`: a reviewer said, on record,
 * that what could not be decided is compatible.
 */
export async function planPublish(
  tx: Tx,
  row: CapabilityRecord,
  content: VersionContent,
  ruled = false,
): Promise<PublishPlan> {
  const current = await findCurrentVersion(tx, row);
  if (!current) {
    return {
      compat: { verdict: 'compatible', changes: [] },
      breaking: false,
      next: { major: 1, minor: 0 },
      same: false,
    };
  }
  const compat = compareContracts(current, content);
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

async function highestMajor(tx: Tx, row: CapabilityRecord): Promise<number> {
  const { _max } = await tx.capabilityVersion.aggregate({
    where: { tenantId: row.tenantId, capabilityId: row.id },
    _max: { major: true },
  });
  return _max.major ?? 0;
}

async function highestMinor(tx: Tx, row: CapabilityRecord, major: number): Promise<number> {
  const { _max } = await tx.capabilityVersion.aggregate({
    where: { tenantId: row.tenantId, capabilityId: row.id, major },
    _max: { minor: true },
  });
  return _max.minor ?? -1;
}

/** Writes the immutable version and makes it the current one of its major. */
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
  },
): Promise<VersionNumber> {
  const { row, content, plan } = write;
  const key = { tenantId: row.tenantId, capabilityId: row.id };
  const { major, minor } = plan.next;
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
      effectiveFrom: ctx.now,
      createdBy: actorId(ctx.actor),
      changeRequestId: write.changeRequestId,
      createdAt: ctx.now,
    },
  });
  await tx.capabilityMajor.upsert({
    where: { tenantId_capabilityId_major: { ...key, major } },
    create: { ...key, major, state: 'live', currentMinor: minor },
    update: { currentMinor: minor },
  });
  return { major, minor };
}
