import { authorize } from '@/lib/core/policy/authorize';
import { transact } from '../announce';
import { recordAudit } from '../audit';
import { requireAllowed } from '../authorize';
import type { Context } from '../context';
import { notFound } from '../errors';

/** Removes a webhook with its log; what waits for it is never sent. */
export async function deleteWebhook({
  ctx,
  input,
}: {
  ctx: Context;
  input: { id: string };
}): Promise<void> {
  const { tenantId } = ctx;
  const { id } = input;
  requireAllowed(authorize(ctx.actor, 'webhook.manage', { tenantId }));
  await transact(async (tx) => {
    const row = await tx.webhook.findUnique({
      where: { tenantId_id: { tenantId, id } },
      select: { url: true, events: true },
    });
    const { count } = await tx.webhook.deleteMany({ where: { tenantId, id } });
    if (!row || count === 0) throw notFound('webhook', id);
    await tx.webhookDelivery.deleteMany({ where: { tenantId, webhookId: id } });
    await recordAudit(tx, ctx, {
      action: 'webhook.delete',
      targetKind: 'webhook',
      targetId: id,
      before: { host: new URL(row.url).host, events: row.events },
    });
  });
}
