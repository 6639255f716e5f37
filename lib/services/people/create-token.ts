import { makeKey } from '@/lib/auth/keys';
import { authorize } from '@/lib/core/policy/authorize';
import type { CreateToken } from '@/lib/schemas/people';
import { transact } from '@/lib/services/announce';
import { recordAudit } from '@/lib/services/audit';
import { requireAllowed } from '@/lib/services/authorize';
import type { Context } from '@/lib/services/context';
import { ServiceError } from '@/lib/services/errors';
import { futureTime } from '@/lib/services/future-time';
import { newId } from '@/lib/services/ids';
import { liveAt } from '@/lib/services/live-keys';
import { getUser } from './get-user';

const MAX_LIVE_TOKENS = 50;

/** A personal access token: acts with all of its person's rights, everywhere but the console. */
export async function createToken({ ctx, input }: { ctx: Context; input: CreateToken }): Promise<{
  id: string;
  token: string;
}> {
  const user = await getUser({ ctx, id: input.user_id });
  const target = { tenantId: ctx.tenantId, userId: user.id };
  requireAllowed(authorize(ctx.actor, 'token.create', target));
  const expiresAt = futureTime(ctx.now, 'expires_at', input.expires_at);
  const id = newId('tok', ctx.now.getTime());
  const { text, secretHash } = makeKey('user', id);
  await transact(async (tx) => {
    const live = await tx.accessToken.count({ where: { userId: user.id, ...liveAt(ctx.now) } });
    if (live >= MAX_LIVE_TOKENS) {
      throw new ServiceError(
        'CONFLICT',
        `You have ${live} live tokens; revoke one that is no longer used.`,
      );
    }
    await tx.accessToken.create({
      data: { id, userId: user.id, name: input.name, secretHash, createdAt: ctx.now, expiresAt },
    });
    await recordAudit(tx, ctx, {
      action: 'token.create',
      targetKind: 'user',
      targetId: user.id,
      after: { id, name: input.name, expires_at: expiresAt },
    });
  });
  return { id, token: text };
}
