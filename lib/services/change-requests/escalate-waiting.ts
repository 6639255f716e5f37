import { authorize } from '@/lib/core/policy/authorize';
import type { Tx } from '@/lib/db/transaction';
import { log } from '@/lib/observability/log';
import { runtime } from '@/lib/runtime';
import { transact } from '../announce';
import { recordAudit } from '../audit';
import { requireAllowed } from '../authorize';
import { type Context, systemContext } from '../context';
import { tell } from '../notifications/tell';
import { readSettings } from '../settings/get-settings';

const DAY_MS = 86_400_000;

/** Tells the admins, once, of each change request that waits longer than its tenant allows. */
export async function escalateWaiting(now: Date): Promise<number> {
  const { prisma } = runtime().db;
  const oldest = { submittedAt: { lte: new Date(now.getTime() - DAY_MS) } };
  const waiting = await prisma.changeRequest.groupBy({
    by: ['tenantId'],
    where: { status: 'OPEN', escalatedAt: null, ...oldest },
  });
  let told = 0;
  for (const { tenantId } of waiting) {
    const { change_waiting_days: days } = await readSettings(tenantId);
    const due = await prisma.changeRequest.findMany({
      where: {
        tenantId,
        status: 'OPEN',
        escalatedAt: null,
        submittedAt: { lte: new Date(now.getTime() - days * DAY_MS) },
      },
      orderBy: [{ submittedAt: 'asc' }, { id: 'asc' }],
      select: { id: true, title: true, authors: true },
      take: 200,
    });
    const ctx = systemContext('change-requests-waiting', tenantId, now);
    for (const change of due) {
      try {
        if (await transact((tx) => escalate(tx, ctx, change, days))) told += 1;
      } catch (err) {
        log.error({ err, change_request: change.id }, 'nobody could be told of a waiting request');
      }
    }
  }
  return told;
}

async function escalate(
  tx: Tx,
  ctx: Context,
  change: { id: string; title: string; authors: string[] },
  days: number,
): Promise<boolean> {
  const { tenantId } = ctx;
  requireAllowed(authorize(ctx.actor, 'change-request.carry-out', { tenantId }));
  const { count } = await tx.changeRequest.updateMany({
    where: { tenantId, id: change.id, status: 'OPEN', escalatedAt: null },
    data: { escalatedAt: ctx.now },
  });
  if (count === 0) return false;
  await recordAudit(tx, ctx, {
    action: 'change_request.escalate',
    targetKind: 'change_request',
    targetId: change.id,
    tenantId,
    reason: `It has waited longer than ${days} ${days === 1 ? 'day' : 'days'}.`,
  });
  await tell(tx, ctx, {
    kind: 'change_request.waiting',
    title: `${change.title} has waited longer than ${days} ${days === 1 ? 'day' : 'days'}`,
    href: `/change-requests/${change.id}`,
    targetKind: 'change_request',
    targetId: change.id,
    data: { days },
    audience: { roles: ['admin'] },
  });
  return true;
}
