import type { OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import {
  auditExportQuerySchema,
  auditItemSchema,
  auditPageSchema,
  auditQuerySchema,
} from '@/lib/schemas/ledger';
import { exportAudit } from '@/lib/services/ledger/export-audit';
import { getAuditEvent, listAuditView } from '@/lib/services/ledger/list-audit-view';
import { route } from '../route';

export function registerAudit(app: OpenAPIHono): void {
  route(app, {
    method: 'get',
    path: '/audit',
    summary: 'Changes of the catalog, the newest first',
    tag: 'Audit',
    query: auditQuerySchema,
    answers: { 200: auditPageSchema },
    handle: async ({ ctx, query }) => ({ body: await listAuditView({ ctx, input: query }) }),
  });
  route(app, {
    method: 'get',
    path: '/audit/export',
    summary: 'Every matching change as a CSV or JSONL file',
    tag: 'Audit',
    query: auditExportQuerySchema,
    answers: { 200: null },
    handle: async ({ ctx, query }) => ({ response: await exportAudit({ ctx, input: query }) }),
  });
  route(app, {
    method: 'get',
    path: '/audit/{id}',
    summary: 'One change with what was before and after',
    tag: 'Audit',
    params: z.object({ id: z.string().max(200) }),
    answers: { 200: auditItemSchema.describe('One line of the trail') },
    handle: async ({ ctx, params }) => ({ body: await getAuditEvent({ ctx, input: params }) }),
  });
}
