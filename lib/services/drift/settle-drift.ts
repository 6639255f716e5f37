import type { Tx } from '@/lib/db/transaction';
import { objectOf } from '../catalog/rows';
import type { Context } from '../context';
import { type CapabilityRow, compareDrift, liveOf, REVIEWED_KINDS } from './compare-drift';
import { NO_HASH } from './record-unreadable';

type Decided = {
  /** The capability as the decision left it. */
  row: CapabilityRow;
  payload: unknown;
  decision: 'approve' | 'reject' | 'withdraw';
  userId: string;
};

const RESOLUTION = { approve: 'adopted', reject: 'rejected', withdraw: 'withdrawn' } as const;

/**
 * What a decision on a change request means for the drift: the one it was about is decided, and
 * what an approved contract no longer departs in is settled. Taken back, it stays drift, and the
 * next sync does not ask again. Never finds new drift: that is for a sync.
 */
export async function settleDrift(tx: Tx, ctx: Context, decided: Decided): Promise<void> {
  await settleReviewed(tx, ctx, decided);
  if (decided.decision === 'approve') await settleAdopted(tx, ctx, decided);
}

async function settleReviewed(tx: Tx, ctx: Context, decided: Decided): Promise<void> {
  const { row, decision, userId } = decided;
  const { binding, live_hash } = objectOf(objectOf(decided.payload).drift);
  if (typeof binding !== 'string' || typeof live_hash !== 'string') return;
  await tx.drift.updateMany({
    where: {
      tenantId: row.tenantId,
      capabilityId: row.id,
      bindingId: binding,
      liveHash: live_hash,
      kind: { in: REVIEWED_KINDS },
      resolvedAt: null,
    },
    data: {
      resolution: RESOLUTION[decision],
      resolvedBy: userId,
      ...(decision === 'withdraw' ? {} : { resolvedAt: ctx.now }),
    },
  });
}

async function settleAdopted(tx: Tx, ctx: Context, { row, userId }: Decided): Promise<void> {
  const { tenantId, id: capabilityId } = row;
  const open = await tx.drift.findMany({
    where: { tenantId, capabilityId, resolvedAt: null, liveHash: { not: NO_HASH } },
    select: { id: true, bindingId: true, kind: true },
  });
  if (open.length === 0) return;
  const bindings = await tx.binding.findMany({
    where: { tenantId, id: { in: open.map((drift) => drift.bindingId) } },
    select: { id: true, liveDefinition: true },
  });
  for (const binding of bindings) {
    const live = liveOf(binding.liveDefinition);
    if (!live) continue;
    const left = new Set((await compareDrift(tx, row, live)).map(({ kind }) => String(kind)));
    const gone = open.filter((drift) => drift.bindingId === binding.id && !left.has(drift.kind));
    await tx.drift.updateMany({
      where: { tenantId, id: { in: gone.map((drift) => drift.id) } },
      data: { resolvedAt: ctx.now, resolution: 'adopted', resolvedBy: userId },
    });
  }
}
