import type { Prisma } from '@/lib/db/generated/client';
import type { Tx } from '@/lib/db/transaction';
import type { WebhookView } from '@/lib/schemas/webhooks';
import { notFound } from '../errors';

export const WEBHOOK_SELECT = {
  tenantId: true,
  id: true,
  url: true,
  events: true,
  active: true,
  createdBy: true,
  createdAt: true,
  rowVersion: true,
  failingSince: true,
  givenUpAt: true,
} satisfies Prisma.WebhookSelect;

export type WebhookRow = Prisma.WebhookGetPayload<{ select: typeof WEBHOOK_SELECT }>;

export function toWebhook(row: WebhookRow): WebhookView {
  return {
    id: row.id,
    url: row.url,
    events: row.events,
    active: row.active,
    created_by: row.createdBy,
    created_at: row.createdAt.toISOString(),
    row_version: row.rowVersion,
    failing_since: row.failingSince?.toISOString() ?? null,
    given_up_at: row.givenUpAt?.toISOString() ?? null,
  };
}

/** @throws ServiceError NOT_FOUND, also for another tenant's. */
export async function readWebhook(
  db: Pick<Tx, 'webhook'>,
  tenantId: string,
  id: string,
): Promise<WebhookRow> {
  const row = await db.webhook.findUnique({
    where: { tenantId_id: { tenantId, id } },
    select: WEBHOOK_SELECT,
  });
  if (!row) throw notFound('webhook', id);
  return row;
}

/** What waits for a webhook that is switched off: nothing old is sent when it comes back. */
export async function failWaiting(tx: Tx, tenantId: string, webhookId: string): Promise<void> {
  await tx.webhookDelivery.updateMany({
    where: { tenantId, webhookId, status: 'PENDING' },
    data: { status: 'FAILED', nextTryAt: null, claimedUntil: null, lastError: 'SWITCHED_OFF' },
  });
}
