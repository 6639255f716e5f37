import { mapShape } from '@/lib/core/deprecation/map-shape';
import { shapeOfValue } from '@/lib/core/ledger/check-shape-values';
import { authorize } from '@/lib/core/policy/authorize';
import { runtime } from '@/lib/runtime';
import type { DeprecationBody, DeprecationReport } from '@/lib/schemas/deprecation';
import { requireAllowed } from '../authorize';
import type { Context } from '../context';
import { seesEveryTenant } from '../impact/get-impact';
import { checkRecordedShapes } from '../impact/recorded-shapes';
import { callCounts } from './call-counts';
import { judgeReplacement } from './judge-deprecation';
import { getCapabilityRecord } from './load';
import type { CapabilityRecord } from './rows';

type Plan = Pick<DeprecationBody, 'major' | 'replacement' | 'argument_mapping'>;
type Judged = Awaited<ReturnType<typeof judgeReplacement>>;

/** What an end would meet, before it is proposed: the replacement, and the mapping tried on real calls. */
export async function checkDeprecation(call: {
  ctx: Context;
  input: Plan & { capability_id: string };
}): Promise<DeprecationReport> {
  const { ctx, input } = call;
  const row = await getCapabilityRecord(ctx, input.capability_id);
  const { tenantId, ownerTeamId } = row;
  requireAllowed(authorize(ctx.actor, 'capability.deprecate', { tenantId, ownerTeamId }));
  const judged = await judgeReplacement(runtime().db.prisma, ctx, row, input);
  return await deprecationReport(ctx, row, input, judged);
}

/** The same of a plan that was judged already. */
export async function deprecationReport(
  ctx: Context,
  row: CapabilityRecord,
  plan: Plan,
  { problem, compatibility, inputs, mapping }: Judged,
): Promise<DeprecationReport> {
  const counts = await callCounts(row, ctx.now);
  const mapped = inputs
    ? await checkRecordedShapes({
        capability: row,
        major: plan.major ?? null,
        schema: inputs.after,
        tenantId: seesEveryTenant(ctx, row) ? null : ctx.tenantId,
        map: (shape) => mapShape(shape, plan.argument_mapping, shapeOfValue),
      })
    : null;
  return {
    replacement_problem: problem,
    compatibility,
    mapping_problems: mapping,
    mapped,
    agents: counts.agents,
    calls_24h: counts.calls24h,
    calls_30d: counts.calls30d,
    last_call_at: counts.lastAt,
  };
}
