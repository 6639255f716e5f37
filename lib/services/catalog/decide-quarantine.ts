import { authorize } from '@/lib/core/policy/authorize';
import { runtime } from '@/lib/runtime';
import type { CapabilityAnswer } from '@/lib/schemas/capability-answers';
import { announce, transact } from '../announce';
import { recordAudit } from '../audit';
import { requireAllowed, requireUser } from '../authorize';
import type { Context } from '../context';
import { ServiceError } from '../errors';
import { authorsOf } from './authors';
import { getCapabilityRecord, reloadCapability, writeCapability } from './load';
import { toCapability } from './rows';

/**
 * Decides what drift of instructions or risk put aside. Released, agents get the approved text and
 * schema again; upheld, it stays out until it is. Either way the drift keeps its decision.
 */
export async function decideQuarantine(call: {
  ctx: Context;
  input: { capability_id: string; verdict: 'release' | 'uphold'; reason: string };
}): Promise<CapabilityAnswer> {
  const { ctx, input } = call;
  const row = await getCapabilityRecord(ctx, input.capability_id);
  const { tenantId } = row;
  const authors = await authorsOf(runtime().db.prisma, row);
  requireAllowed(authorize(ctx.actor, 'quarantine.decide', { tenantId, authors }));
  if (row.quarantinedAt === null) throw new ServiceError('CONFLICT', 'It is not quarantined.');
  const release = input.verdict === 'release';
  const { userId } = requireUser(ctx.actor);
  const changed = await transact(async (tx) => {
    await writeCapability(tx, row, release ? { quarantinedAt: null, quarantineReason: null } : {});
    await tx.drift.updateMany({
      where: {
        tenantId,
        capabilityId: row.id,
        kind: { in: ['instruction', 'risk-flip'] },
        resolvedAt: null,
      },
      data: {
        resolution: release ? 'released' : 'upheld',
        resolvedBy: userId,
        ...(release ? { resolvedAt: ctx.now } : {}),
      },
    });
    await recordAudit(tx, ctx, {
      action: `quarantine.${input.verdict}`,
      targetKind: 'capability',
      targetId: row.id,
      tenantId,
      reason: input.reason,
      before: { quarantined_at: row.quarantinedAt, reason: row.quarantineReason },
      after: { quarantined: !release },
    });
    return await reloadCapability(tx, row);
  });
  await announce('catalog', { tenantId, ids: [row.id] });
  return toCapability(changed);
}
