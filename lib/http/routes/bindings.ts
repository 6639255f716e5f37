import type { OpenAPIHono } from '@hono/zod-openapi';
import {
  bindingListSchema,
  bindingPathSchema,
  bindingSchema,
  createBindingBodySchema,
  updateBindingBodySchema,
} from '@/lib/schemas/bindings';
import { capabilityPathSchema } from '@/lib/schemas/capabilities';
import { changeOutcomeSchema } from '@/lib/schemas/change-requests';
import { pageQuerySchema } from '@/lib/schemas/shared';
import { createBinding, deleteBinding, updateBinding } from '@/lib/services/catalog/bindings';
import { listBindings } from '@/lib/services/catalog/list-bindings';
import { route } from '../route';
import { outcomeAnswer } from './capabilities';

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
    answers: { 201: bindingSchema, 202: changeOutcomeSchema },
    handle: async ({ ctx, params: { id }, body }) => {
      const { done, waits } = await createBinding({ ctx, input: { capability_id: id, ...body } });
      return waits ? outcomeAnswer(waits, true) : { body: done };
    },
  });
  route(app, {
    method: 'patch',
    path: '/bindings/{id}',
    summary: 'Change a binding',
    tag,
    params: bindingPathSchema,
    body: updateBindingBodySchema,
    answers: { 200: bindingSchema, 202: changeOutcomeSchema },
    handle: async ({ ctx, params: { id }, body }) => {
      const { done, waits } = await updateBinding({ ctx, input: { binding_id: id, ...body } });
      return waits ? outcomeAnswer(waits, true) : { body: done };
    },
  });
  route(app, {
    method: 'delete',
    path: '/bindings/{id}',
    summary: 'Take a provider away from a capability',
    tag,
    params: bindingPathSchema,
    answers: { 204: null, 202: changeOutcomeSchema },
    handle: async ({ ctx, params: { id } }) => {
      const { waits } = await deleteBinding({ ctx, input: { binding_id: id } });
      return waits ? outcomeAnswer(waits, true) : { status: 204 };
    },
  });
}
