import { authorize } from '@/lib/core/policy/authorize';
import type { DeliveryView } from '@/lib/schemas/webhooks';
import { transact } from '../announce';
import { recordAudit } from '../audit';
import { requireAllowed } from '../authorize';
import type { Context } from '../context';
import { notFound, ServiceError } from '../errors';
import { toDelivery } from './list-deliveries-view';
import { queueFor } from './queue-event';
import { readWebhook } from './webhook-rows';

const SWITCHED_OFF = 'This webhook is switched off; switch it on first.';

/**
 * Puts a test event on its way to one webhook. It goes the way of every other; the log says how.
 * @throws ServiceError FORBIDDEN, NOT_FOUND, CONFLICT when it is switched off.
 */
export async function testWebhook({
  ctx,
  input,
}: {
  ctx: Context;
  input: { id: string };
}): Promise<DeliveryView> {
  const { tenantId } = ctx;
  requireAllowed(authorize(ctx.actor, 'webhook.manage', { tenantId }));
  return await transact(async (tx) => {
    const webhook = await readWebhook(tx, tenantId, input.id);
    if (!webhook.active) throw new ServiceError('CONFLICT', SWITCHED_OFF);
    const [id = ''] = await queueFor(tx, ctx, tenantId, [webhook.id], {
      kind: 'webhook.test',
      title: 'A test from Capstan: nothing has happened',
      href: `/settings/webhooks/${webhook.id}`,
      targetKind: 'webhook',
      targetId: webhook.id,
    });
    await recordAudit(tx, ctx, {
      action: 'webhook.test',
      targetKind: 'webhook',
      targetId: webhook.id,
    });
    const where = { tenantId_id: { tenantId, id } };
    return toDelivery(await tx.webhookDelivery.findUniqueOrThrow({ where }));
  });
}

/**
 * Sends one event again, with as many tries as a new one: the same id and body, so that a
 * receiver which has it already can tell.
 * @throws ServiceError FORBIDDEN, NOT_FOUND, CONFLICT while it waits, or the webhook is off.
 */
export async function redeliverEvent({
  ctx,
  input,
}: {
  ctx: Context;
  input: { id: string; delivery_id: string };
}): Promise<DeliveryView> {
  const { tenantId } = ctx;
  requireAllowed(authorize(ctx.actor, 'webhook.manage', { tenantId }));
  return await transact(async (tx) => {
    const webhook = await readWebhook(tx, tenantId, input.id);
    if (!webhook.active) throw new ServiceError('CONFLICT', SWITCHED_OFF);
    const key = { tenantId, id: input.delivery_id };
    const row = await tx.webhookDelivery.findUnique({ where: { tenantId_id: key } });
    if (row?.webhookId !== webhook.id) throw notFound('delivery', input.delivery_id);
    const { count } = await tx.webhookDelivery.updateMany({
      where: { ...key, status: { not: 'PENDING' } },
      data: { status: 'PENDING', tries: 0, nextTryAt: ctx.now, claimedUntil: null },
    });
    if (count === 0) throw new ServiceError('CONFLICT', 'It is on its way already.');
    await recordAudit(tx, ctx, {
      action: 'webhook.redeliver',
      targetKind: 'webhook',
      targetId: webhook.id,
      after: { delivery_id: row.id, event_id: row.eventId },
    });
    return toDelivery(await tx.webhookDelivery.findUniqueOrThrow({ where: { tenantId_id: key } }));
  });
}
