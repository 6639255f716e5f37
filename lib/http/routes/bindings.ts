import type { OpenAPIHono } from '@hono/zod-openapi';
import {
  bindingListSchema,
  bindingPathSchema,
  bindingSchema,
  createBindingBodySchema,
  updateBindingBodySchema,
} from '@/lib/schemas/bindings';
import { capabilityPathSchema } from '@/lib/schemas/capabilities';
import { pageQuerySchema } from '@/lib/schemas/shared';
import { createBinding, deleteBinding, updateBinding } from '@/lib/services/catalog/bindings';
import { listBindings } from '@/lib/services/catalog/list-bindings';
import { route } from '../route';

const tag = 'Bindings';

/** Which providers carry a capability out. */
export function registerBindings(app: OpenAPIHono): void {
  route(app, {
    method: 'get',
    path: '/capabilities/{id}/bindings',
    summary: 'List the bindings of a capability',
    tag,
    params: capabilityPathSchema,
    query: pageQuerySchema,
    answers: { 200: bindingListSchema },
    handle: async ({ ctx, params: { id }, query }) => ({
      body: await listBindings({ ctx, input: { ...query, capability_id: id } }),
    }),
  });
  route(app, {
    method: 'post',
    path: '/capabilities/{id}/bindings',
    summary: 'Bind a capability to a provider',
    tag,
    params: capabilityPathSchema,
    body: createBindingBodySchema,
    answers: { 201: bindingSchema },
    handle: async ({ ctx, params: { id }, body }) => ({
      body: await createBinding({ ctx, input: { capability_id: id, ...body } }),
    }),
  });
  route(app, {
    method: 'patch',
    path: '/bindings/{id}',
    summary: 'Change a binding',
    tag,
    params: bindingPathSchema,
    body: updateBindingBodySchema,
    answers: { 200: bindingSchema },
    handle: async ({ ctx, params: { id }, body }) => ({
      body: await updateBinding({ ctx, input: { binding_id: id, ...body } }),
    }),
  });
  route(app, {
    method: 'delete',
    path: '/bindings/{id}',
    summary: 'Take a provider away from a capability',
    tag,
    params: bindingPathSchema,
    answers: { 204: null },
    handle: async ({ ctx, params: { id } }) => {
      await deleteBinding({ ctx, input: { binding_id: id } });
      return { status: 204 };
    },
  });
}
