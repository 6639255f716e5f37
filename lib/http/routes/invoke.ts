import type { OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import {
  approvalPendingSchema,
  capabilityParamsSchema,
  decisionInputSchema,
  decisionSchema,
  idempotencyKeySchema,
  invokedSchema,
  invokeInputSchema,
} from '@/lib/schemas/invoke';
import { getDecision } from '@/lib/services/invoke/decide';
import { invokeCapability } from '@/lib/services/invoke/invoke-capability';
import { parseInput, route } from '../route';

const HEADER = 'Idempotency-Key';
const headerSchema = z.object({ [HEADER]: idempotencyKeySchema });

export function registerInvoke(app: OpenAPIHono): void {
  route(app, {
    method: 'post',
    path: '/capabilities/{id}/decision',
    summary: 'Ask what invoke would enforce, without calling',
    tag: 'Invoke',
    params: capabilityParamsSchema,
    body: decisionInputSchema,
    answers: { 200: decisionSchema },
    handle: async ({ ctx, params, body }) => ({
      body: await getDecision({ ctx, input: { ...body, id: params.id } }),
    }),
  });

  route(app, {
    method: 'post',
    path: '/capabilities/{id}/invoke',
    summary: 'Call a capability under policy; send Idempotency-Key to make repeats safe',
    tag: 'Invoke',
    params: capabilityParamsSchema,
    body: invokeInputSchema,
    handedOn: ['arguments'],
    answers: { 200: invokedSchema, 202: approvalPendingSchema },
    handle: async ({ ctx, params, body, request }) => {
      const key = request.headers.get('idempotency-key');
      const given = key === null ? {} : { idempotency_key: keyOf(key) };
      const answer = await invokeCapability({ ctx, input: { ...body, id: params.id, ...given } });
      const headers: Record<string, string> = answer.replayed
        ? { 'idempotent-replayed': 'true' }
        : {};
      return { status: answer.status, body: answer.body, headers };
    },
  });
}

/** @throws ServiceError VALIDATION that names the header. */
function keyOf(text: string): string {
  return parseInput(headerSchema, { [HEADER]: text })[HEADER];
}
