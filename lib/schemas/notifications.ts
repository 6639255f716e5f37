import { z } from 'zod';
import { pageOf, pageQuerySchema, timeSchema } from './shared';

export const notificationSchema = z
  .object({
    id: z.string(),
    tenant_id: z.string(),
    kind: z.string().describe('What happened, for example approval.wanted'),
    title: z.string(),
    href: z.string().describe('Where the console shows it'),
    created_at: timeSchema,
    read_at: timeSchema.nullable(),
  })
  .describe('Something one person was told');
export type NotificationView = z.infer<typeof notificationSchema>;

export const notificationPageSchema = pageOf(notificationSchema).extend({
  unread: z.number().int().describe('How many of them all are not read yet'),
});
export type NotificationPage = z.infer<typeof notificationPageSchema>;

export const notificationQuerySchema = pageQuerySchema.extend({
  unread: z.stringbool().optional().describe('true: only what is not read yet'),
});

export const MAX_READ_AT_ONCE = 200;

/** Which are read now: those named, or all there are. */
export const readNotificationsSchema = z.union(
  [
    z.strictObject({ ids: z.array(z.string().max(64)).min(1).max(MAX_READ_AT_ONCE) }),
    z.strictObject({ all: z.literal(true) }),
  ],
  { error: 'Name the notifications in ids, or write all: true.' },
);
export type ReadNotifications = z.infer<typeof readNotificationsSchema>;

export const unreadSchema = z
  .object({ unread: z.number().int() })
  .describe('How many are not read yet');
