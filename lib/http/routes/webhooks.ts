import type { OpenAPIHono } from '@hono/zod-openapi';
import { pageQuerySchema } from '@/lib/schemas/shared';
import {
  createWebhookSchema,
  deliveryPageSchema,
  deliveryParamsSchema,
  deliveryQuerySchema,
  deliverySchema,
  updateWebhookBodySchema,
  webhookCreatedSchema,
  webhookPageSchema,
  webhookParamsSchema,
  webhookSchema,
} from '@/lib/schemas/webhooks';
import { createWebhook } from '@/lib/services/webhooks/create-webhook';
import { deleteWebhook } from '@/lib/services/webhooks/delete-webhook';
import { listDeliveries } from '@/lib/services/webhooks/list-deliveries-view';
import { getWebhook, listWebhooks } from '@/lib/services/webhooks/list-webhooks';
import { redeliverEvent, testWebhook } from '@/lib/services/webhooks/test-webhook';
import { updateWebhook } from '@/lib/services/webhooks/update-webhook';
import { route } from '../route';

const tag = 'Webhooks';
const params = webhookParamsSchema;

export function registerWebhooks(app: OpenAPIHono): void {
  route(app, {
    method: 'get',
    path: '/webhooks',
    summary: 'Webhooks of a tenant, without their secrets',
    tag,
    query: pageQuerySchema,
    answers: { 200: webhookPageSchema },
    handle: async ({ ctx, query }) => ({ body: await listWebhooks({ ctx, input: query }) }),
  });
  route(app, {
    method: 'post',
    path: '/webhooks',
    summary: 'Make a webhook; its secret is shown once',
    tag,
    body: createWebhookSchema,
    answers: { 201: webhookCreatedSchema },
    handle: async ({ ctx, body }) => ({ body: await createWebhook({ ctx, input: body }) }),
  });
  route(app, {
    method: 'get',
    path: '/webhooks/{id}',
    summary: 'One webhook',
    tag,
    params,
    answers: { 200: webhookSchema },
    handle: async ({ ctx, params }) => ({ body: await getWebhook({ ctx, input: params }) }),
  });
  route(app, {
    method: 'patch',
    path: '/webhooks/{id}',
    summary: 'Switch a webhook on or off, or change what it gets',
    tag,
    params,
    body: updateWebhookBodySchema,
    answers: { 200: webhookSchema },
    handle: async ({ ctx, params, body }) => ({
      body: await updateWebhook({ ctx, input: { ...body, ...params } }),
    }),
  });
  route(app, {
    method: 'delete',
    path: '/webhooks/{id}',
    summary: 'Remove a webhook with its log',
    tag,
    params,
    answers: { 204: null },
    handle: async ({ ctx, params }) => {
      await deleteWebhook({ ctx, input: params });
      return { status: 204 };
    },
  });
  registerDeliveries(app);
}

function registerDeliveries(app: OpenAPIHono): void {
  route(app, {
    method: 'get',
    path: '/webhooks/{id}/deliveries',
    summary: 'The log of a webhook, newest first',
    tag,
    params,
    query: deliveryQuerySchema,
    answers: { 200: deliveryPageSchema },
    handle: async ({ ctx, params, query }) => ({
      body: await listDeliveries({ ctx, input: { ...query, ...params } }),
    }),
  });
  route(app, {
    method: 'post',
    path: '/webhooks/{id}/test',
    summary: 'Put a test event on its way to a webhook',
    tag,
    params,
    answers: { 202: deliverySchema },
    handle: async ({ ctx, params }) => ({ body: await testWebhook({ ctx, input: params }) }),
  });
  route(app, {
    method: 'post',
    path: '/webhooks/{id}/deliveries/{delivery_id}/redeliver',
    summary: 'Send one event again, under its old id',
    tag,
    params: deliveryParamsSchema,
    answers: { 202: deliverySchema },
    handle: async ({ ctx, params }) => ({ body: await redeliverEvent({ ctx, input: params }) }),
  });
}
