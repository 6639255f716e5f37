import type { Definition } from '@/lib/core/intake';
import type { Tx } from '@/lib/db/transaction';
import { transact } from '../announce';
import { recordAudit } from '../audit';
import type { Context } from '../context';
import { type CapabilityRow, compareDrift, lockRow } from '../drift/compare-drift';
import { recordDrift } from '../drift/record-drift';
import { definitionColumns, liveDefinition } from './definition-columns';
import type { KnownBinding } from './intake';
import type { ProviderRecord } from './load-provider';
import { NO_LONGER_LISTED } from './mark-removed';

/**
 * One definition that is not what it was at the last sync. A draft nobody has touched follows the
 * provider; anything people wrote or approved stays, and what departs from it is drift.
 * Answers the kinds of drift, none for a draft that follows.
 */
export async function applyChange(
  ctx: Context,
  provider: ProviderRecord,
  definition: Definition,
  binding: KnownBinding,
): Promise<string[]> {
  const { tenantId } = provider;
  return transact(async (tx) => {
    // An edit at the same moment is before it, and drifted from, or after the refresh, and refused.
    const row = await lockRow(tx, tenantId, binding.capabilityId);
    await writeLive(tx, ctx, provider, definition, binding);
    if (await follows(tx, row)) {
      await refreshDraft(tx, ctx, provider, row, definition);
      return [];
    }
    const drift = await compareDrift(tx, row, definition);
    const { definitionHash: liveHash } = definition;
    await recordDrift(tx, ctx, { row, bindingId: binding.id, liveHash, drift });
    return [...new Set(drift.map(({ kind }) => kind))];
  });
}

async function follows(tx: Tx, { tenantId, id, status }: CapabilityRow): Promise<boolean> {
  if (status !== 'DRAFT') return false;
  return (await tx.capabilityAuthor.count({ where: { tenantId, capabilityId: id } })) === 0;
}

/** Availability is a person's word, but for the one a removal left and this return takes back. */
async function writeLive(
  tx: Tx,
  ctx: Context,
  { tenantId }: ProviderRecord,
  definition: Definition,
  { id }: KnownBinding,
): Promise<void> {
  await tx.binding.update({
    where: { tenantId_id: { tenantId, id } },
    data: {
      liveDefinition: liveDefinition(definition),
      liveHash: definition.definitionHash,
      lastSeenAt: ctx.now,
      removedAt: null,
      removedBy: null,
    },
  });
  await tx.binding.updateMany({
    where: { tenantId, id, availability: 'unavailable', availabilityReason: NO_LONGER_LISTED },
    data: { availability: 'available', availabilityReason: null },
  });
}

async function refreshDraft(
  tx: Tx,
  ctx: Context,
  provider: ProviderRecord,
  row: CapabilityRow,
  definition: Definition,
): Promise<void> {
  const { tenantId, id } = row;
  await tx.capability.update({
    where: { tenantId_id: { tenantId, id } },
    data: { ...definitionColumns(definition), rowVersion: { increment: 1 } },
  });
  await recordAudit(tx, ctx, {
    action: 'capability.refresh',
    targetKind: 'capability',
    targetId: id,
    tenantId,
    reason: `sync of ${provider.id}`,
    before: { description: row.description, schema_hash: row.schemaHash },
    after: { description: definition.description },
  });
}
