import type { OpenAPIHono } from '@hono/zod-openapi';
import {
  approvalListQuerySchema,
  approvalPageSchema,
  approvalParamsSchema,
  approvalSchema,
  approveInputSchema,
  denyInputSchema,
} from '@/lib/schemas/invoke';
import { decideApproval } from '@/lib/services/approvals/decide-approval';
import { getApproval } from '@/lib/services/approvals/get-approval';
import { listApprovals } from '@/lib/services/approvals/list-approvals-view';
import { route } from '../route';

export function registerApprovals(app: OpenAPIHono): void {
  const tag = 'Approvals';
  route(app, {
    method: 'get',
    path: '/approvals',
    summary: 'Calls that wait, or waited, for a person',
    tag,
    query: approvalListQuerySchema,
    answers: { 200: approvalPageSchema },
    handle: async ({ ctx, query }) => ({ body: await listApprovals({ ctx, input: query }) }),
  });
  route(app, {
    method: 'get',
    path: '/approvals/{id}',
    summary: 'One approval',
    tag,
    params: approvalParamsSchema,
    answers: { 200: approvalSchema },
    handle: async ({ ctx, params }) => ({ body: await getApproval({ ctx, input: params }) }),
  });
  route(app, {
    method: 'post',
    path: '/approvals/{id}/approve',
    summary: 'Say yes to one call',
    tag,
    params: approvalParamsSchema,
    body: approveInputSchema,
    answers: { 200: approvalSchema },
    handle: async ({ ctx, params, body }) => ({
      body: await decideApproval({ ctx, input: { ...params, ...body, decision: 'approve' } }),
    }),
  });
  route(app, {
    method: 'post',
    path: '/approvals/{id}/deny',
    summary: 'Say no to one call, with the reason',
    tag,
    params: approvalParamsSchema,
    body: denyInputSchema,
    answers: { 200: approvalSchema },
    handle: async ({ ctx, params, body }) => ({
      body: await decideApproval({ ctx, input: { ...params, ...body, decision: 'deny' } }),
    }),
  });
}
