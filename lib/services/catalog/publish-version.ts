import { authorize } from '@/lib/core/policy/authorize';
import { runtime } from '@/lib/runtime';
import type { CapabilityChanges } from '@/lib/schemas/capabilities';
import type { ChangeOutcome } from '@/lib/schemas/change-requests';
import { requireAllowed } from '../authorize';
import type { Context } from '../context';
import { changedMeanwhile, invalidField, ServiceError } from '../errors';
import { callCounts } from './call-counts';
import { definitionAfter, realChanges } from './columns';
import { getCapabilityRecord } from './load';
import { proposeChange } from './propose-change';
import { planPublish } from './publish';
import type { CapabilityRecord } from './rows';
import { checkInputSchema } from './schema-check';

type Body = Pick<
  CapabilityChanges,
  'title' | 'description' | 'input_schema' | 'output_schema' | 'annotations'
> & { reason: string; row_version?: number | undefined };
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
  const { reason, row_version, ...asked } = input.body;
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
  const plan = await planPublish(runtime().db.prisma, row, definitionAfter(row, changes));
  return await proposeChange({
    ctx,
    row,
    changes,
    reason,
    kind: 'publish',
    title: `Publish ${row.name} ${plan.next.major}.${plan.next.minor}`,
    extra: { compatibility: plan.compat },
  });
}

function requireLive(row: CapabilityRecord): void {
  if (row.status === 'PRODUCTION' || row.status === 'DEPRECATED') return;
  throw new ServiceError(
    'PRECONDITION_FAILED',
    `It is in ${row.status}: versions are published of what is live. Edit the capability, then submit it.`,
  );
}

/** Verdict and impact of a publish, without publishing. */
export async function checkVersion({ ctx, input }: Call) {
  const row = await getCapabilityRecord(ctx, input.capability_id);
  const { tenantId, ownerTeamId } = row;
  requireAllowed(authorize(ctx.actor, 'capability.publish', { tenantId, ownerTeamId }));
  const { reason: _reason, row_version: _version, ...asked } = input.body;
  if (asked.input_schema !== undefined) {
    const problem = await checkInputSchema(asked.input_schema);
    if (problem)
      throw invalidField('input_schema', `The input schema does not compile: ${problem}`);
  }
  const content = definitionAfter(row, realChanges(row, asked));
  const plan = await planPublish(runtime().db.prisma, row, content);
  const counts = await callCounts(row, ctx.now);
  return {
    verdict: plan.compat.verdict,
    changes: plan.compat.changes,
    next_version: `${plan.next.major}.${plan.next.minor}`,
    same: plan.same,
    impact: { agents: counts.agents, calls_24h: counts.calls24h, calls_30d: counts.calls30d },
  };
}
