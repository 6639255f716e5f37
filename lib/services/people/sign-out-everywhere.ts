import { transact } from '@/lib/services/announce';
import { recordAudit } from '@/lib/services/audit';
import { requireUser } from '@/lib/services/authorize';
import type { Context } from '@/lib/services/context';

/** Ends every session of the person acting. No policy is asked: it reaches nobody else. */
export async function signOutEverywhere({ ctx }: { ctx: Context }): Promise<void> {
  const { userId } = requireUser(ctx.actor);
  await transact(async (tx) => {
    await tx.user.update({ where: { id: userId }, data: { sessionEpoch: { increment: 1 } } });
    await recordAudit(tx, ctx, {
      action: 'user.sign_out_everywhere',
      targetKind: 'user',
      targetId: userId,
    });
  });
}
