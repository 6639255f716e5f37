import { isGivenUp, nextWait } from '@/lib/core/webhooks/schedule';
import type { Tx } from '@/lib/db/transaction';
import { transact } from '../announce';
import { recordAudit } from '../audit';
import { systemContext } from '../context';
import { tell } from '../notifications/tell';
import type { Posted } from './post-event';
import { failWaiting } from './webhook-rows';

export type Claimed = {
  tenantId: string;
  webhookId: string;
  id: string;
  eventId: string;
  tries: number;
  claimedUntil: Date;
};

/**
 * Writes down how a try went, for whoever still holds the claim. A webhook that has only failed
 * for days is switched off in the same transaction, and the admins are told.
 */
export async function settleDelivery(claimed: Claimed, posted: Posted, now: Date): Promise<void> {
  const { tenantId, id, claimedUntil } = claimed;
  const tries = claimed.tries + 1;
  const wait = posted.error === null ? null : nextWait(tries, Math.random());
  const next = wait === null ? null : new Date(now.getTime() + wait);
  await transact(async (tx) => {
    const { count } = await tx.webhookDelivery.updateMany({
      where: { tenantId, id, status: 'PENDING', claimedUntil },
      data: {
        status: posted.error === null ? 'DELIVERED' : next === null ? 'FAILED' : 'PENDING',
        tries,
        lastTryAt: now,
        nextTryAt: next,
        claimedUntil: null,
        lastError: posted.error,
        httpStatus: posted.httpStatus,
        latencyMs: posted.latencyMs,
      },
    });
    if (count === 0) return;
    if (posted.error === null) await noteSuccess(tx, claimed);
    else await noteFailure(tx, claimed, now);
  });
}

/** Gives a claim back untried: the process stops. */
export async function releaseDelivery({ tenantId, id, claimedUntil }: Claimed): Promise<void> {
  await transact(async (tx) => {
    await tx.webhookDelivery.updateMany({
      where: { tenantId, id, status: 'PENDING', claimedUntil },
      data: { claimedUntil: null },
    });
  });
}

async function noteSuccess(tx: Tx, { tenantId, webhookId }: Claimed): Promise<void> {
  await tx.webhook.updateMany({
    where: { tenantId, id: webhookId, failingSince: { not: null } },
    data: { failingSince: null },
  });
}

async function noteFailure(tx: Tx, { tenantId, webhookId }: Claimed, now: Date): Promise<void> {
  await tx.webhook.updateMany({
    where: { tenantId, id: webhookId, failingSince: null },
    data: { failingSince: now },
  });
  const webhook = await tx.webhook.findUnique({
    where: { tenantId_id: { tenantId, id: webhookId } },
    select: { url: true, failingSince: true },
  });
  if (!webhook || !isGivenUp(webhook.failingSince, now)) return;
  const { count } = await tx.webhook.updateMany({
    where: { tenantId, id: webhookId, active: true },
    data: { active: false, givenUpAt: now, rowVersion: { increment: 1 } },
  });
  if (count === 0) return;
  await failWaiting(tx, tenantId, webhookId);
  const ctx = systemContext('webhooks', tenantId, now);
  const { host } = new URL(webhook.url);
  await recordAudit(tx, ctx, {
    action: 'webhook.give_up',
    targetKind: 'webhook',
    targetId: webhookId,
    before: { active: true },
    after: { active: false, failing_since: webhook.failingSince },
  });
  await tell(tx, ctx, {
    kind: 'webhook.given_up',
    title: `The webhook at ${host} was switched off: it has failed for days`,
    href: `/settings/webhooks/${webhookId}`,
    targetKind: 'webhook',
    targetId: webhookId,
    audience: { roles: ['admin'] },
  });
}
