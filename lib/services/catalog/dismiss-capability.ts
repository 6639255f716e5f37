import { checkDismissal } from '@/lib/core/lifecycle/transitions';
import type { CapabilityAnswer } from '@/lib/schemas/capability-answers';
import { announce, transact } from '../announce';
import { recordAudit } from '../audit';
import { requireAllowed } from '../authorize';
import type { Context } from '../context';
import { ServiceError } from '../errors';
import { getCapabilityRecord, reloadCapability, writeCapability } from './load';
import { mayDo } from './may-do';
import { toCapability } from './rows';

/** Leaves a draft out of the lists, or takes it back in. Its id stays taken; sync leaves it alone. */
export async function dismissCapability(call: {
  ctx: Context;
  input: { capability_id: string; dismissed: boolean; reason?: string | undefined };
  quiet?: boolean;
}): Promise<CapabilityAnswer> {
  const { ctx, input } = call;
  const row = await getCapabilityRecord(ctx, input.capability_id);
  const may = mayDo(ctx.actor, row, []);
  requireAllowed(permission(may('capability.dismiss')));
  const check = checkDismissal(row.status, may);
  if (!check.allowed) throw new ServiceError('PRECONDITION_FAILED', check.reasons.join(' '));
  if ((row.dismissedAt !== null) === input.dismissed) return toCapability(row);
  const changed = await transact(async (tx) => {
    await writeCapability(tx, row, { dismissedAt: input.dismissed ? ctx.now : null });
    await recordAudit(tx, ctx, {
      action: input.dismissed ? 'capability.dismiss' : 'capability.undismiss',
      targetKind: 'capability',
      targetId: row.id,
      tenantId: row.tenantId,
      ...(input.reason ? { reason: input.reason } : {}),
    });
    return await reloadCapability(tx, row);
  });
  if (!call.quiet) await announce('catalog', { tenantId: row.tenantId, ids: [row.id] });
  return toCapability(changed);
}

function permission(
  answer: { allowed: true } | { allowed: false; reasons: readonly string[] },
): { allowed: true } | { allowed: false; reasons: string[] } {
  return answer.allowed ? answer : { allowed: false, reasons: [...answer.reasons] };
}
