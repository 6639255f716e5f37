import { authorize } from '@/lib/core/policy/authorize';
import { LIVE_STATUSES } from '@/lib/core/shared/domain';
import { canonicalJson } from '@/lib/core/shared/json';
import { runtime } from '@/lib/runtime';
import type { BindingAnswer, BindingFields } from '@/lib/schemas/bindings';
import type { ChangeOutcome } from '@/lib/schemas/change-requests';
import { announce, transact } from '../announce';
import { requireAllowed, visibleTenants } from '../authorize';
import type { Context } from '../context';
import { changedMeanwhile, notFound, ServiceError } from '../errors';
import { proposeBindingChange } from './binding-change';
import { type NewBinding, removeBinding, writeBinding, writeNewBinding } from './binding-writes';
import { type BindingRow, toBinding, WITH_PROVIDER } from './list-bindings';
import { getCapabilityRecord } from './load';
import type { CapabilityRecord } from './rows';

/** Done at once, or, of something live, a change request that waits. */
export type BindingOutcome<T> = { done: T; waits: null } | { done: null; waits: ChangeOutcome };

/**
 * Adds a provider that can carry the capability out, or brings back one that was taken away.
 * @throws ServiceError VALIDATION; PRECONDITION_FAILED for a provider that an incident stops.
 */
export async function createBinding(call: {
  ctx: Context;
  input: NewBinding & { capability_id: string };
}): Promise<BindingOutcome<BindingAnswer>> {
  const { ctx } = call;
  const { capability_id, ...input } = call.input;
  const row = await getCapabilityRecord(ctx, capability_id);
  requireEdit(ctx, row);
  if (isLive(row)) {
    return { done: null, waits: await proposeBindingChange(ctx, row, { act: 'add', input }) };
  }
  const done = await transact((tx) => writeNewBinding(tx, ctx, row, input));
  await announce('catalog', { tenantId: row.tenantId, ids: [row.id] });
  return { done, waits: null };
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

/**
 * Changes a binding. Whether a provider is up is no part of the contract: that is said at once, of
 * something live too.
 * @throws ServiceError CONFLICT when it was changed since `row_version` was read.
 */
export async function updateBinding(call: {
  ctx: Context;
  input: BindingFields & { binding_id: string; row_version: number };
}): Promise<BindingOutcome<BindingAnswer>> {
  const { ctx } = call;
  const { binding_id, row_version, ...fields } = call.input;
  const { binding, row } = await loadBinding(ctx, binding_id);
  requireEdit(ctx, row);
  if (binding.rowVersion !== row_version) throw changedMeanwhile('binding');
  const changes = realChanges(binding, fields);
  if (isLive(row) && Object.keys(changes).some((field) => !OPERATIONAL.has(field))) {
    const waits = await proposeBindingChange(ctx, row, { act: 'change', binding, changes });
    return { done: null, waits };
  }
  const done = await transact((tx) => writeBinding(tx, ctx, row, { binding, fields }));
  await announce('catalog', { tenantId: row.tenantId, ids: [row.id] });
  return { done, waits: null };
}

const OPERATIONAL = new Set(['availability', 'availability_reason']);

function realChanges(binding: BindingRow, fields: BindingFields): Record<string, unknown> {
  const now: Record<string, unknown> = toBinding(binding);
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([field, value]) =>
        value !== undefined && canonicalJson(now[field] ?? null) !== canonicalJson(value),
    ),
  );
}

/** Takes a provider away from a capability, until somebody adds it again; no sync does. */
export async function deleteBinding(call: {
  ctx: Context;
  input: { binding_id: string };
}): Promise<BindingOutcome<true>> {
  const { ctx, input } = call;
  const { binding, row } = await loadBinding(ctx, input.binding_id);
  requireEdit(ctx, row);
  if (isLive(row)) {
    return { done: null, waits: await proposeBindingChange(ctx, row, { act: 'remove', binding }) };
  }
  await transact((tx) => removeBinding(tx, ctx, row, binding));
  await announce('catalog', { tenantId: row.tenantId, ids: [row.id] });
  return { done: true, waits: null };
}

function isLive(row: CapabilityRecord): boolean {
  return LIVE_STATUSES.some((status) => status === row.status);
}

/** @throws ServiceError PRECONDITION_FAILED for what has ended; FORBIDDEN. */
export function requireEdit(ctx: Context, row: CapabilityRecord): void {
  if (row.status === 'DISABLED') {
    throw new ServiceError('PRECONDITION_FAILED', 'A disabled capability no longer changes.');
  }
  const { tenantId, ownerTeamId } = row;
  requireAllowed(authorize(ctx.actor, 'capability.edit', { tenantId, ownerTeamId }));
}
