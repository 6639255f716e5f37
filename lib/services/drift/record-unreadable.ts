import type { Tx } from '@/lib/db/transaction';
import { transact } from '../announce';
import { recordAudit } from '../audit';
import type { Context } from '../context';
import { newId } from '../ids';
import { HOLDING } from './compare-drift';

/** Drift of a definition that cannot be read has no hash to its name. */
export const NO_HASH = '';

const UNREADABLE = { kind: 'schema-breaking', liveHash: NO_HASH } as const;

export type Unreadable = { bindingId: string; capabilityId: string; reason: string };

/**
 * Known ones a provider still lists in a form that cannot be kept: breaking drift with the reason,
 * and the binding stays as it was. Answers the capabilities for which this is news.
 */
export async function recordUnreadable(
  ctx: Context,
  tenantId: string,
  items: readonly Unreadable[],
): Promise<string[]> {
  if (items.length === 0) return [];
  return transact(async (tx) => {
    const ids = items.map((item) => item.capabilityId);
    const rows = await tx.capability.findMany({
      where: { tenantId, id: { in: ids }, ...HOLDING },
      select: { id: true },
    });
    const holding = new Set(rows.map(({ id }) => id));
    const news: string[] = [];
    for (const item of items) {
      if (!holding.has(item.capabilityId)) continue;
      if (await recordOne(tx, ctx, tenantId, item)) news.push(item.capabilityId);
    }
    return news;
  });
}

async function recordOne(
  tx: Tx,
  ctx: Context,
  tenantId: string,
  { capabilityId, bindingId, reason }: Unreadable,
): Promise<boolean> {
  const key = { tenantId, capabilityId, bindingId, ...UNREADABLE };
  const where = { tenantId_capabilityId_bindingId_kind_liveHash: key };
  const open = { resolvedAt: null, resolution: null, resolvedBy: null };
  const known = await tx.drift.findUnique({ where, select: { resolvedAt: true } });
  const drift = [{ field: 'input_schema', detail: reason }];
  await tx.drift.upsert({
    where,
    create: {
      ...key,
      id: newId('drf', ctx.now.getTime()),
      details: { changes: drift },
      detectedAt: ctx.now,
      lastSeenAt: ctx.now,
    },
    update: { ...open, details: { changes: drift }, lastSeenAt: ctx.now },
  });
  if (known && known.resolvedAt === null) return false;
  await recordAudit(tx, ctx, {
    action: 'capability.drift',
    targetKind: 'capability',
    targetId: capabilityId,
    tenantId,
    after: { drift: drift.map((item) => ({ kind: UNREADABLE.kind, ...item })) },
  });
  return true;
}

/** They can be read again, and say what they said before. */
export async function resolveUnreadable(
  tx: Tx,
  now: Date,
  tenantId: string,
  bindingIds: string[],
): Promise<void> {
  await tx.drift.updateMany({
    where: { tenantId, bindingId: { in: bindingIds }, resolvedAt: null, ...UNREADABLE },
    data: { resolvedAt: now, resolution: 'reverted' },
  });
}
