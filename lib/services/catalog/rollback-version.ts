import { authorize } from '@/lib/core/policy/authorize';
import { currentMajorAt, isServed } from '@/lib/core/shared/majors';
import { runtime } from '@/lib/runtime';
import { capabilityChangesSchema } from '@/lib/schemas/capabilities';
import type { ChangeOutcome } from '@/lib/schemas/change-requests';
import { requireAllowed } from '../authorize';
import type { Context } from '../context';
import { notFound, ServiceError } from '../errors';
import { realChanges } from './columns';
import { getCapabilityRecord } from './load';
import { type CapabilityKey, loadMajors } from './majors';
import { proposeChange } from './propose-change';
import { objectOf, objectOrNull } from './rows';

/**
 * Proposes to go back to an earlier version. The newest of another live major becomes the current
 * one again as it is; anything else is published anew with the old content, because a number is
 * never used twice. Going back to the current version takes back what was published for later.
 */
export async function rollbackVersion(call: {
  ctx: Context;
  input: { capability_id: string; version: string; reason: string };
}): Promise<ChangeOutcome> {
  const { ctx, input } = call;
  const row = await getCapabilityRecord(ctx, input.capability_id);
  const { tenantId, ownerTeamId } = row;
  requireAllowed(authorize(ctx.actor, 'capability.publish', { tenantId, ownerTeamId }));
  const [major = 0, minor = 0] = input.version.split('.').map(Number);
  const { prisma } = runtime().db;
  const key = { tenantId, capabilityId: row.id, major };
  const version = await prisma.capabilityVersion.findUnique({
    where: { tenantId_capabilityId_major_minor: { ...key, minor } },
  });
  if (!version) throw notFound('version', input.version);
  const majors = await loadMajors(prisma, row, ctx.now);
  const stands = majors.find((one) => one.major === major);
  const isCurrent =
    currentMajorAt(row.currentMajor, majors, ctx.now) === major && stands?.served === minor;
  const scheduled = await scheduledVersions(row, ctx.now);
  if (isCurrent && scheduled.length === 0) {
    throw new ServiceError('CONFLICT', `${input.version} is the current version already.`);
  }
  requireWasServed(version, ctx.now);
  const changes = capabilityChangesSchema.parse({
    title: version.title,
    description: version.description,
    input_schema: objectOf(version.inputSchema),
    output_schema: objectOrNull(version.outputSchema),
    annotations: objectOf(version.annotations),
  });
  const switches =
    !isCurrent &&
    major !== row.currentMajor &&
    stands?.state === 'live' &&
    isServed(stands, ctx.now) &&
    stands.served === minor;
  return await proposeChange({
    ctx,
    row,
    changes: realChanges(row, changes),
    reason: input.reason,
    kind: 'rollback',
    title: isCurrent
      ? `Keep ${row.name} at ${input.version}: take back ${scheduled.join(', ')}`
      : `Roll ${row.name} back to ${input.version}`,
    extra: {
      version: input.version,
      ...(isCurrent ? { cancel_scheduled: true } : {}),
      ...(switches ? { switch_to: { major, minor } } : {}),
    },
  });
}

/** Published for later, and not taken back. */
async function scheduledVersions(row: CapabilityKey, now: Date): Promise<string[]> {
  const found = await runtime().db.prisma.capabilityVersion.findMany({
    where: {
      tenantId: row.tenantId,
      capabilityId: row.id,
      withdrawnAt: null,
      effectiveFrom: { gt: now },
    },
    select: { major: true, minor: true },
    orderBy: [{ major: 'asc' }, { minor: 'asc' }],
  });
  return found.map((one) => `${one.major}.${one.minor}`);
}

function requireWasServed(
  version: { effectiveFrom: Date; withdrawnAt: Date | null },
  now: Date,
): void {
  if (version.withdrawnAt === null && version.effectiveFrom <= now) return;
  throw new ServiceError(
    'PRECONDITION_FAILED',
    'This version was never served, so there is no way back to it; publish it instead.',
  );
}
