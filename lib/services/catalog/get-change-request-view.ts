import { diffFields, type FieldDiff } from '@/lib/core/diff/fields';
import { authorize, isAllowed } from '@/lib/core/policy/authorize';
import { standsInFor } from '@/lib/core/shared/actor';
import { runtime } from '@/lib/runtime';
import { capabilityChangesSchema } from '@/lib/schemas/capabilities';
import type { ChangeImpact, ChangeRequestView } from '@/lib/schemas/catalog-views';
import {
  deprecationBodySchema,
  deprecationReportSchema,
  withdrawnEndSchema,
} from '@/lib/schemas/deprecation';
import { type VersionCheck, versionCheckSchema } from '@/lib/schemas/versions';
import { listComments } from '../change-requests/comments';
import type { Context } from '../context';
import { seesEveryTenant } from '../impact/get-impact';
import { peopleNames } from '../people/people-names';
import { reasonsHere } from '../people/reasons-here';
import { allAuthors } from './authors';
import { callCounts } from './call-counts';
import { carriedDiff } from './carried-versions';
import { toChangeRequest } from './change-rows';
import { definitionAfter, touchesContract } from './columns';
import { type LoadedChange, loadChangeRequest } from './find-change-request';
import { reviewOf } from './get-change-request';
import { findCurrentVersion, planPublish } from './publish';
import { objectOf, toCapability } from './rows';

/** One change request as the person who decides needs it. */
export async function getChangeRequestView(call: {
  ctx: Context;
  input: { change_request_id: string };
}): Promise<ChangeRequestView> {
  const { ctx, input } = call;
  const loaded = await loadChangeRequest(ctx, input.change_request_id);
  const { change, row } = loaded;
  const { prisma } = runtime().db;
  const authors = await allAuthors(prisma, loaded);
  const [review, calls, { items: comments }] = await Promise.all([
    reviewOf(ctx, loaded),
    callCounts(row, ctx.now),
    listComments({ ctx, input: { change_request_id: change.id } }),
  ]);
  const names = await peopleNames([
    ...authors,
    change.submittedBy,
    ...review.decisions.flatMap((one) => [one.decided_by, one.on_behalf_of ?? one.decided_by]),
    ...comments.map((comment) => comment.written_by),
  ]);
  const nameOf = (id: string) => names.get(id) ?? id;
  const { tenantId, ownerTeamId } = row;
  const { reasons } = await reasonsHere(ctx, tenantId, ({ actor }) =>
    authorize(actor, 'change-request.decide', { tenantId, authors }),
  );
  return {
    request: toChangeRequest(change),
    capability: {
      id: row.id,
      name: row.name,
      status: row.status,
      risk: row.risk,
      owner: ownerTeamId,
    },
    authors: authors.map((id) => ({ id, name: nameOf(id) })),
    submitted_by_name: nameOf(change.submittedBy),
    decisions: review.decisions.map((one) => ({
      ...one,
      by: nameOf(one.decided_by),
      for: one.on_behalf_of === null ? null : nameOf(one.on_behalf_of),
    })),
    comments: comments.map((comment) => ({ ...comment, by: nameOf(comment.written_by) })),
    conflicts: review.conflicts,
    diff: await diffOf(loaded, ctx.now),
    gates: review.gates,
    publish: change.closedAt === null ? await publishOf(loaded, ctx.now) : null,
    calls,
    ...impactOf(ctx, loaded),
    may: {
      decide: reasons.length === 0,
      approve: reasons.length === 0 && !hasApproved(ctx, change),
      decide_reasons: reasons,
      withdraw:
        (ctx.actor.kind === 'user' && ctx.actor.userId === change.submittedBy) ||
        isAllowed(ctx.actor, 'capability.withdraw', { tenantId, ownerTeamId }),
      edit: isAllowed(ctx.actor, 'capability.edit', { tenantId, ownerTeamId }),
      comment: isAllowed(ctx.actor, 'change-request.comment', { tenantId, ownerTeamId }),
    },
  };
}

/** What was seen of who is hit when it was proposed, and the end it is about. */
function impactOf(ctx: Context, { change: { impact, payload }, row }: LoadedChange): ChangeImpact {
  const { deprecation, withdraw } = objectOf(payload);
  const check = versionCheckSchema.safeParse(impact).data ?? null;
  return {
    check: check && !seesEveryTenant(ctx, row) ? withinTenant(check, ctx.tenantId) : check,
    report: deprecationReportSchema.safeParse(impact).data ?? null,
    deprecation: deprecationBodySchema.safeParse(deprecation).data ?? null,
    withdraw: withdrawnEndSchema.safeParse(withdraw).data ?? null,
  };
}

/** Who proposed it saw agents of every tenant; who reads it may see those of their own. */
function withinTenant(check: VersionCheck, tenantId: string): VersionCheck {
  const { affected, shapes } = check.impact;
  const isOwn = (agent: { tenant_id: string }) => agent.tenant_id === tenantId;
  const own = { ...shapes, agents: shapes.agents.filter(isOwn) };
  return {
    ...check,
    impact: { ...check.impact, affected: affected.filter(isOwn), shapes: own },
  };
}

const SUBMITTED = [
  'name',
  'type',
  'owner',
  'description',
  'title',
  'risk',
  'tags',
  'scopes',
  'limits',
  'approval_required',
  'approval_waiver',
  'required_roles',
  'input_schema',
  'output_schema',
  'annotations',
  'safe_example',
  'observability',
  'metadata',
] as const;

/** A submission shows the whole contract; other requests what they change, against then or now. */
async function diffOf({ change, row }: LoadedChange, at: Date): Promise<FieldDiff[]> {
  const payload = objectOf(change.payload);
  if (change.kind !== 'promote') {
    const after = objectOf(payload.changes);
    return diffFields(Object.keys(after), objectOf(payload.before), after);
  }
  const current = await findCurrentVersion(runtime().db.prisma, row, at);
  const was: Record<string, unknown> = current
    ? {
        description: current.description,
        title: current.title,
        input_schema: current.inputSchema,
        output_schema: current.outputSchema,
        annotations: current.annotations,
      }
    : {};
  const now = toCapability(row);
  return [...diffFields(SUBMITTED, was, now), ...carriedDiff(row, payload)];
}

function hasApproved(ctx: Context, { tenantId, decisions }: LoadedChange['change']): boolean {
  if (ctx.actor.kind !== 'user') return false;
  const absent = standsInFor(ctx.actor, tenantId).map(({ userId }) => userId);
  const people = [ctx.actor.userId, ...absent];
  return decisions.some(
    ({ decidedBy, onBehalfOf }) =>
      people.includes(decidedBy) || people.includes(onBehalfOf ?? decidedBy),
  );
}

async function publishOf(
  { change, row }: LoadedChange,
  now: Date,
): Promise<ChangeRequestView['publish']> {
  const changes = capabilityChangesSchema.safeParse(objectOf(change.payload).changes ?? {});
  if (change.kind === 'promote' || !changes.success || !touchesContract(changes.data)) return null;
  const plan = await planPublish(runtime().db.prisma, row, definitionAfter(row, changes.data), {
    now,
  });
  return {
    verdict: plan.compat.verdict,
    changes: plan.compat.changes,
    next: `${plan.next.major}.${plan.next.minor}`,
    breaking: plan.breaking,
  };
}
