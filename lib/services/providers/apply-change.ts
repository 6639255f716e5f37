import { checkCompatibility } from '@/lib/core/compat/check';
import {
  type CompareSchema,
  type Drift,
  type DriftDefinition,
  detectDrift,
  quarantines,
} from '@/lib/core/drift/detect';
import type { Definition } from '@/lib/core/intake';
import type { Prisma } from '@/lib/db/generated/client';
import type { Tx } from '@/lib/db/transaction';
import { transact } from '../announce';
import { recordAudit } from '../audit';
import { objectOf, objectOrNull } from '../catalog/rows';
import type { Context } from '../context';
import { newId } from '../ids';
import { definitionColumns, liveDefinition } from './definition-columns';
import type { KnownBinding } from './intake';
import type { ProviderRecord } from './load-provider';

type CapabilityRow = Prisma.CapabilityGetPayload<object>;

/**
 * One definition that is not what it was at the last sync. A draft nobody has touched follows the
 * provider; anything people wrote or approved stays, and what departs from it is drift.
 * Answers the kinds of drift, none for a draft.
 */
export async function applyChange(
  ctx: Context,
  provider: ProviderRecord,
  definition: Definition,
  binding: KnownBinding,
): Promise<string[]> {
  const { tenantId } = provider;
  return transact(async (tx) => {
    const key = { tenantId_id: { tenantId, id: binding.capabilityId } };
    const row = await tx.capability.findUniqueOrThrow({ where: key });
    await tx.binding.update({
      where: { tenantId_id: { tenantId, id: binding.id } },
      data: {
        liveDefinition: liveDefinition(definition),
        liveHash: definition.definitionHash,
        lastSeenAt: ctx.now,
        removedAt: null,
        availability: 'available',
        availabilityReason: null,
      },
    });
    if (row.status === 'DRAFT') {
      await refreshDraft(tx, ctx, provider, row, definition);
      return [];
    }
    const drift = detectDrift(await approvedOf(tx, row), definition, compareSchemas);
    await recordDrift(tx, ctx, { row, binding, definition, drift });
    return [...new Set(drift.map(({ kind }) => kind))];
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
  const edited = await tx.capabilityAuthor.count({ where: { tenantId, capabilityId: id } });
  if (edited > 0) return;
  await tx.capability.updateMany({
    where: { tenantId, id, status: 'DRAFT', rowVersion: row.rowVersion },
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

/** What agents are shown now; before the first version, what was submitted. */
async function approvedOf(tx: Tx, row: CapabilityRow): Promise<DriftDefinition> {
  const { tenantId, id: capabilityId, currentMajor: major, currentMinor: minor } = row;
  const version =
    major === null || minor === null
      ? null
      : await tx.capabilityVersion.findUnique({
          where: {
            tenantId_capabilityId_major_minor: { tenantId, capabilityId, major, minor },
          },
        });
  const approved = version ?? row;
  return {
    name: row.name,
    title: approved.title || null,
    description: approved.description,
    inputSchema: objectOf(approved.inputSchema),
    outputSchema: objectOrNull(approved.outputSchema),
    annotations: objectOf(approved.annotations),
  };
}

const compareSchemas: CompareSchema = (direction, oldSchema, newSchema) => {
  const { verdict, changes } = checkCompatibility({ direction, oldSchema, newSchema });
  return { verdict, reasons: changes.map(({ path, detail }) => `${path || '/'}: ${detail}`) };
};

async function recordDrift(
  tx: Tx,
  ctx: Context,
  found: {
    row: CapabilityRow;
    binding: KnownBinding;
    definition: Definition;
    drift: readonly Drift[];
  },
): Promise<void> {
  const { row, binding, definition, drift } = found;
  const { tenantId, id: capabilityId } = row;
  const open = { tenantId, capabilityId, bindingId: binding.id, resolvedAt: null };
  // What the provider says now replaces what it said before; a quarantine still waits for a person.
  await tx.drift.updateMany({
    where: { ...open, liveHash: { not: definition.definitionHash } },
    data: { resolvedAt: ctx.now, resolution: drift.length === 0 ? 'reverted' : 'superseded' },
  });
  for (const kind of new Set(drift.map((item) => item.kind))) {
    const details = drift.filter((item) => item.kind === kind);
    const key = { tenantId, capabilityId, bindingId: binding.id, kind };
    await tx.drift.upsert({
      where: {
        tenantId_capabilityId_bindingId_kind_liveHash: {
          ...key,
          liveHash: definition.definitionHash,
        },
      },
      create: {
        ...key,
        id: newId('drf', ctx.now.getTime()),
        liveHash: definition.definitionHash,
        details: { changes: details.map(({ field, detail }) => ({ field, detail })) },
        detectedAt: ctx.now,
        lastSeenAt: ctx.now,
      },
      update: { lastSeenAt: ctx.now, resolvedAt: null, resolution: null, resolvedBy: null },
    });
  }
  if (drift.length === 0) return;
  const grave = drift.filter(({ kind }) => quarantines(kind));
  if (grave.length > 0 && row.quarantinedAt === null) {
    await tx.capability.updateMany({
      where: { tenantId, id: capabilityId, quarantinedAt: null },
      data: {
        quarantinedAt: ctx.now,
        quarantineReason: grave.map(({ kind, detail }) => `${kind}: ${detail}`).join(' '),
        rowVersion: { increment: 1 },
      },
    });
  }
  await recordAudit(tx, ctx, {
    action: grave.length > 0 ? 'capability.quarantine' : 'capability.drift',
    targetKind: 'capability',
    targetId: capabilityId,
    tenantId,
    after: { drift: drift.map(({ kind, field, detail }) => ({ kind, field, detail })) },
  });
}
