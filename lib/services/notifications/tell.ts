import type { Role } from '@/lib/core/shared/domain';
import type { EventKind } from '@/lib/core/shared/events';
import type { Json } from '@/lib/core/shared/json';
import type { Tx } from '@/lib/db/transaction';
import { actorId, type Context } from '../context';
import { newId } from '../ids';
import { queueEvent } from '../webhooks/queue-event';

/** People, by what they are in the tenant of the event. Each is told once. */
export type Audience = {
  users?: readonly string[];
  /** Active members of these teams. */
  teams?: readonly string[];
  /** Active holders of these roles. */
  roles?: readonly Role[];
  /** Not told, whatever else they are. Who did it is never told. */
  except?: readonly string[];
};

export type Told = {
  kind: EventKind;
  /** One line that says what happened, to what. */
  title: string;
  /** Where the console shows it. */
  href: string;
  targetKind: string;
  targetId: string;
  /** Tenant of the target when it is not the tenant acted in. */
  tenantId?: string;
  /** For webhooks: ids and states; never a secret, an argument or an output. */
  data?: Record<string, Json>;
  audience: Audience;
};

/** A title may hold a reason somebody wrote. */
const MAX_TITLE = 300;

/**
 * Tells people, and the tenant's webhooks, of an event, in the transaction of what happened:
 * neither comes without the other.
 */
export async function tell(tx: Tx, ctx: Context, event: Told): Promise<void> {
  const tenantId = event.tenantId ?? ctx.tenantId;
  await queueEvent(tx, ctx, tenantId, event);
  const users = await audienceOf(tx, tenantId, event.audience, actorId(ctx.actor));
  await notify(tx, ctx, tenantId, event, users);
}

/**
 * Tells further people of an event that has been told already, such as those who turn out to be
 * hit by it. Who knows of it is not told twice, and webhooks are not told again.
 */
export async function tellOthers(tx: Tx, ctx: Context, event: Told): Promise<void> {
  const tenantId = event.tenantId ?? ctx.tenantId;
  const users = await audienceOf(tx, tenantId, event.audience, actorId(ctx.actor));
  const { kind, href } = event;
  const told = await tx.notification.findMany({
    where: { userId: { in: users }, kind, href },
    select: { userId: true },
  });
  const known = new Set(told.map(({ userId }) => userId));
  const others = users.filter((userId) => !known.has(userId));
  await notify(tx, ctx, tenantId, event, others);
}

async function notify(
  tx: Tx,
  ctx: Context,
  tenantId: string,
  event: Told,
  users: readonly string[],
): Promise<void> {
  if (users.length === 0) return;
  await tx.notification.createMany({
    data: users.map((userId) => ({
      tenantId,
      id: newId('ntf', ctx.now.getTime()),
      userId,
      kind: event.kind,
      title: event.title.slice(0, MAX_TITLE),
      href: event.href,
      createdAt: ctx.now,
    })),
  });
}

async function audienceOf(
  tx: Tx,
  tenantId: string,
  audience: Audience,
  actor: string,
): Promise<string[]> {
  const { users = [], teams = [], roles = [], except = [] } = audience;
  const found = await tx.user.findMany({
    where: {
      active: true,
      id: { notIn: [...except, actor] },
      OR: [
        { id: { in: [...users] } },
        { memberships: { some: { tenantId, teamId: { in: [...teams] } } } },
        { roles: { some: { tenantId, role: { in: [...roles] } } } },
      ],
    },
    select: { id: true },
    orderBy: { id: 'asc' },
  });
  return found.map(({ id }) => id);
}
