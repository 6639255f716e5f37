import type { Role } from '@/lib/core/shared/domain';
import type { EventKind } from '@/lib/core/shared/events';
import type { Json } from '@/lib/core/shared/json';
import type { Tx } from '@/lib/db/transaction';
import { actorId, type Context } from '../context';
import { newId } from '../ids';

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

/** Tells people of an event, in the transaction of what happened: neither comes without the other. */
export async function tell(tx: Tx, ctx: Context, event: Told): Promise<void> {
  const tenantId = event.tenantId ?? ctx.tenantId;
  const users = await audienceOf(tx, tenantId, event.audience, actorId(ctx.actor));
  if (users.length === 0) return;
  await tx.notification.createMany({
    data: users.map((userId) => ({
      tenantId,
      id: newId('ntf', ctx.now.getTime()),
      userId,
      kind: event.kind,
      title: event.title,
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
