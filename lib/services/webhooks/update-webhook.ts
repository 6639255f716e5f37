import { authorize } from '@/lib/core/policy/authorize';
import type { UpdateWebhook, WebhookView } from '@/lib/schemas/webhooks';
import { transact } from '../announce';
import { recordAudit } from '../audit';
import { requireAllowed } from '../authorize';
import type { Context } from '../context';
import { changedMeanwhile } from '../errors';
import { failWaiting, readWebhook, toWebhook } from './webhook-rows';

/**
 * Switches a webhook on or off, or changes what it gets. Switched off, what waits for it fails;
 * switched on, it begins with a clean record.
 * @throws ServiceError FORBIDDEN, NOT_FOUND, CONFLICT.
 */
export async function updateWebhook({
  ctx,
  input,
}: {
  ctx: Context;
  input: UpdateWebhook;
}): Promise<WebhookView> {
  const { tenantId } = ctx;
  requireAllowed(authorize(ctx.actor, 'webhook.manage', { tenantId }));
  return await transact(async (tx) => {
    const before = await readWebhook(tx, tenantId, input.id);
    const active = input.active ?? before.active;
    const events = input.events ? [...new Set(input.events)] : before.events;
    const { count } = await tx.webhook.updateMany({
      where: { tenantId, id: input.id, rowVersion: input.row_version },
      data: {
        active,
        events,
        rowVersion: { increment: 1 },
        ...(active && !before.active ? { failingSince: null, givenUpAt: null } : {}),
      },
    });
    if (count === 0) throw changedMeanwhile('webhook', input.id);
    if (!active) await failWaiting(tx, tenantId, input.id);
    await recordAudit(tx, ctx, {
      action: 'webhook.update',
      targetKind: 'webhook',
      targetId: input.id,
      before: { active: before.active, events: before.events },
      after: { active, events },
    });
    return toWebhook(await readWebhook(tx, tenantId, input.id));
  });
}
