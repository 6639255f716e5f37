import type { OpenAPIHono } from '@hono/zod-openapi';
import { settingsSchema, updateSettingsSchema } from '@/lib/schemas/settings';
import { getSettings } from '@/lib/services/settings/get-settings';
import { updateSettings } from '@/lib/services/settings/update-settings';
import { route } from '../route';

const tag = 'Settings';

export function registerSettings(app: OpenAPIHono): void {
  route(app, {
    method: 'get',
    path: '/settings',
    summary: 'Settings of a tenant',
    tag,
    answers: { 200: settingsSchema },
    handle: async ({ ctx }) => ({ body: await getSettings({ ctx }) }),
  });
  route(app, {
    method: 'patch',
    path: '/settings',
    summary: 'Change settings; what is not named stays',
    tag,
    body: updateSettingsSchema,
    answers: { 200: settingsSchema },
    handle: async ({ ctx, body }) => ({ body: await updateSettings({ ctx, input: body }) }),
  });
}
