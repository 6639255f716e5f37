import type { OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import { capabilityPathSchema } from '@/lib/schemas/capabilities';
import {
  approveBodySchema,
  bulkApproveAnswerSchema,
  bulkApproveSchema,
  changeCommentPageSchema,
  changeCommentSchema,
  changeOutcomeSchema,
  changeRequestDetailSchema,
  changeRequestPageSchema,
  changeRequestPathSchema,
  changeRequestSchema,
  commentBodySchema,
  decideBodySchema,
  listChangeRequestsQuerySchema,
  updateChangeRequestBodySchema,
} from '@/lib/schemas/change-requests';
import { pageQuerySchema } from '@/lib/schemas/shared';
import {
  compatAnswerSchema,
  compatBodySchema,
  publishBodySchema,
  versionCheckSchema,
  versionComparisonSchema,
  versionListSchema,
  versionPairSchema,
  versionPathSchema,
} from '@/lib/schemas/versions';
import { checkCompat } from '@/lib/services/catalog/check-compat';
import { checkVersion } from '@/lib/services/catalog/check-version';
import { compareVersions } from '@/lib/services/catalog/compare-versions';
import { decideChangeRequest } from '@/lib/services/catalog/decide-change-request';
import { getChangeRequest } from '@/lib/services/catalog/get-change-request';
import { listChangeRequests } from '@/lib/services/catalog/list-change-requests';
import { listVersions } from '@/lib/services/catalog/list-versions';
import { publishVersion } from '@/lib/services/catalog/publish-version';
import { rollbackVersion } from '@/lib/services/catalog/rollback-version';
import { updateChangeRequest } from '@/lib/services/catalog/update-change-request';
import { bulkApprove } from '@/lib/services/change-requests/bulk-approve';
import { commentChangeRequest, listComments } from '@/lib/services/change-requests/comments';
import { route } from '../route';
import { outcomeAnswer } from './capabilities';

/** Versions, their comparison, and the requests that change what is live. */
export function registerChangeRequests(app: OpenAPIHono): void {
  registerVersions(app);
  registerRequests(app);
  registerComments(app);
  registerDecisions(app);
}

function registerVersions(app: OpenAPIHono): void {
  const tag = 'Versions';
  const params = capabilityPathSchema;
  route(app, {
    method: 'get',
    path: '/capabilities/{id}/versions',
    summary: 'List versions, newest first',
    tag,
    params,
    query: pageQuerySchema,
    answers: { 200: versionListSchema },
    handle: async ({ ctx, params: { id }, query }) => ({
      body: await listVersions({ ctx, input: { ...query, capability_id: id } }),
    }),
  });
  route(app, {
    method: 'post',
    path: '/capabilities/{id}/versions',
    summary: 'Propose the next version',
    tag,
    params,
    body: publishBodySchema,
    answers: { 202: changeOutcomeSchema },
    handle: async ({ ctx, params: { id }, body }) =>
      outcomeAnswer(await publishVersion({ ctx, input: { capability_id: id, body } }), true),
  });
  route(app, {
    method: 'post',
    path: '/capabilities/{id}/versions/check',
    summary: 'Verdict and impact of a version, without publishing it',
    tag,
    params,
    body: publishBodySchema,
    answers: { 200: versionCheckSchema },
    handle: async ({ ctx, params: { id }, body }) => ({
      body: await checkVersion({ ctx, input: { capability_id: id, body } }),
    }),
  });
  route(app, {
    method: 'get',
    path: '/capabilities/{id}/versions/compare',
    summary: 'Two versions beside each other',
    tag,
    params,
    query: versionPairSchema,
    answers: { 200: versionComparisonSchema },
    handle: async ({ ctx, params: { id }, query }) => {
      const found = await compareVersions({ ctx, input: { capability_id: id, ...query } });
      const fields = found.fields.map(({ field, before, after }) => ({ field, before, after }));
      return { body: { ...found, fields } };
    },
  });
  route(app, {
    method: 'post',
    path: '/capabilities/{id}/versions/{v}/rollback',
    summary: 'Propose to go back to an earlier version',
    tag,
    params: versionPathSchema,
    body: z.object({ reason: z.string().trim().max(2000).default('') }),
    answers: { 202: changeOutcomeSchema },
    handle: async ({ ctx, params: { id, v }, body }) => {
      const input = { capability_id: id, version: v, reason: body.reason };
      return outcomeAnswer(await rollbackVersion({ ctx, input }), true);
    },
  });
  route(app, {
    method: 'post',
    path: '/compat',
    summary: 'Compare two schemas',
    tag,
    body: compatBodySchema,
    answers: { 200: compatAnswerSchema },
    handle: async ({ ctx, body }) => ({ body: await checkCompat({ ctx, input: body }) }),
  });
}

const tag = 'Change requests';
const params = changeRequestPathSchema;

function registerRequests(app: OpenAPIHono): void {
  route(app, {
    method: 'get',
    path: '/change-requests',
    summary: 'List change requests, newest first',
    tag,
    query: listChangeRequestsQuerySchema,
    answers: { 200: changeRequestPageSchema },
    handle: async ({ ctx, query }) => ({ body: await listChangeRequests({ ctx, input: query }) }),
  });
  route(app, {
    method: 'get',
    path: '/change-requests/{id}',
    summary: 'Read one change request',
    tag,
    params,
    answers: { 200: changeRequestDetailSchema },
    handle: async ({ ctx, params: { id } }) => ({
      body: await getChangeRequest({ ctx, input: { change_request_id: id } }),
    }),
  });
  route(app, {
    method: 'patch',
    path: '/change-requests/{id}',
    summary: 'Edit an open change request',
    tag,
    params,
    body: updateChangeRequestBodySchema,
    answers: { 200: changeRequestSchema },
    handle: async ({ ctx, params: { id }, body }) => ({
      body: await updateChangeRequest({ ctx, input: { change_request_id: id, ...body } }),
    }),
  });
}

function registerComments(app: OpenAPIHono): void {
  route(app, {
    method: 'get',
    path: '/change-requests/{id}/comments',
    summary: 'List the comments on a change request, oldest first',
    tag,
    params,
    query: pageQuerySchema,
    answers: { 200: changeCommentPageSchema },
    handle: async ({ ctx, params: { id }, query }) => ({
      body: await listComments({ ctx, input: { ...query, change_request_id: id } }),
    }),
  });
  route(app, {
    method: 'post',
    path: '/change-requests/{id}/comments',
    summary: 'Comment on a change request that is not closed',
    tag,
    params,
    body: commentBodySchema,
    answers: { 201: changeCommentSchema },
    handle: async ({ ctx, params: { id }, body }) => ({
      body: await commentChangeRequest({ ctx, input: { ...body, change_request_id: id } }),
    }),
  });
}

function registerDecisions(app: OpenAPIHono): void {
  route(app, {
    method: 'post',
    path: '/change-requests/bulk-approve',
    summary: 'Approve many of LOW risk, each for itself',
    tag,
    body: bulkApproveSchema,
    answers: { 200: bulkApproveAnswerSchema },
    handle: async ({ ctx, body }) => ({ body: await bulkApprove({ ctx, input: body }) }),
  });
  const summaries = {
    approve: 'Approve, and apply with the last approval it takes; by who wrote no part of it',
    reject: 'Reject; needs somebody who wrote no part of it',
    withdraw: 'Take it back',
  };
  for (const decision of ['approve', 'reject', 'withdraw'] as const) {
    route(app, {
      method: 'post',
      path: `/change-requests/{id}/${decision}`,
      summary: summaries[decision],
      tag,
      params,
      body: decision === 'approve' ? approveBodySchema : decideBodySchema,
      answers: { 200: changeOutcomeSchema },
      handle: async ({ ctx, params: { id }, body }) => ({
        body: await decideChangeRequest({
          ctx,
          input: { change_request_id: id, decision, ...body },
        }),
      }),
    });
  }
}
