import { hashPassword, isPassword } from '@/lib/auth/password';
import { runtime } from '@/lib/runtime';
import type { ChangePassword } from '@/lib/schemas/people';
import { transact } from '@/lib/services/announce';
import { recordAudit } from '@/lib/services/audit';
import { requireUser } from '@/lib/services/authorize';
import type { Context } from '@/lib/services/context';
import { changedMeanwhile, invalidField, ServiceError } from '@/lib/services/errors';
import { countAttempt } from './sign-in-limits';

/**
 * One's own password. No policy is asked: the right to do this is the current password, and it
 * reaches nobody but the person acting. Ends every session, this one included.
 */
export async function changePassword({
  ctx,
  input,
}: {
  ctx: Context;
  input: ChangePassword;
}): Promise<void> {
  const actor = requireUser(ctx.actor);
  await countAttempt({ email: actor.email, address: null, now: ctx.now });
  const { prisma } = runtime().db;
  const user = await prisma.user.findUniqueOrThrow({ where: { id: actor.userId } });
  if (user.passwordHash === null) {
    throw new ServiceError(
      'CONFLICT',
      'You sign in through the identity provider; change your password there.',
    );
  }
  if (!(await isPassword(input.current_password, user.passwordHash))) {
    throw invalidField('current_password', 'This is not your current password.');
  }
  const passwordHash = await hashPassword(input.new_password);
  await transact(async (tx) => {
    const { count } = await tx.user.updateMany({
      where: { id: user.id, rowVersion: user.rowVersion },
      data: { passwordHash, sessionEpoch: { increment: 1 }, rowVersion: { increment: 1 } },
    });
    if (count === 0) throw changedMeanwhile('user', user.id);
    await recordAudit(tx, ctx, {
      action: 'user.password',
      targetKind: 'user',
      targetId: user.id,
    });
  });
}
