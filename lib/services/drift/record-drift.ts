import { type Drift, quarantines } from '@/lib/core/drift/detect';
import type { Tx } from '@/lib/db/transaction';
import { recordAudit } from '../audit';
import type { Context } from '../context';
import { newId } from '../ids';
import { tell } from '../notifications/tell';
import type { CapabilityRow } from './compare-drift';

/**
 * Writes down what a provider says now against what it said before; the grave kinds take the
 * capability out of reach in the same transaction.
 */
export async function recordDrift(
  tx: Tx,
  ctx: Context,
  found: {
    row: CapabilityRow;
    bindingId: string;
    /** Hash of the definition the provider lists now. */
    liveHash: string;
    drift: readonly Drift[];
  },
): Promise<void> {
  const { row, bindingId, liveHash, drift } = found;
  const { tenantId, id: capabilityId } = row;
  // What the provider says now replaces what it said before; a quarantine still waits for a person.
  await tx.drift.updateMany({
    where: { tenantId, capabilityId, bindingId, resolvedAt: null, liveHash: { not: liveHash } },
    data: { resolvedAt: ctx.now, resolution: drift.length === 0 ? 'reverted' : 'superseded' },
  });
  const seen = await tx.drift.findMany({
    where: { tenantId, capabilityId, bindingId, liveHash, resolvedAt: null },
    select: { kind: true },
  });
  for (const kind of new Set(drift.map((item) => item.kind))) {
    const details = drift.filter((item) => item.kind === kind);
    const key = { tenantId, capabilityId, bindingId, kind, liveHash };
    await tx.drift.upsert({
      where: { tenantId_capabilityId_bindingId_kind_liveHash: key },
      create: {
        ...key,
        id: newId('drf', ctx.now.getTime()),
        details: { changes: details.map(({ field, detail }) => ({ field, detail })) },
        detectedAt: ctx.now,
        lastSeenAt: ctx.now,
      },
      update: { lastSeenAt: ctx.now, resolvedAt: null, resolution: null, resolvedBy: null },
    });
  }
  if (drift.length === 0) return;
  const grave = drift.filter(({ kind }) => quarantines(kind));
  if (grave.length > 0) await quarantine(tx, ctx, row, grave);
  await recordAudit(tx, ctx, {
    action: grave.length > 0 ? 'capability.quarantine' : 'capability.drift',
    targetKind: 'capability',
    targetId: capabilityId,
    tenantId,
    after: { drift: drift.map(({ kind, field, detail }) => ({ kind, field, detail })) },
  });
  // The same drift at every sync is one thing to be told of.
  const news = drift.filter(({ kind }) => !seen.some((one) => one.kind === kind));
  if (news.length > 0) await tellOwners(tx, ctx, row, news, grave.length > 0);
}

async function tellOwners(
  tx: Tx,
  ctx: Context,
  { tenantId, id, ownerTeamId }: CapabilityRow,
  news: readonly Drift[],
  quarantined: boolean,
): Promise<void> {
  const kinds = [...new Set(news.map(({ kind }) => kind))];
  const what = `Its provider changed ${id} (${kinds.join(', ')})`;
  await tell(tx, ctx, {
    kind: 'capability.drifted',
    title: quarantined ? `${what}: it is quarantined` : what,
    href: `/capabilities/${id}`,
    targetKind: 'capability',
    targetId: id,
    tenantId,
    data: { kinds, quarantined },
    audience: { teams: [ownerTeamId], roles: ['reviewer'] },
  });
}

async function quarantine(
  tx: Tx,
  ctx: Context,
  { tenantId, id }: CapabilityRow,
  grave: readonly Drift[],
): Promise<void> {
  await tx.capability.updateMany({
    where: { tenantId, id, quarantinedAt: null },
    data: {
      quarantinedAt: ctx.now,
      quarantineReason: grave.map(({ kind, detail }) => `${kind}: ${detail}`).join(' '),
      rowVersion: { increment: 1 },
    },
  });
}
