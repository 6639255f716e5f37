import type { OpenAPIHono } from '@hono/zod-openapi';
import { impactQuerySchema, impactSchema } from '@/lib/schemas/usage';
import { getImpact } from '@/lib/services/impact/get-impact';
import { route } from '../route';

export function registerImpact(app: OpenAPIHono): void {
  route(app, {
    method: 'post',
    path: '/impact',
    summary: 'Who would be hit by an action, before it is taken',
    tag: 'Usage',
    body: impactQuerySchema,
    answers: { 200: impactSchema },
    handle: async ({ ctx, body }) => ({ body: await getImpact({ ctx, input: body }) }),
  });
}
