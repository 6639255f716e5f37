import type { Definition } from '@/lib/core/intake';
import { definitionKey } from '@/lib/core/intake';
import type { Prisma } from '@/lib/db/generated/client';
import type { Tx } from '@/lib/db/transaction';
import { announce, transact } from '../announce';
import { type AuditEntry, recordAudits } from '../audit';
import { actorId, type Context } from '../context';
import { resolveUnreadable } from '../drift/record-unreadable';
import { newId } from '../ids';
import { applyChange } from './apply-change';
import { definitionColumns, liveDefinition } from './definition-columns';
import type { Intake, KnownBinding } from './intake';
import type { ProviderRecord } from './load-provider';
import { BY_SYNC } from './mark-removed';
import type { SyncOutcome } from './sync-record';

/** Definitions of one transaction: a killed sync loses at most this many, and the next one goes on. */
const CHUNK = 100;

export type Applied = Pick<SyncOutcome, 'added' | 'updated' | 'unchanged' | 'drift'>;

/**
 * Writes what arrived: new ones become drafts, unchanged ones are only seen again, changed ones
 * refresh their draft or are recorded as drift. Idempotent: run again, everything is unchanged.
 * Each part is announced once it is written, so that what follows cannot keep it from the replicas.
 */
export async function applyDefinitions(
  ctx: Context,
  provider: ProviderRecord,
  intake: Intake,
  onProgress: (processed: number) => void,
): Promise<Applied> {
  const applied: Applied = { added: 0, updated: 0, unchanged: 0, drift: [] };
  const { tenantId } = provider;
  const { definitions, known } = intake;
  for (let start = 0; start < definitions.length; start += CHUNK) {
    const chunk = definitions.slice(start, start + CHUNK);
    const fresh = chunk.filter((item) => !known.has(definitionKey(item)));
    const seen = chunk.flatMap((definition) =>
      (known.get(definitionKey(definition)) ?? []).map((binding) => ({ definition, binding })),
    );
    const same = seen.filter(({ definition, binding }) => isSame(definition, binding));
    const changed = seen.filter(({ definition, binding }) => !isSame(definition, binding));
    if (fresh.length > 0) {
      await transact((tx) => addDrafts(tx, ctx, provider, fresh));
      applied.added += fresh.length;
      await announce('catalog', { tenantId, ids: fresh.map((item) => item.capabilityId) });
    }
    await markSeen(
      ctx,
      provider,
      same.map(({ binding }) => binding.id),
    );
    applied.unchanged += same.length;
    await applyChanges(ctx, provider, changed, applied);
    onProgress(Math.min(start + CHUNK, definitions.length));
  }
  return applied;
}

type Seen = { definition: Definition; binding: KnownBinding };

async function applyChanges(
  ctx: Context,
  provider: ProviderRecord,
  changed: readonly Seen[],
  applied: Applied,
): Promise<void> {
  const ids: string[] = [];
  try {
    for (const { definition, binding } of changed) {
      const kinds = await applyChange(ctx, provider, definition, binding);
      ids.push(binding.capabilityId);
      applied.updated += 1;
      if (kinds.length > 0) applied.drift.push({ capability_id: binding.capabilityId, kinds });
    }
  } finally {
    if (ids.length > 0) await announce('catalog', { tenantId: provider.tenantId, ids });
  }
}

/** Nothing to do: as it was, or taken away by a person, whom no sync overrules. */
function isSame(definition: Definition, { liveHash, removedAt, removedBy }: KnownBinding): boolean {
  if (removedAt !== null) return removedBy !== BY_SYNC;
  return liveHash === definition.definitionHash;
}

async function markSeen(ctx: Context, provider: ProviderRecord, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const { tenantId } = provider;
  await transact(async (tx) => {
    await tx.binding.updateMany({
      where: { tenantId, id: { in: ids } },
      data: { lastSeenAt: ctx.now },
    });
    await resolveUnreadable(tx, ctx.now, tenantId, ids);
  });
}

async function addDrafts(
  tx: Tx,
  ctx: Context,
  provider: ProviderRecord,
  definitions: readonly Definition[],
): Promise<void> {
  await tx.capability.createMany({
    data: definitions.map((item) => toDraft(ctx, provider, item)),
  });
  await tx.binding.createMany({ data: definitions.map((item) => toBinding(ctx, provider, item)) });
  await recordAudits(
    tx,
    ctx,
    definitions.map(
      (item): AuditEntry => ({
        action: 'capability.register',
        targetKind: 'capability',
        targetId: item.capabilityId,
        tenantId: provider.tenantId,
        reason: `sync of ${provider.id}`,
        after: { status: 'DRAFT', type: item.type, risk: item.risk, provider: provider.id },
      }),
    ),
  );
}

function toDraft(
  ctx: Context,
  provider: ProviderRecord,
  definition: Definition,
): Prisma.CapabilityCreateManyInput {
  return {
    ...definitionColumns(definition),
    tenantId: provider.tenantId,
    id: definition.capabilityId,
    surfaceId: definition.surfaceId,
    type: definition.type,
    surface: definition.surface,
    ownerTeamId: provider.ownerTeamId,
    tags: definition.tags,
    createdBy: actorId(ctx.actor),
    createdAt: ctx.now,
    statusChangedAt: ctx.now,
  };
}

function toBinding(
  ctx: Context,
  provider: ProviderRecord,
  definition: Definition,
): Prisma.BindingCreateManyInput {
  return {
    tenantId: provider.tenantId,
    id: newId('bnd', ctx.now.getTime()),
    capabilityId: definition.capabilityId,
    providerId: provider.id,
    surface: definition.surface,
    upstreamName: definition.upstreamName,
    liveDefinition: liveDefinition(definition),
    liveHash: definition.definitionHash,
    firstSeenAt: ctx.now,
    lastSeenAt: ctx.now,
  };
}
