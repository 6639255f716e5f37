import type { OpenAPIHono } from '@hono/zod-openapi';
import { usageGraphQuerySchema, usageGraphSchema } from '@/lib/schemas/usage';
import { getUsageGraph } from '@/lib/services/usage/get-usage-graph';
import { route } from '../route';

export function registerUsageGraph(app: OpenAPIHono): void {
  route(app, {
    method: 'get',
    path: '/usage-graph',
    summary: 'Agent -> capability -> provider -> backend, from the ledger and what is declared',
    tag: 'Usage',
    query: usageGraphQuerySchema,
    answers: { 200: usageGraphSchema },
    handle: async ({ ctx, query }) => ({ body: await getUsageGraph({ ctx, input: query }) }),
  });
}
