import type { Json } from '@/lib/core/shared/json';
import type { Tx } from '@/lib/db/transaction';
import { runtime } from '@/lib/runtime';
import { actorId, type Context } from '../context';
import { newId } from '../ids';

export type HookEvent = {
  kind: string;
  title: string;
  href: string;
  targetKind: string;
  targetId: string;
  data?: Record<string, Json>;
};

/**
 * Puts an event on its way to every active webhook of the tenant that subscribes its kind, in the
 * transaction of what happened. Without such a webhook nothing is written.
 */
export async function queueEvent(
  tx: Tx,
  ctx: Context,
  tenantId: string,
  event: HookEvent,
): Promise<void> {
  const webhooks = await tx.webhook.findMany({
    where: {
      tenantId,
      active: true,
      OR: [{ events: { isEmpty: true } }, { events: { has: event.kind } }],
    },
    select: { id: true },
  });
  const ids = webhooks.map(({ id }) => id);
  if (ids.length > 0) await queueFor(tx, ctx, tenantId, ids, event);
}

/** The same for webhooks already chosen. Answers the ids of the deliveries, in the same order. */
export async function queueFor(
  tx: Tx,
  ctx: Context,
  tenantId: string,
  webhookIds: readonly string[],
  event: HookEvent,
): Promise<string[]> {
  const at = ctx.now.getTime();
  const eventId = newId('evt', at);
  const { kind } = event;
  const body = bodyOf(ctx, tenantId, event);
  await tx.webhookEvent.create({
    data: { tenantId, id: eventId, kind, body, createdAt: ctx.now },
    select: { id: true },
  });
  const rows = webhookIds.map((webhookId) => ({
    tenantId,
    id: newId('dlv', at),
    webhookId,
    eventId,
    kind,
    createdAt: ctx.now,
    nextTryAt: ctx.now,
  }));
  await tx.webhookDelivery.createMany({ data: rows });
  return rows.map(({ id }) => id);
}

/** Written once, so that every try sends, and signs, the same bytes. */
function bodyOf(ctx: Context, tenantId: string, event: HookEvent): string {
  return JSON.stringify({
    type: event.kind,
    timestamp: ctx.now.toISOString(),
    data: {
      tenant_id: tenantId,
      title: event.title,
      url: `${runtime().config.baseUrl}${event.href}`,
      target: { kind: event.targetKind, id: event.targetId },
      actor: { kind: ctx.actor.kind, id: actorId(ctx.actor) },
      details: event.data ?? {},
    },
  });
}
