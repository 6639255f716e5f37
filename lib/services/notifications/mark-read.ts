import type { ReadNotifications } from '@/lib/schemas/notifications';
import { transact } from '../announce';
import type { Context } from '../context';
import { countUnread, ownNotifications } from './list-notifications-view';

/**
 * Marks notifications of the person acting as read. Ids that are not theirs change nothing; what
 * comes in after the call stays unread. Answers how many are left.
 */
export async function markRead({
  ctx,
  input,
}: {
  ctx: Context;
  input: ReadNotifications;
}): Promise<{ unread: number }> {
  const own = ownNotifications(ctx);
  const which = 'ids' in input ? { id: { in: input.ids } } : { createdAt: { lte: ctx.now } };
  await transact(async (tx) => {
    await tx.notification.updateMany({
      where: { AND: [own, which, { readAt: null }] },
      data: { readAt: ctx.now },
    });
  });
  return { unread: await countUnread(ctx) };
}
