import type { z } from 'zod';
import { authorize } from '@/lib/core/policy/authorize';
import type { WebhookDelivery } from '@/lib/db/generated/client';
import { runtime } from '@/lib/runtime';
import {
  DELIVERY_ERRORS,
  DELIVERY_STATUSES,
  type DeliveryView,
  type deliveryQuerySchema,
} from '@/lib/schemas/webhooks';
import { requireAllowed } from '../authorize';
import type { Context } from '../context';
import { toPage } from '../cursor';
import { newestFirst } from '../newest-first';
import { readWebhook } from './webhook-rows';

type Query = z.output<typeof deliveryQuerySchema> & { id: string };

/** The log of one webhook, newest first; for the tenant's admins. */
export async function listDeliveries({
  ctx,
  input,
}: {
  ctx: Context;
  input: Query;
}): Promise<{ items: DeliveryView[]; next_cursor: string | null }> {
  const { tenantId } = ctx;
  requireAllowed(authorize(ctx.actor, 'webhook.manage', { tenantId }));
  const { prisma } = runtime().db;
  await readWebhook(prisma, tenantId, input.id);
  const page = newestFirst(input);
  const rows = await prisma.webhookDelivery.findMany({
    where: {
      tenantId,
      webhookId: input.id,
      ...(input.status ? { status: input.status } : {}),
      ...page.after,
    },
    orderBy: page.orderBy,
    take: page.take,
  });
  const { items, next_cursor } = toPage(rows, page.limit, page.keys);
  return { items: items.map(toDelivery), next_cursor };
}

export function toDelivery(row: WebhookDelivery): DeliveryView {
  return {
    id: row.id,
    event_id: row.eventId,
    kind: row.kind,
    status: DELIVERY_STATUSES.find((known) => known === row.status) ?? 'FAILED',
    tries: row.tries,
    created_at: row.createdAt.toISOString(),
    last_try_at: row.lastTryAt?.toISOString() ?? null,
    next_try_at: row.nextTryAt?.toISOString() ?? null,
    last_error: DELIVERY_ERRORS.find((known) => known === row.lastError) ?? null,
    http_status: row.httpStatus,
    latency_ms: row.latencyMs,
  };
}
