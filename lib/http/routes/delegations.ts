import type { OpenAPIHono } from '@hono/zod-openapi';
import {
  createDelegationSchema,
  delegationPageSchema,
  delegationPathSchema,
  delegationSchema,
  listDelegationsQuerySchema,
} from '@/lib/schemas/delegations';
import { createDelegation } from '@/lib/services/delegations/create-delegation';
import { endDelegation } from '@/lib/services/delegations/end-delegation';
import { listDelegations } from '@/lib/services/delegations/list-delegations';
import { route } from '../route';

const tag = 'Delegations';

/** Who decides in the place of somebody who is away. */
export function registerDelegations(app: OpenAPIHono): void {
  route(app, {
    method: 'get',
    path: '/delegations',
    summary: 'List delegations, newest first',
    tag,
    query: listDelegationsQuerySchema,
    answers: { 200: delegationPageSchema },
    handle: async ({ ctx, query }) => ({ body: await listDelegations({ ctx, input: query }) }),
  });
  route(app, {
    method: 'post',
    path: '/delegations',
    summary: 'Name who decides change requests in your place for a time',
    tag,
    body: createDelegationSchema,
    answers: { 201: delegationSchema },
    handle: async ({ ctx, body }) => ({ body: await createDelegation({ ctx, input: body }) }),
  });
  route(app, {
    method: 'delete',
    path: '/delegations/{id}',
    summary: 'End a delegation before its time',
    tag,
    params: delegationPathSchema,
    answers: { 204: null },
    handle: async ({ ctx, params: { id } }) => {
      await endDelegation({ ctx, input: { delegation_id: id } });
      return { status: 204 };
    },
  });
}
