import { diffFields, type FieldDiff } from '@/lib/core/diff/fields';
import { checkGates } from '@/lib/core/lifecycle/gates';
import { authorize } from '@/lib/core/policy/authorize';
import { runtime } from '@/lib/runtime';
import { capabilityChangesSchema } from '@/lib/schemas/capabilities';
import type { ChangeImpact, ChangeRequestView, Gate } from '@/lib/schemas/catalog-views';
import { versionCheckSchema } from '@/lib/schemas/change-requests';
import {
  deprecationBodySchema,
  deprecationReportSchema,
  withdrawnEndSchema,
} from '@/lib/schemas/deprecation';
import type { Context } from '../context';
import { peopleNames } from '../people/people-names';
import { reasonsHere } from '../people/reasons-here';
import { callCounts } from './call-counts';
import { toChangeRequest } from './change-rows';
import { definitionAfter, touchesContract } from './columns';
import { allAuthors } from './decide-change-request';
import { type LoadedChange, loadChangeRequest } from './find-change-request';
import { gateFacts } from './gate-facts';
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
  const authors = await allAuthors(loaded);
  const [decisions, calls] = await Promise.all([
    prisma.changeDecision.findMany({
      where: { tenantId: change.tenantId, changeRequestId: change.id },
      orderBy: [{ decidedAt: 'asc' }, { id: 'asc' }],
    }),
    callCounts(row, ctx.now),
  ]);
  const names = await peopleNames([
    ...authors,
    change.submittedBy,
    ...decisions.map((decision) => decision.decidedBy),
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
    decisions: decisions.map((one) => ({
      id: one.id,
      decision: one.decision,
      comment: one.comment,
      by: nameOf(one.decidedBy),
      at: one.decidedAt.toISOString(),
      revoked_at: one.revokedAt?.toISOString() ?? null,
    })),
    diff: await diffOf(loaded, ctx.now),
    gates: change.status === 'OPEN' ? await gatesOf(ctx, loaded) : [],
    publish: change.status === 'OPEN' ? await publishOf(loaded, ctx.now) : null,
    calls,
    ...impactOf(change),
    may: {
      decide: reasons.length === 0,
      decide_reasons: reasons,
      withdraw:
        (ctx.actor.kind === 'user' && ctx.actor.userId === change.submittedBy) ||
        authorize(ctx.actor, 'capability.withdraw', { tenantId, ownerTeamId }).allowed,
    },
  };
}

/** What was seen of who is hit when it was proposed, and the end it is about. */
function impactOf({ impact, payload }: LoadedChange['change']): ChangeImpact {
  const { deprecation, withdraw } = objectOf(payload);
  return {
    check: versionCheckSchema.safeParse(impact).data ?? null,
    report: deprecationReportSchema.safeParse(impact).data ?? null,
    deprecation: deprecationBodySchema.safeParse(deprecation).data ?? null,
    withdraw: withdrawnEndSchema.safeParse(withdraw).data ?? null,
  };
}

const SUBMITTED = [
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
  return diffFields(SUBMITTED, was, now);
}

async function gatesOf(ctx: Context, { change, row }: LoadedChange): Promise<Gate[]> {
  if (change.kind !== 'promote' || row.status !== 'REVIEW') return [];
  const facts = await gateFacts(runtime().db.prisma, row, {
    decision: null,
    deprecation: null,
    now: ctx.now,
  });
  return checkGates(facts, 'PRODUCTION')
    .filter((failure) => failure.gate !== 'decision')
    .map(({ field, message, fix, severity }) => ({ field, message, fix, severity }));
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
