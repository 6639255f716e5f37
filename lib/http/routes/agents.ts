import type { OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import {
  agentIdSchema,
  agentKeyCreatedSchema,
  agentKeyListSchema,
  agentListSchema,
  agentSchema,
  createAgentKeyBodySchema,
  createAgentSchema,
  grantListSchema,
  grantsSchema,
  listAgentsSchema,
  updateAgentBodySchema,
} from '@/lib/schemas/agents';
import { agentMajorListSchema, moveAgentBodySchema } from '@/lib/schemas/deprecation';
import { pageQuerySchema } from '@/lib/schemas/shared';
import { createAgent } from '@/lib/services/agents/create-agent';
import { createAgentKey } from '@/lib/services/agents/create-agent-key';
import { getAgent } from '@/lib/services/agents/get-agent';
import { getGrants } from '@/lib/services/agents/get-grants';
import { listAgentKeys } from '@/lib/services/agents/list-agent-keys';
import { listAgentMajors } from '@/lib/services/agents/list-agent-majors';
import { listAgents } from '@/lib/services/agents/list-agents';
import { moveAgent } from '@/lib/services/agents/move-agent';
import { putGrants } from '@/lib/services/agents/put-grants';
import { revokeAgentKey } from '@/lib/services/agents/revoke-agent-key';
import { updateAgent } from '@/lib/services/agents/update-agent';
import { ServiceError } from '@/lib/services/errors';
import { route } from '../route';

const tag = 'Agents';

export function registerAgents(app: OpenAPIHono): void {
  route(app, {
    method: 'get',
    path: '/agents',
    summary: 'Agents of a tenant',
    tag,
    query: listAgentsSchema,
    answers: { 200: agentListSchema },
    handle: async ({ ctx, query }) => ({ body: await listAgents({ ctx, input: query }) }),
  });
  route(app, {
    method: 'post',
    path: '/agents',
    summary: 'Register an agent',
    tag,
    body: createAgentSchema,
    answers: { 201: agentSchema },
    handle: async ({ ctx, body }) => ({ body: await createAgent({ ctx, input: body }) }),
  });
  route(app, {
    method: 'get',
    path: '/agents/{id}',
    summary: 'One agent; an agent may read itself',
    tag,
    params: agentIdSchema,
    answers: { 200: agentSchema },
    handle: async ({ ctx, params }) => ({ body: await getAgent({ ctx, id: params.id }) }),
  });
  route(app, {
    method: 'patch',
    path: '/agents/{id}',
    summary: 'Change an agent; switching it off ends its keys at once',
    tag,
    params: agentIdSchema,
    body: updateAgentBodySchema,
    answers: { 200: agentSchema },
    handle: async ({ ctx, params, body }) => ({
      body: await updateAgent({ ctx, input: { ...body, ...params } }),
    }),
  });
  registerKeys(app);
  registerGrants(app);
  registerMajors(app);
}

function registerMajors(app: OpenAPIHono): void {
  route(app, {
    method: 'get',
    path: '/agents/{id}/majors',
    summary: 'The majors an agent is on',
    tag,
    params: agentIdSchema,
    answers: { 200: agentMajorListSchema },
    handle: async ({ ctx, params }) => ({
      body: await listAgentMajors({ ctx, input: { agent_id: params.id } }),
    }),
  });
  route(app, {
    method: 'put',
    path: '/agents/{id}/majors',
    summary: 'Move an agent to another live major of a capability',
    tag,
    params: agentIdSchema,
    body: moveAgentBodySchema,
    answers: { 200: agentMajorListSchema },
    handle: async ({ ctx, params, body }) => ({
      body: await moveAgent({ ctx, input: { agent_id: params.id, ...body } }),
    }),
  });
}

function registerKeys(app: OpenAPIHono): void {
  route(app, {
    method: 'get',
    path: '/agents/{id}/keys',
    summary: 'Keys of an agent, without their secrets',
    tag,
    params: agentIdSchema,
    query: pageQuerySchema,
    answers: { 200: agentKeyListSchema },
    handle: async ({ ctx, params, query }) => ({
      body: await listAgentKeys({ ctx, input: { ...query, agent_id: params.id } }),
    }),
  });
  route(app, {
    method: 'post',
    path: '/agents/{id}/keys',
    summary: 'Make a key; it is shown once',
    tag,
    params: agentIdSchema,
    body: createAgentKeyBodySchema,
    answers: { 201: agentKeyCreatedSchema },
    handle: async ({ ctx, params, body }) => ({
      body: await createAgentKey({ ctx, input: { ...body, agent_id: params.id } }),
    }),
  });
  route(app, {
    method: 'delete',
    path: '/agents/{id}/keys/{key_id}',
    summary: 'Revoke a key',
    tag,
    params: agentIdSchema.extend({ key_id: z.string().max(64) }),
    answers: { 204: null },
    handle: async ({ ctx, params }) => {
      await revokeAgentKey({ ctx, input: { agent_id: params.id, key_id: params.key_id } });
      return { status: 204 };
    },
  });
}

function registerGrants(app: OpenAPIHono): void {
  route(app, {
    method: 'get',
    path: '/agents/{id}/grants',
    summary: 'All grants of an agent; the ETag is for a conditional PUT',
    tag,
    params: agentIdSchema,
    answers: { 200: grantListSchema },
    handle: async ({ ctx, params }) => {
      const grants = await getGrants({ ctx, id: params.id });
      return { body: grants.items, headers: { etag: `"${grants.row_version}"` } };
    },
  });
  route(app, {
    method: 'put',
    path: '/agents/{id}/grants',
    summary: 'Replace all grants of an agent; If-Match makes it conditional',
    tag,
    params: agentIdSchema,
    body: grantsSchema,
    answers: { 200: grantListSchema },
    handle: async ({ ctx, params, body, request }) => {
      const ifVersion = versionOf(request.headers.get('if-match'));
      const input = { agent_id: params.id, grants: body, if_version: ifVersion };
      const grants = await putGrants({ ctx, input });
      return { body: grants.items, headers: { etag: `"${grants.row_version}"` } };
    },
  });
}

function versionOf(header: string | null): number | undefined {
  if (header === null || header === '*') return undefined;
  const match = /^"?(\d{1,9})"?$/.exec(header.trim());
  if (match) return Number(match[1]);
  throw new ServiceError('PRECONDITION_FAILED', 'If-Match is not an ETag this address gave.');
}
