import type { CompatResult } from '@/lib/core/compat/types';
import { authorize } from '@/lib/core/policy/authorize';
import { runtime } from '@/lib/runtime';
import type { CapabilityChanges } from '@/lib/schemas/capabilities';
import type { VersionCheck } from '@/lib/schemas/versions';
import { requireAllowed } from '../authorize';
import type { Context } from '../context';
import { invalidField } from '../errors';
import { computeImpact, seesEveryTenant } from '../impact/get-impact';
import { checkRecordedShapes } from '../impact/recorded-shapes';
import { definitionAfter, realChanges } from './columns';
import { getCapabilityRecord } from './load';
import { type PublishPlan, planPublish } from './publish';
import { type CapabilityRecord, objectOf } from './rows';
import { checkInputSchema } from './schema-check';

type Call = { ctx: Context; input: { capability_id: string; body: CapabilityChanges } };

/** Agents listed with an answer; the counts are over all of them. */
const MAX_AFFECTED = 100;

/** Verdict, advice and who is hit by a publish, without publishing. */
export async function checkVersion({ ctx, input }: Call): Promise<VersionCheck> {
  const row = await getCapabilityRecord(ctx, input.capability_id);
  const { tenantId, ownerTeamId } = row;
  requireAllowed(authorize(ctx.actor, 'capability.publish', { tenantId, ownerTeamId }));
  const { body } = input;
  if (body.input_schema !== undefined) {
    const problem = await checkInputSchema(body.input_schema);
    if (problem)
      throw invalidField('input_schema', `The input schema does not compile: ${problem}`);
  }
  const { title, description, input_schema, output_schema, annotations } = body;
  const asked = { title, description, input_schema, output_schema, annotations };
  return await versionCheckOf(ctx, row, realChanges(row, asked));
}

/** The same for changes that were looked at already; stored with the request they become. */
export async function versionCheckOf(
  ctx: Context,
  row: CapabilityRecord,
  changes: CapabilityChanges,
): Promise<VersionCheck> {
  const content = definitionAfter(row, changes);
  const plan = await planPublish(runtime().db.prisma, row, content, { now: ctx.now });
  return {
    verdict: plan.compat.verdict,
    changes: plan.compat.changes,
    next_version: `${plan.next.major}.${plan.next.minor}`,
    same: plan.same,
    advice: adviceOf(plan),
    impact: await impactOf(ctx, row, objectOf(content.inputSchema)),
  };
}

async function impactOf(
  ctx: Context,
  row: CapabilityRecord,
  schema: ReturnType<typeof objectOf>,
): Promise<VersionCheck['impact']> {
  const { tenantId, id, name, ownerTeamId } = row;
  const target = { kind: 'capability' as const, tenantId, id, name, ownerTeamId };
  const impact = await computeImpact(ctx, target);
  const shapes = await checkRecordedShapes({
    capability: row,
    major: row.currentMajor,
    schema,
    tenantId: seesEveryTenant(ctx, row) ? null : ctx.tenantId,
  });
  return {
    agents: impact.agents.filter((agent) => agent.calls_30d > 0).length,
    calls_24h: impact.calls_24h,
    calls_30d: impact.calls_30d,
    last_call_at: impact.last_call_at,
    affected: impact.agents.slice(0, MAX_AFFECTED),
    shapes,
  };
}

/** What the verdict makes of the number, and the change that decides it. */
function adviceOf({ same, breaking, compat, next }: PublishPlan): VersionCheck['advice'] {
  const number = `${next.major}.${next.minor}`;
  if (same) {
    const why = 'Nothing agents see would change, so no version is made.';
    return { bump: 'none', why, needs_ruling: false };
  }
  if (!breaking) {
    const why =
      compat.changes.length === 0
        ? `Only texts change: ${number} takes the place of the current version.`
        : `Everything that worked keeps working: ${number} takes the place of the current version.`;
    return { bump: 'minor', why, needs_ruling: false };
  }
  const needsRuling = compat.verdict === 'unknown';
  const ruling = needsRuling
    ? ' It counts as breaking until a reviewer rules it compatible, on record.'
    : '';
  return {
    bump: 'major',
    why: `${worstOf(compat)}: ${number} stands beside the current version, and agents stay on theirs.${ruling}`,
    needs_ruling: needsRuling,
  };
}

function worstOf({ verdict, changes }: CompatResult): string {
  const same = changes.filter((change) => change.verdict === verdict);
  const [first] = same;
  if (!first) return 'It may break callers';
  const more = same.length > 1 ? ` (and ${same.length - 1} more)` : '';
  return `${first.path || '/'} ${first.detail.replace(/\.$/, '')}${more}`;
}
