import { authorize } from '@/lib/core/policy/authorize';
import { runtime } from '@/lib/runtime';
import { capabilityChangesSchema } from '@/lib/schemas/capabilities';
import type { ChangeOutcome } from '@/lib/schemas/change-requests';
import { requireAllowed } from '../authorize';
import type { Context } from '../context';
import { notFound, ServiceError } from '../errors';
import { realChanges } from './columns';
import { getCapabilityRecord } from './load';
import { proposeChange } from './propose-change';
import { objectOf, objectOrNull } from './rows';

/**
 * Proposes to go back to an earlier version. The newest of another live major becomes the current
 * one again as it is; anything else is published anew with the old content, because a number is
 * never used twice.
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
  if (row.currentMajor === major && row.currentMinor === minor) {
    throw new ServiceError('CONFLICT', `${input.version} is the current version already.`);
  }
  const changes = capabilityChangesSchema.parse({
    title: version.title,
    description: version.description,
    input_schema: objectOf(version.inputSchema),
    output_schema: objectOrNull(version.outputSchema),
    annotations: objectOf(version.annotations),
  });
  const state = await prisma.capabilityMajor.findUnique({
    where: { tenantId_capabilityId_major: key },
  });
  const stands =
    major !== row.currentMajor && state?.state === 'live' && state.currentMinor === minor;
  return await proposeChange({
    ctx,
    row,
    changes: realChanges(row, changes),
    reason: input.reason,
    kind: 'rollback',
    title: `Roll ${row.name} back to ${input.version}`,
    extra: { version: input.version, ...(stands ? { switch_to: { major, minor } } : {}) },
  });
}
