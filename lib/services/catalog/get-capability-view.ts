import { checkGates } from '@/lib/core/lifecycle/gates';
import { buildStepper } from '@/lib/core/lifecycle/stepper';
import { possibleTransitions } from '@/lib/core/lifecycle/transitions';
import { authorize, recordScope } from '@/lib/core/policy/authorize';
import { INCIDENT_TARGET_KINDS, SHARED_TENANT } from '@/lib/core/shared/domain';
import { runtime } from '@/lib/runtime';
import type { BindingAnswer } from '@/lib/schemas/bindings';
import type { CapabilityView, OpenIncidentRow } from '@/lib/schemas/catalog-views';
import { requireAllowed } from '../authorize';
import type { Context } from '../context';
import { peopleNames } from '../people/people-names';
import { authorsOf, union } from './authors';
import { callCounts } from './call-counts';
import { accessOf } from './capability-access';
import { historyOf } from './capability-history';
import { toChangeRequest, WITH_NAME } from './change-rows';
import { announcedEnd, gateFacts } from './gate-facts';
import { bindingsOf } from './list-bindings';
import { majorsOf } from './list-majors';
import { versionsOf } from './list-versions';
import { getCapabilityRecord } from './load';
import { mayDo } from './may-do';
import { type CapabilityRecord, toCapability } from './rows';

/** One object for the page. */
export async function getCapabilityView(call: {
  ctx: Context;
  input: { capability_id: string };
}): Promise<CapabilityView> {
  const { ctx, input } = call;
  const row = await getCapabilityRecord(ctx, input.capability_id);
  const { tenantId, id: capabilityId } = row;
  requireAllowed(authorize(ctx.actor, 'catalog.read', { tenantId, discoverable: true }));
  const { prisma } = runtime().db;
  const where = { tenantId, capabilityId };
  const [versions, majors, bindings, deprecations, drifts, requests, calls, access, history, team] =
    await Promise.all([
      versionsOf(row, ctx.now),
      majorsOf(ctx, row),
      bindingsOf(ctx, row),
      prisma.deprecation.findMany({ where: { ...where, withdrawnAt: null } }),
      prisma.drift.findMany({ where: { ...where, resolvedAt: null } }),
      prisma.changeRequest.findMany({
        where,
        include: WITH_NAME,
        orderBy: [{ submittedAt: 'desc' }, { id: 'desc' }],
        take: 20,
      }),
      callCounts(row, ctx.now),
      accessOf(ctx, row),
      mayReadHistory(ctx, row) ? historyOf(row) : null,
      prisma.team.findUnique({
        where: { tenantId_id: { tenantId, id: row.ownerTeamId } },
        select: { name: true },
      }),
    ]);
  const open = requests.find((one) => one.kind === 'promote' && one.closedAt === null);
  const authors = union(open?.authors ?? [], await authorsOf(prisma, row));
  const names = await peopleNames([row.createdBy]);
  return {
    capability: toCapability(row),
    owner_name: team?.name ?? row.ownerTeamId,
    created_by_name: names.get(row.createdBy) ?? row.createdBy,
    versions,
    majors,
    bindings,
    deprecations: deprecations.map((ends) => ({
      id: ends.id,
      major: ends.major,
      announced_at: ends.announcedAt.toISOString(),
      disable_at: ends.disableAt.toISOString(),
      replacement_id: ends.replacementId,
      replacement_major: ends.replacementMajor,
      migration_note: ends.migrationNote,
    })),
    incidents: await openIncidents(row, bindings),
    drifts: drifts.map(({ kind, detectedAt }) => ({ kind, detected_at: detectedAt.toISOString() })),
    change_requests: requests.map(toChangeRequest),
    calls,
    access,
    history,
    ...(await lifecycleOf(ctx, row, authors)),
    may: permissions(ctx, row, authors),
  };
}

async function lifecycleOf(
  ctx: Context,
  row: CapabilityRecord,
  authors: readonly string[],
): Promise<Pick<CapabilityView, 'moves' | 'next'>> {
  const may = mayDo(ctx.actor, row, authors);
  const { prisma } = runtime().db;
  const deprecation = await announcedEnd(prisma, row);
  const facts = await gateFacts(prisma, row, { decision: null, deprecation, now: ctx.now });
  const { next } = buildStepper(facts, may);
  const moves = possibleTransitions(row.status, may).map(
    ({ to, label, allowed, reasons, needsDecision }) => ({
      to,
      label,
      allowed,
      reasons: [...reasons],
      needsDecision,
    }),
  );
  // What is in production needs nothing; its end is a choice, not a step that waits.
  if (!next || row.status === 'PRODUCTION') return { moves, next: null };
  // A draft shows already what its promotion will ask for.
  const failures =
    row.status === 'DRAFT'
      ? checkGates({ ...facts, status: 'REVIEW' }, 'PRODUCTION').filter(
          (failure) => failure.gate !== 'decision',
        )
      : next.failures;
  const gates = failures.map(({ field, message, fix, severity }) => ({
    field,
    message,
    fix,
    severity,
  }));
  const { to, label, allowed } = next.transition;
  return { moves, next: { to, label, allowed, needs: next.needs, gates } };
}

function permissions(
  ctx: Context,
  row: CapabilityRecord,
  authors: readonly string[],
): CapabilityView['may'] {
  const { tenantId, ownerTeamId } = row;
  const owned = { tenantId, ownerTeamId };
  const edit = authorize(ctx.actor, 'capability.edit', owned);
  const press = authorize(ctx.actor, 'incident.open', owned);
  return {
    edit: edit.allowed && row.status !== 'DISABLED',
    edit_reasons: edit.allowed ? [] : edit.reasons,
    publish: authorize(ctx.actor, 'capability.publish', owned).allowed,
    deprecate: authorize(ctx.actor, 'capability.deprecate', owned).allowed,
    attest: authorize(ctx.actor, 'capability.attest', owned).allowed,
    smoke: row.safeExample !== null && authorize(ctx.actor, 'capability.smoke', owned).allowed,
    dismiss: authorize(ctx.actor, 'capability.dismiss', owned).allowed,
    decide_quarantine: authorize(ctx.actor, 'quarantine.decide', { tenantId, authors }).allowed,
    open_incident: press.allowed,
    open_incident_reasons: press.allowed ? [] : press.reasons,
  };
}

function mayReadHistory(ctx: Context, row: CapabilityRecord): boolean {
  const scope = recordScope(ctx.actor, 'audit.read', row.tenantId);
  return scope.all || scope.teamIds.includes(row.ownerTeamId);
}

/** Incidents on it or on a provider or backend behind it. */
async function openIncidents(
  row: CapabilityRecord,
  bindings: readonly BindingAnswer[],
): Promise<OpenIncidentRow[]> {
  const { prisma } = runtime().db;
  const providers = await prisma.provider.findMany({
    where: { tenantId: row.tenantId, id: { in: bindings.map((binding) => binding.provider) } },
    select: { id: true, backendId: true },
  });
  const targets: Record<string, string[]> = {
    capability: [row.id],
    provider: providers.map((provider) => provider.id),
    backend: providers.flatMap((provider) => provider.backendId ?? []),
  };
  const found = await prisma.incident.findMany({
    where: {
      restoredAt: null,
      tenantId: { in: [...new Set([row.tenantId, SHARED_TENANT])] },
      OR: INCIDENT_TARGET_KINDS.filter((kind) => (targets[kind] ?? []).length > 0).map((kind) => ({
        targetKind: kind,
        targetId: { in: targets[kind] ?? [] },
        tenantId: row.tenantId,
      })),
    },
    orderBy: [{ openedAt: 'desc' }, { id: 'desc' }],
  });
  return found.map((incident) => ({
    id: incident.id,
    target_kind: incident.targetKind,
    target_id: incident.targetId,
    reason: incident.reason,
    opened_at: incident.openedAt.toISOString(),
    opened_by_name: incident.openedByName,
  }));
}
