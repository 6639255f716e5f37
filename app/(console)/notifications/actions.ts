'use server';

import { action } from '@/lib/actions/action';
import { readNotificationsSchema } from '@/lib/schemas/notifications';
import { markRead } from '@/lib/services/notifications/mark-read';

export const readNotifications = action(readNotificationsSchema, markRead);
