import type { OpenAPIHono } from '@hono/zod-openapi';
import { auditPageSchema, auditQuerySchema } from '@/lib/schemas/ledger';
import { listAuditView } from '@/lib/services/ledger/list-audit-view';
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
}
