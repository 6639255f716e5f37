import type { OpenAPIHono } from '@hono/zod-openapi';
import {
  discoverAnswerSchema,
  discoverInputSchema,
  receiptParamsSchema,
  receiptSchema,
} from '@/lib/schemas/discover';
import { discover } from '@/lib/services/discover/discover';
import { getReceipt } from '@/lib/services/discover/get-receipt';
import { route } from '../route';

export function registerDiscover(app: OpenAPIHono): void {
  route(app, {
    method: 'post',
    path: '/capabilities/discover',
    summary: 'Find the few capabilities an intent needs',
    tag: 'Discover',
    body: discoverInputSchema,
    answers: { 200: discoverAnswerSchema },
    handle: async ({ ctx, body }) => ({ body: await discover({ ctx, input: body }) }),
  });
  route(app, {
    method: 'get',
    path: '/receipts/{resolve_id}',
    summary: 'The record of one discovery',
    tag: 'Discover',
    params: receiptParamsSchema,
    answers: { 200: receiptSchema },
    handle: async ({ ctx, params }) => ({ body: await getReceipt({ ctx, input: params }) }),
  });
}
