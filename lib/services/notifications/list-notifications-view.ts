import type { z } from 'zod';
import type { Prisma } from '@/lib/db/generated/client';
import { runtime } from '@/lib/runtime';
import type {
  NotificationPage,
  NotificationView,
  notificationQuerySchema,
} from '@/lib/schemas/notifications';
import { requireUser, visibleTenants } from '../authorize';
import type { Context } from '../context';
import { toPage } from '../cursor';
import { newestFirst } from '../newest-first';

/** What the caller was told in the tenant acted in and in `shared`. */
export function ownNotifications(ctx: Context): Prisma.NotificationWhereInput {
  const { userId } = requireUser(ctx.actor);
  return { userId, tenantId: { in: visibleTenants(ctx) } };
}

/** Notifications of the person acting, the newest first. @throws ServiceError FORBIDDEN for an agent. */
export async function listNotifications({
  ctx,
  input,
}: {
  ctx: Context;
  input: z.output<typeof notificationQuerySchema>;
}): Promise<NotificationPage> {
  const own = ownNotifications(ctx);
  const page = newestFirst(input);
  const rows = await runtime().db.prisma.notification.findMany({
    where: { ...own, ...(input.unread ? { readAt: null } : {}), ...page.after },
    orderBy: page.orderBy,
    take: page.take,
  });
  const { items, next_cursor } = toPage(rows, page.limit, page.keys);
  return { items: items.map(toNotification), next_cursor, unread: await countUnread(ctx) };
}

export async function countUnread(ctx: Context): Promise<number> {
  return await runtime().db.prisma.notification.count({
    where: { ...ownNotifications(ctx), readAt: null },
  });
}

function toNotification(row: Prisma.NotificationGetPayload<object>): NotificationView {
  return {
    id: row.id,
    tenant_id: row.tenantId,
    kind: row.kind,
    title: row.title,
    href: row.href,
    created_at: row.createdAt.toISOString(),
    read_at: row.readAt?.toISOString() ?? null,
  };
}
