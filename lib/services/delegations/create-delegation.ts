import { authorize } from '@/lib/core/policy/authorize';
import type { Delegation } from '@/lib/db/generated/client';
import type { Tx } from '@/lib/db/transaction';
import type { DelegationAnswer } from '@/lib/schemas/delegations';
import { transact } from '../announce';
import { recordAudit } from '../audit';
import { requireAllowed, requireUser } from '../authorize';
import type { Context } from '../context';
import { invalidField, ServiceError } from '../errors';
import { futureTime } from '../future-time';
import { newId } from '../ids';
import { peopleNames } from '../people/people-names';
import { toDelegation } from './delegation-answer';

const MAX_DAYS = 90;
const DAY_MS = 86_400_000;

/**
 * Names who decides change requests in one's place for a time, in the tenant acted in. The person
 * gets no other right of the role, and decides nothing that either of the two wrote a part of.
 * @throws ServiceError FORBIDDEN, VALIDATION, CONFLICT when one covers a part of the time already.
 */
export async function createDelegation(call: {
  ctx: Context;
  input: { to: string; starts_at?: string | undefined; ends_at: string; reason: string };
}): Promise<DelegationAnswer> {
  const { ctx, input } = call;
  const { tenantId } = ctx;
  const { userId: fromUser } = requireUser(ctx.actor);
  requireAllowed(authorize(ctx.actor, 'delegation.create', { tenantId, userId: fromUser }));
  const startsAt = input.starts_at ? new Date(input.starts_at) : ctx.now;
  const endsAt = futureTime(ctx.now, 'ends_at', input.ends_at) ?? ctx.now;
  if (endsAt <= startsAt) throw invalidField('ends_at', 'Choose an end after the start.');
  if (endsAt.getTime() - ctx.now.getTime() > MAX_DAYS * DAY_MS) {
    throw invalidField('ends_at', `Choose an end within ${MAX_DAYS} days.`);
  }
  const row = await transact(async (tx) => {
    await requireStandIn(tx, tenantId, fromUser, input.to);
    await requireNoOther(tx, { tenantId, fromUser, startsAt, endsAt });
    const made = await tx.delegation.create({
      data: {
        tenantId,
        id: newId('dlg', ctx.now.getTime()),
        fromUser,
        toUser: input.to,
        startsAt,
        endsAt,
        reason: input.reason,
        createdBy: fromUser,
        createdAt: ctx.now,
      },
    });
    await recordAudit(tx, ctx, {
      action: 'delegation.create',
      targetKind: 'user',
      targetId: fromUser,
      ...(input.reason ? { reason: input.reason } : {}),
      after: { id: made.id, to: made.toUser, starts_at: startsAt, ends_at: endsAt },
    });
    return made;
  });
  return toDelegation(row, await peopleNames([row.fromUser, row.toUser]), ctx.now);
}

async function requireStandIn(tx: Tx, tenantId: string, from: string, to: string): Promise<void> {
  if (to === from) throw invalidField('to', 'Choose somebody else than yourself.');
  const here = { some: { tenantId } };
  const person = await tx.user.findFirst({
    where: { id: to, active: true, OR: [{ roles: here }, { memberships: here }] },
    select: { id: true },
  });
  if (!person) throw invalidField('to', `There is no active person "${to}" in "${tenantId}".`);
}

type Span = Pick<Delegation, 'tenantId' | 'fromUser' | 'startsAt' | 'endsAt'>;

/** One person stands in at a time: two in one place would be two yeses of one side. */
async function requireNoOther(tx: Tx, span: Span): Promise<void> {
  const { tenantId, fromUser, startsAt, endsAt } = span;
  await tx.$queryRaw`SELECT id FROM users WHERE id = ${fromUser} FOR UPDATE`;
  const other = await tx.delegation.findFirst({
    where: {
      ...{ tenantId, fromUser, endedAt: null },
      startsAt: { lt: endsAt },
      endsAt: { gt: startsAt },
    },
    select: { id: true },
  });
  if (!other) return;
  throw new ServiceError(
    'CONFLICT',
    'Somebody decides in your place in a part of this time already; end that first.',
    { delegation_id: other.id },
  );
}
