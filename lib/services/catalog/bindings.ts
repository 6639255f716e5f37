import { authorize } from '@/lib/core/policy/authorize';
import type { Binding } from '@/lib/db/generated/client';
import type { Tx } from '@/lib/db/transaction';
import { runtime } from '@/lib/runtime';
import type { BindingAnswer } from '@/lib/schemas/bindings';
import { announce, transact } from '../announce';
import { recordAudit } from '../audit';
import { requireAllowed, visibleTenants } from '../authorize';
import { actorId, type Context } from '../context';
import { changedMeanwhile, invalidField, notFound, ServiceError } from '../errors';
import { newId } from '../ids';
import { requireNoEscape } from '../incidents/require-no-escape';
import { addAuthor } from './keep-authors';
import { type BindingRow, toBinding, WITH_PROVIDER } from './list-bindings';
import { getCapabilityRecord, reloadCapability } from './load';
import { reviseSubmission } from './revise-submission';
import type { CapabilityRecord } from './rows';
import { computeSurfaceId } from './surface-id';

type Fields = {
  region?: string | null | undefined;
  for_tenant?: string | null | undefined;
  cost_per_call?: number | undefined;
  priority?: number | undefined;
  freshness_seconds?: number | null | undefined;
  availability?: BindingAnswer['availability'] | undefined;
  availability_reason?: string | null | undefined;
};

function columns(fields: Fields) {
  return {
    ...(fields.region === undefined ? {} : { region: fields.region }),
    ...(fields.for_tenant === undefined ? {} : { forTenantId: fields.for_tenant }),
    ...(fields.cost_per_call === undefined ? {} : { costPerCall: fields.cost_per_call }),
    ...(fields.priority === undefined ? {} : { priority: fields.priority }),
    ...(fields.freshness_seconds === undefined ? {} : { freshness: fields.freshness_seconds }),
    ...(fields.availability === undefined ? {} : { availability: fields.availability }),
    ...(fields.availability_reason === undefined
      ? {}
      : { availabilityReason: fields.availability_reason }),
  };
}

/**
 * Adds a provider that can carry the capability out, or brings back one that was taken away.
 * @throws ServiceError VALIDATION; PRECONDITION_FAILED for what is live, and for a provider that an
 *   incident stops, by its id or its address.
 */
export async function createBinding(call: {
  ctx: Context;
  input: Fields & { capability_id: string; provider: string; upstream_name: string };
}): Promise<BindingAnswer> {
  const { ctx, input } = call;
  const row = await getCapabilityRecord(ctx, input.capability_id);
  const created = await transact((tx) => addBinding(tx, ctx, row, input));
  await announce('catalog', { tenantId: row.tenantId, ids: [row.id] });
  return created;
}

export type NewBinding = Fields & { provider: string; upstream_name: string };

/** The same inside the caller's transaction. */
export async function addBinding(
  tx: Tx,
  ctx: Context,
  row: CapabilityRecord,
  input: NewBinding,
): Promise<BindingAnswer> {
  requireEdit(ctx, row);
  const { tenantId } = row;
  const provider = await tx.provider.findUnique({
    where: { tenantId_id: { tenantId, id: input.provider } },
    select: { id: true, kind: true, location: true, endpoint: true, archivedAt: true },
  });
  if (!provider || provider.archivedAt) {
    throw invalidField('provider', `There is no provider "${input.provider}" in "${tenantId}".`);
  }
  const { endpoint } = provider;
  await requireNoEscape(tx, 'provider', { tenantId, endpoint, providerId: provider.id });
  const site = { providerId: provider.id, upstreamName: input.upstream_name };
  const removed = await tx.binding.findFirst({
    where: { tenantId, capabilityId: row.id, ...site, removedAt: { not: null } },
  });
  await requireDecided(tx, row, removed);
  const binding = removed
    ? await bringBack(tx, removed, columns(input))
    : await tx.binding.create({
        data: {
          ...columns(input),
          ...site,
          tenantId,
          id: newId('bnd', ctx.now.getTime()),
          capabilityId: row.id,
          surface: row.surface,
          firstSeenAt: ctx.now,
        },
        include: WITH_PROVIDER,
      });
  await nameSurface(tx, row, provider, input.upstream_name);
  await signPart(tx, ctx, row);
  await recordAudit(tx, ctx, {
    action: 'binding.create',
    targetKind: 'capability',
    targetId: row.id,
    tenantId,
    after: toBinding(binding),
  });
  return toBinding(binding);
}

/** As if it were new, and read anew by the next sync; records of it keep their meaning. */
async function bringBack(
  tx: Tx,
  { tenantId, id }: Binding,
  fields: ReturnType<typeof columns>,
): Promise<BindingRow> {
  return await tx.binding.update({
    where: { tenantId_id: { tenantId, id } },
    data: {
      ...{ region: null, forTenantId: null, costPerCall: 0, priority: 100, freshness: null },
      ...{ availability: 'available', availabilityReason: null },
      ...fields,
      ...{ removedAt: null, removedBy: null, liveDefinition: {}, liveHash: '' },
      rowVersion: { increment: 1 },
    },
    include: WITH_PROVIDER,
  });
}

/** The first binding gives the surface id its server. */
async function nameSurface(
  tx: Tx,
  row: CapabilityRecord,
  provider: { id: string; kind: string; location: string },
  upstreamName: string,
): Promise<void> {
  const { tenantId, id } = row;
  const count = await tx.binding.count({ where: { tenantId, capabilityId: id, removedAt: null } });
  if (count !== 1) return;
  const surfaceId = computeSurfaceId(row.type, upstreamName, provider);
  await tx.capability.updateMany({ where: { tenantId, id }, data: { surfaceId } });
}

async function loadBinding(ctx: Context, id: string) {
  const binding = await runtime().db.prisma.binding.findFirst({
    where: { id, tenantId: { in: visibleTenants(ctx) }, removedAt: null },
    include: WITH_PROVIDER,
  });
  if (!binding) throw notFound('binding', id);
  const row = await getCapabilityRecord(ctx, binding.capabilityId).catch(() => null);
  if (row?.tenantId !== binding.tenantId) throw notFound('binding', id);
  return { binding, row };
}

/** @throws ServiceError CONFLICT when it was changed since `row_version` was read. */
export async function updateBinding(call: {
  ctx: Context;
  input: Fields & { binding_id: string; row_version: number };
}): Promise<BindingAnswer> {
  const { ctx, input } = call;
  const { binding, row } = await loadBinding(ctx, input.binding_id);
  const changed = await transact((tx) => changeBinding(tx, ctx, { binding, row }, input));
  await announce('catalog', { tenantId: row.tenantId, ids: [row.id] });
  return changed;
}

export type BoundCapability = { binding: BindingRow; row: CapabilityRecord };

/** The same inside the caller's transaction. */
export async function changeBinding(
  tx: Tx,
  ctx: Context,
  { binding, row }: BoundCapability,
  input: Fields & { row_version: number },
): Promise<BindingAnswer> {
  requireEdit(ctx, row);
  const { tenantId, id } = binding;
  const { count } = await tx.binding.updateMany({
    where: { tenantId, id, rowVersion: input.row_version, removedAt: null },
    data: { ...columns(input), rowVersion: { increment: 1 } },
  });
  if (count === 0) throw changedMeanwhile('binding');
  await signPart(tx, ctx, row);
  const after = await tx.binding.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id } },
    include: WITH_PROVIDER,
  });
  await recordAudit(tx, ctx, {
    action: 'binding.update',
    targetKind: 'capability',
    targetId: row.id,
    tenantId,
    before: toBinding(binding),
    after: toBinding(after),
  });
  return toBinding(after);
}

/**
 * Takes a provider away from a capability, until somebody adds it again; no sync does. The row
 * stays, so that records keep their meaning.
 */
export async function deleteBinding(call: {
  ctx: Context;
  input: { binding_id: string };
}): Promise<void> {
  const { ctx, input } = call;
  const { binding, row } = await loadBinding(ctx, input.binding_id);
  await transact((tx) => removeBinding(tx, ctx, { binding, row }));
  await announce('catalog', { tenantId: row.tenantId, ids: [row.id] });
}

/** The same inside the caller's transaction. */
export async function removeBinding(
  tx: Tx,
  ctx: Context,
  { binding, row }: BoundCapability,
): Promise<void> {
  requireEdit(ctx, row);
  const { tenantId, id } = binding;
  const { count } = await tx.binding.updateMany({
    where: { tenantId, id, rowVersion: binding.rowVersion, removedAt: null },
    data: { removedAt: ctx.now, removedBy: actorId(ctx.actor), rowVersion: { increment: 1 } },
  });
  if (count === 0) throw changedMeanwhile('binding');
  await signPart(tx, ctx, row);
  await recordAudit(tx, ctx, {
    action: 'binding.delete',
    targetKind: 'capability',
    targetId: row.id,
    tenantId,
    before: toBinding(binding),
  });
}

/** Where it is carried out is a part of what a reviewer decides on: who changes that is an author. */
async function signPart(tx: Tx, ctx: Context, row: CapabilityRecord): Promise<void> {
  const now = await reloadCapability(tx, row);
  if (now.status !== 'DRAFT' && now.status !== 'REVIEW') return;
  await addAuthor(tx, ctx, now);
  if (now.status === 'REVIEW') await reviseSubmission(tx, ctx, now);
}

/**
 * Another provider is another code path behind an approved name: nobody adds one to what is live
 * alone, and no sync does. One that was there when it was decided on may come back.
 */
async function requireDecided(
  tx: Tx,
  { tenantId, id: capabilityId, status }: CapabilityRecord,
  removed: Binding | null,
): Promise<void> {
  if (status !== 'PRODUCTION' && status !== 'DEPRECATED') return;
  const there = removed?.removedAt && { gte: removed.firstSeenAt, lte: removed.removedAt };
  const decided =
    there &&
    (await tx.capabilityVersion.findFirst({
      where: { tenantId, capabilityId, effectiveFrom: there },
      select: { major: true },
    }));
  if (decided) return;
  throw new ServiceError(
    'PRECONDITION_FAILED',
    'It is live: a provider is added in DRAFT or REVIEW, where a second person decides on it.',
  );
}

function requireEdit(ctx: Context, row: CapabilityRecord): void {
  if (row.status === 'DISABLED') {
    throw new ServiceError('PRECONDITION_FAILED', 'A disabled capability no longer changes.');
  }
  const { tenantId, ownerTeamId } = row;
  requireAllowed(authorize(ctx.actor, 'capability.edit', { tenantId, ownerTeamId }));
}
