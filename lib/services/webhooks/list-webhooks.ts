import { authorize, isAllowed } from '@/lib/core/policy/authorize';
import { runtime } from '@/lib/runtime';
import type { PagePart } from '@/lib/schemas/shared';
import type { WebhookView } from '@/lib/schemas/webhooks';
import { requireAllowed } from '../authorize';
import type { Context } from '../context';
import { toPage } from '../cursor';
import { newestFirst } from '../newest-first';
import { readWebhook, toWebhook, WEBHOOK_SELECT } from './webhook-rows';

/** Webhooks of the tenant acted in, newest first, never their secrets; for its admins. */
export async function listWebhooks({
  ctx,
  input,
}: {
  ctx: Context;
  input: PagePart;
}): Promise<{ items: WebhookView[]; next_cursor: string | null }> {
  const { tenantId } = ctx;
  requireAllowed(authorize(ctx.actor, 'webhook.manage', { tenantId }));
  const page = newestFirst(input);
  const rows = await runtime().db.prisma.webhook.findMany({
    where: { tenantId, ...page.after },
    orderBy: page.orderBy,
    take: page.take,
    select: WEBHOOK_SELECT,
  });
  const { items, next_cursor } = toPage(rows, page.limit, page.keys);
  return { items: items.map(toWebhook), next_cursor };
}

/** One webhook. @throws ServiceError FORBIDDEN, NOT_FOUND. */
export async function getWebhook({
  ctx,
  input,
}: {
  ctx: Context;
  input: { id: string };
}): Promise<WebhookView> {
  requireAllowed(authorize(ctx.actor, 'webhook.manage', { tenantId: ctx.tenantId }));
  return toWebhook(await readWebhook(runtime().db.prisma, ctx.tenantId, input.id));
}

/** For pages: whether webhooks are theirs to manage. */
export function mayManageWebhooks(ctx: Context): boolean {
  return isAllowed(ctx.actor, 'webhook.manage', { tenantId: ctx.tenantId });
}
