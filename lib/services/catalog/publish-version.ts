import { authorize } from '@/lib/core/policy/authorize';
import type { CapabilityChanges } from '@/lib/schemas/capabilities';
import type { ChangeOutcome } from '@/lib/schemas/change-requests';
import type { VersionCheck } from '@/lib/schemas/versions';
import { requireAllowed } from '../authorize';
import type { Context } from '../context';
import { changedMeanwhile, invalidField, ServiceError } from '../errors';
import { futureTime } from '../future-time';
import { versionCheckOf } from './check-version';
import { realChanges } from './columns';
import { getCapabilityRecord } from './load';
import { proposeChange } from './propose-change';
import type { CapabilityRecord } from './rows';

type Body = Pick<
  CapabilityChanges,
  'title' | 'description' | 'input_schema' | 'output_schema' | 'annotations'
> & { reason: string; row_version?: number | undefined; effective_from?: string | undefined };
type Call = { ctx: Context; input: { capability_id: string; body: Body } };

/**
 * Proposes the next version of something live. Somebody else decides; a compatible one then takes
 * the place of the current, a breaking one stands beside it as the next major.
 */
export async function publishVersion({ ctx, input }: Call): Promise<ChangeOutcome> {
  const row = await getCapabilityRecord(ctx, input.capability_id);
  const { tenantId, ownerTeamId } = row;
  requireAllowed(authorize(ctx.actor, 'capability.publish', { tenantId, ownerTeamId }));
  requireLive(row);
  const { reason, row_version, effective_from, ...asked } = input.body;
  if (row_version !== undefined && row_version !== row.rowVersion) {
    throw changedMeanwhile('capability');
  }
  const changes = realChanges(row, asked);
  if (Object.keys(changes).length === 0) {
    throw invalidField(
      '',
      'Nothing differs from the current version, so there is nothing to publish.',
    );
  }
  const later = futureTime(ctx.now, 'effective_from', effective_from);
  const check = await versionCheckOf(ctx, row, changes);
  return await proposeChange({
    ctx,
    row,
    changes,
    reason,
    kind: 'publish',
    title: publishTitle(row, check),
    extra: {
      compatibility: { verdict: check.verdict, changes: check.changes },
      ...(later ? { effective_from: later.toISOString() } : {}),
    },
    impact: check,
  });
}

/** Named after the version it would be now. */
export function publishTitle(
  { name }: Pick<CapabilityRecord, 'name'>,
  { next_version }: Pick<VersionCheck, 'next_version'>,
): string {
  return `Publish ${name} ${next_version}`;
}

function requireLive(row: CapabilityRecord): void {
  if (row.status === 'PRODUCTION' || row.status === 'DEPRECATED') return;
  throw new ServiceError(
    'PRECONDITION_FAILED',
    `It is in ${row.status}: versions are published of what is live. Edit the capability, then submit it.`,
  );
}
