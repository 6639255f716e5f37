import type { OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import {
  exportQuerySchema,
  invocationDetailSchema,
  invocationPageSchema,
  invocationQuerySchema,
  ledgerVerificationSchema,
} from '@/lib/schemas/ledger';
import { exportInvocations } from '@/lib/services/ledger/export-invocations';
import { getInvocation } from '@/lib/services/ledger/get-invocation';
import { listInvocationsView } from '@/lib/services/ledger/list-invocations-view';
import { verifyLedger } from '@/lib/services/ledger/verify-ledger';
import { route } from '../route';

export function registerInvocations(app: OpenAPIHono): void {
  const tag = 'Ledger';
  route(app, {
    method: 'get',
    path: '/invocations',
    summary: 'Calls on record, the newest first',
    tag,
    query: invocationQuerySchema,
    answers: { 200: invocationPageSchema },
    handle: async ({ ctx, query }) => ({ body: await listInvocationsView({ ctx, input: query }) }),
  });
  route(app, {
    method: 'get',
    path: '/invocations/export',
    summary: 'Every matching call as a CSV or JSONL file',
    tag,
    query: exportQuerySchema,
    answers: { 200: null },
    handle: async ({ ctx, query }) => ({
      response: await exportInvocations({ ctx, input: query }),
    }),
  });
  route(app, {
    method: 'get',
    path: '/invocations/{id}',
    summary: 'One call with its argument shape and place in the chain',
    tag,
    params: z.object({ id: z.string().max(200) }),
    answers: { 200: invocationDetailSchema },
    handle: async ({ ctx, params }) => ({ body: await getInvocation({ ctx, input: params }) }),
  });
  route(app, {
    method: 'get',
    path: '/ledger/verify',
    summary: 'Recompute every chain and hold it against the checkpoints',
    tag,
    answers: { 200: ledgerVerificationSchema },
    handle: async ({ ctx }) => ({ body: await verifyLedger({ ctx }) }),
  });
}
