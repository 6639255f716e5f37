import type { OpenAPIHono } from '@hono/zod-openapi';
import {
  notificationPageSchema,
  notificationQuerySchema,
  readNotificationsSchema,
  unreadSchema,
} from '@/lib/schemas/notifications';
import { listNotifications } from '@/lib/services/notifications/list-notifications-view';
import { markRead } from '@/lib/services/notifications/mark-read';
import { route } from '../route';

export function registerNotifications(app: OpenAPIHono): void {
  const tag = 'Notifications';
  route(app, {
    method: 'get',
    path: '/notifications',
    summary: 'What the caller was told, newest first',
    tag,
    query: notificationQuerySchema,
    answers: { 200: notificationPageSchema },
    handle: async ({ ctx, query }) => ({ body: await listNotifications({ ctx, input: query }) }),
  });
  route(app, {
    method: 'post',
    path: '/notifications/read',
    summary: 'Mark notifications as read: those named, or all',
    tag,
    body: readNotificationsSchema,
    answers: { 200: unreadSchema },
    handle: async ({ ctx, body }) => ({ body: await markRead({ ctx, input: body }) }),
  });
}
