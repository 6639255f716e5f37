import type { Binding } from '@/lib/db/generated/client';
import type { Tx } from '@/lib/db/transaction';
import type { BindingAnswer, BindingFields } from '@/lib/schemas/bindings';
import { recordAudit } from '../audit';
import { actorId, type Context } from '../context';
import { changedMeanwhile, invalidField, ServiceError } from '../errors';
import { newId } from '../ids';
import { requireNoEscape } from '../incidents/require-no-escape';
import { addAuthor } from './keep-authors';
import { type BindingRow, toBinding, WITH_PROVIDER } from './list-bindings';
import { reloadCapability } from './load';
import { reviseSubmission } from './revise-submission';
import type { CapabilityRecord } from './rows';
import { computeSurfaceId } from './surface-id';

function columns(fields: BindingFields) {
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

export type NewBinding = BindingFields & { provider: string; upstream_name: string };

/**
 * The provider a new binding names.
 * @throws ServiceError VALIDATION; PRECONDITION_FAILED when an incident stops it, by id or address.
 */
export async function requireBindable(tx: Tx, tenantId: string, id: string) {
  const provider = await tx.provider.findUnique({
    where: { tenantId_id: { tenantId, id } },
    select: { id: true, kind: true, location: true, endpoint: true, archivedAt: true },
  });
  if (!provider || provider.archivedAt) {
    throw invalidField('provider', `There is no provider "${id}" in "${tenantId}".`);
  }
  const { endpoint } = provider;
  await requireNoEscape(tx, 'provider', { tenantId, endpoint, providerId: provider.id });
  return provider;
}

/** Adds a provider that can carry the capability out, or brings back one that was taken away. */
export async function writeNewBinding(
  tx: Tx,
  ctx: Context,
  row: CapabilityRecord,
  input: NewBinding,
): Promise<BindingAnswer> {
  const { tenantId } = row;
  const provider = await requireBindable(tx, tenantId, input.provider);
  const site = { providerId: provider.id, upstreamName: input.upstream_name };
  const known = await tx.binding.findFirst({ where: { tenantId, capabilityId: row.id, ...site } });
  if (known && known.removedAt === null) {
    throw new ServiceError('CONFLICT', 'It is bound to this provider under this name already.');
  }
  const binding = known
    ? await bringBack(tx, known, columns(input))
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

/** @throws ServiceError CONFLICT when it was changed since it was read. */
export async function writeBinding(
  tx: Tx,
  ctx: Context,
  row: CapabilityRecord,
  { binding, fields }: { binding: BindingRow; fields: BindingFields },
): Promise<BindingAnswer> {
  const { tenantId, id, rowVersion } = binding;
  const { count } = await tx.binding.updateMany({
    where: { tenantId, id, rowVersion, removedAt: null },
    data: { ...columns(fields), rowVersion: { increment: 1 } },
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

/** Takes it away; the row stays, so that records keep their meaning. */
export async function removeBinding(
  tx: Tx,
  ctx: Context,
  row: CapabilityRecord,
  binding: BindingRow,
): Promise<void> {
  const { tenantId, id, rowVersion } = binding;
  const { count } = await tx.binding.updateMany({
    where: { tenantId, id, rowVersion, removedAt: null },
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
