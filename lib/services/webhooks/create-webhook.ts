import { findEgressError } from '@/lib/adapters/egress/error';
import { authorize } from '@/lib/core/policy/authorize';
import type { CreateWebhook, WebhookCreated } from '@/lib/schemas/webhooks';
import { transact } from '../announce';
import { recordAudit } from '../audit';
import { requireAllowed } from '../authorize';
import { actorId, type Context } from '../context';
import { invalidField, ServiceError } from '../errors';
import { newId } from '../ids';
import { outbound } from '../outbound';
import { makeSecret } from './sign';
import { toWebhook, WEBHOOK_SELECT } from './webhook-rows';

const MAX_WEBHOOKS = 20;

/**
 * A webhook of the tenant acted in. Its secret is in this answer and nowhere else.
 * @throws ServiceError FORBIDDEN; VALIDATION at `url` for an address that may not be called;
 *   CONFLICT when there are too many.
 */
export async function createWebhook({
  ctx,
  input,
}: {
  ctx: Context;
  input: CreateWebhook;
}): Promise<WebhookCreated> {
  const { tenantId } = ctx;
  requireAllowed(authorize(ctx.actor, 'webhook.manage', { tenantId }));
  await requireCallable(input.url);
  const id = newId('whk', ctx.now.getTime());
  const secret = makeSecret({ tenantId, id });
  const events = [...new Set(input.events)];
  const row = await transact(async (tx) => {
    const count = await tx.webhook.count({ where: { tenantId } });
    if (count >= MAX_WEBHOOKS) {
      throw new ServiceError('CONFLICT', `There are ${count} webhooks; remove one first.`);
    }
    await recordAudit(tx, ctx, {
      action: 'webhook.create',
      targetKind: 'webhook',
      targetId: id,
      // The rest of an address is often a secret itself.
      after: { host: new URL(input.url).host, events },
    });
    return await tx.webhook.create({
      data: {
        tenantId,
        id,
        url: input.url,
        events,
        secretSealed: secret.sealed,
        createdBy: actorId(ctx.actor),
        createdAt: ctx.now,
      },
      select: WEBHOOK_SELECT,
    });
  });
  return { ...toWebhook(row), secret: secret.text };
}

async function requireCallable(url: string): Promise<void> {
  try {
    await outbound.get().egress.checkAddress(url);
  } catch (error) {
    const refused = findEgressError(error);
    if (refused) throw invalidField('url', refused.message);
    throw error;
  }
}
