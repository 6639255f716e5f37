import type { OpenAPIHono } from '@hono/zod-openapi';
import { createTenantSchema, tenantListSchema, tenantSchema } from '@/lib/schemas/tenants';
import { createTenant } from '@/lib/services/tenants/create-tenant';
import { listTenants } from '@/lib/services/tenants/list-tenants';
import { route } from '../route';

const tag = 'Tenants';

export function registerTenants(app: OpenAPIHono): void {
  route(app, {
    method: 'get',
    path: '/tenants',
    summary: 'Tenants the caller belongs to; all for an admin of "shared"',
    tag,
    answers: { 200: tenantListSchema },
    handle: async ({ ctx }) => ({ body: await listTenants({ ctx }) }),
  });
  route(app, {
    method: 'post',
    path: '/tenants',
    summary: 'Add a tenant; who adds it becomes its admin',
    tag,
    body: createTenantSchema,
    answers: { 201: tenantSchema },
    handle: async ({ ctx, body }) => ({ body: await createTenant({ ctx, input: body }) }),
  });
}
