import type { OpenAPIHono } from '@hono/zod-openapi';
import {
  accessRequestPageSchema,
  accessRequestParamsSchema,
  accessRequestQuerySchema,
  accessRequestSchema,
  approveAccessBodySchema,
  createAccessRequestSchema,
  denyAccessBodySchema,
} from '@/lib/schemas/access-requests';
import {
  approveAccessRequest,
  denyAccessRequest,
} from '@/lib/services/access-requests/approve-access-request';
import { createAccessRequest } from '@/lib/services/access-requests/create-access-request';
import {
  getAccessRequest,
  listAccessRequests,
} from '@/lib/services/access-requests/list-access-requests-view';
import { withdrawAccessRequest } from '@/lib/services/access-requests/withdraw-access-request';
import { route } from '../route';

const tag = 'Access requests';
const params = accessRequestParamsSchema;
const answers = { 200: accessRequestSchema };

export function registerAccessRequests(app: OpenAPIHono): void {
  route(app, {
    method: 'get',
    path: '/access-requests',
    summary: 'What agents ask for, newest first',
    tag,
    query: accessRequestQuerySchema,
    answers: { 200: accessRequestPageSchema },
    handle: async ({ ctx, query }) => ({ body: await listAccessRequests({ ctx, input: query }) }),
  });
  route(app, {
    method: 'post',
    path: '/access-requests',
    summary: 'Ask for a capability for an agent one owns',
    tag,
    body: createAccessRequestSchema,
    answers: { 201: accessRequestSchema },
    handle: async ({ ctx, body }) => ({ body: await createAccessRequest({ ctx, input: body }) }),
  });
  route(app, {
    method: 'get',
    path: '/access-requests/{id}',
    summary: 'One access request',
    tag,
    params,
    answers,
    handle: async ({ ctx, params }) => ({ body: await getAccessRequest({ ctx, input: params }) }),
  });
  route(app, {
    method: 'post',
    path: '/access-requests/{id}/approve',
    summary: 'Say yes to an access request, to all or to less; the grant follows',
    tag,
    params,
    body: approveAccessBodySchema,
    answers,
    handle: async ({ ctx, params, body }) => ({
      body: await approveAccessRequest({ ctx, input: { ...body, ...params } }),
    }),
  });
  route(app, {
    method: 'post',
    path: '/access-requests/{id}/deny',
    summary: 'Say no to an access request, with the reason',
    tag,
    params,
    body: denyAccessBodySchema,
    answers,
    handle: async ({ ctx, params, body }) => ({
      body: await denyAccessRequest({ ctx, input: { ...body, ...params } }),
    }),
  });
  route(app, {
    method: 'post',
    path: '/access-requests/{id}/withdraw',
    summary: 'Take an access request back',
    tag,
    params,
    answers,
    handle: async ({ ctx, params }) => ({
      body: await withdrawAccessRequest({ ctx, input: params }),
    }),
  });
}
