import type { OpenAPIHono } from '@hono/zod-openapi';
import { capabilityPathSchema } from '@/lib/schemas/capabilities';
import {
  contractJsonSchema,
  contractPlanSchema,
  exportContractsQuerySchema,
  MAX_CONTRACT_BYTES,
  putContractsQuerySchema,
} from '@/lib/schemas/contract';
import { applyContracts } from '@/lib/services/contracts/apply-contracts';
import { exportContract, exportContracts } from '@/lib/services/contracts/export-contracts';
import { readText } from '../body';
import { route } from '../route';

const tag = 'Contracts';
const YAML = 'application/yaml';

/** The catalog as files. The schema for editors needs no key. */
export function registerContracts(app: OpenAPIHono): void {
  let schema: string | undefined;
  app.get('/api/contract.schema.json', () => {
    schema ??= JSON.stringify(contractJsonSchema());
    return new Response(schema, { headers: { 'content-type': 'application/schema+json' } });
  });
  route(app, {
    method: 'get',
    path: '/capabilities/{id}/contract',
    summary: 'The contract of a capability as YAML',
    tag,
    params: capabilityPathSchema,
    answers: { 200: null },
    handle: async ({ ctx, params: { id } }) => ({
      response: new Response(await exportContract({ ctx, input: { capability_id: id } }), {
        headers: { 'content-type': `${YAML}; charset=utf-8`, 'cache-control': 'no-store' },
      }),
    }),
  });
  route(app, {
    method: 'get',
    path: '/contracts',
    summary: 'The catalog, or a part of it, as YAML documents',
    tag,
    query: exportContractsQuerySchema,
    answers: { 200: null },
    handle: async ({ ctx, query }) => ({ response: await exportContracts({ ctx, input: query }) }),
  });
  route(app, {
    method: 'put',
    path: '/contracts',
    summary: 'Bring the catalog to what YAML documents say, whole or not at all',
    tag,
    query: putContractsQuerySchema,
    text: YAML,
    answers: { 200: contractPlanSchema },
    handle: async ({ ctx, query, request }) => {
      const text = await readText(request, MAX_CONTRACT_BYTES);
      return { body: await applyContracts({ ctx, input: { ...query, text } }) };
    },
  });
}
