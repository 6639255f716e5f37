import type { OpenAPIHono } from '@hono/zod-openapi';
import {
  capabilityPathSchema,
  createCapabilitySchema,
  listCapabilitiesQuerySchema,
  quarantineBodySchema,
  transitionBodySchema,
  updateCapabilityBodySchema,
} from '@/lib/schemas/capabilities';
import {
  capabilityPageSchema,
  capabilitySchema,
  capabilitySchemasSchema,
  smokeSchema,
} from '@/lib/schemas/capability-answers';
import { type ChangeOutcome, changeOutcomeSchema } from '@/lib/schemas/change-requests';
import { attestCapability } from '@/lib/services/catalog/attest-capability';
import { createCapability } from '@/lib/services/catalog/create-capability';
import { decideQuarantine } from '@/lib/services/catalog/decide-quarantine';
import { getCapability, getCapabilitySchemas } from '@/lib/services/catalog/get-capability';
import { listCapabilities } from '@/lib/services/catalog/list-capabilities-view';
import { smokeCapability } from '@/lib/services/catalog/smoke-capability';
import { transitionCapability } from '@/lib/services/catalog/transition-capability';
import { updateCapability } from '@/lib/services/catalog/update-capability';
import type { Answer } from '../route';
import { route } from '../route';

const tag = 'Capabilities';
const params = capabilityPathSchema;

/** 202 while a change request or an offer is still to be decided, or to be carried out. */
export function outcomeAnswer(outcome: ChangeOutcome, waits: boolean): Answer {
  return { status: waits ? 202 : 200, body: outcome };
}

export function isWaiting(outcome: ChangeOutcome): boolean {
  const request = outcome.change_request;
  const waits = request !== null && request.closed_at === null;
  return waits || outcome.ownership_offer !== undefined;
}

/** The catalog: register, read, edit, move along the lifecycle. */
export function registerCapabilities(app: OpenAPIHono): void {
  registerReading(app);
  registerWriting(app);
  registerLifecycle(app);
}

function registerReading(app: OpenAPIHono): void {
  route(app, {
    method: 'get',
    path: '/capabilities',
    summary: 'List capabilities',
    tag,
    query: listCapabilitiesQuerySchema,
    answers: { 200: capabilityPageSchema },
    handle: async ({ ctx, query }) => ({ body: await listCapabilities({ ctx, input: query }) }),
  });
  route(app, {
    method: 'get',
    path: '/capabilities/{id}',
    summary: 'Read one capability',
    tag,
    params,
    answers: { 200: capabilitySchema },
    handle: async ({ ctx, params: { id } }) => ({
      body: await getCapability({ ctx, input: { capability_id: id } }),
    }),
  });
  route(app, {
    method: 'get',
    path: '/capabilities/{id}/schema',
    summary: 'Read its input and output schema',
    tag,
    params,
    answers: { 200: capabilitySchemasSchema },
    handle: async ({ ctx, params: { id } }) => ({
      body: await getCapabilitySchemas({ ctx, input: { capability_id: id } }),
    }),
  });
}

function registerWriting(app: OpenAPIHono): void {
  route(app, {
    method: 'post',
    path: '/capabilities',
    summary: 'Register a capability as a draft',
    tag,
    body: createCapabilitySchema,
    answers: { 201: capabilitySchema },
    handle: async ({ ctx, body }) => ({ body: await createCapability({ ctx, input: body }) }),
  });
  route(app, {
    method: 'patch',
    path: '/capabilities/{id}',
    summary: 'Edit a capability; what is live changes by a change request',
    tag,
    params,
    body: updateCapabilityBodySchema,
    answers: { 200: changeOutcomeSchema, 202: changeOutcomeSchema },
    handle: async ({ ctx, params: { id }, body }) => {
      const input = { capability_id: id, changes: body };
      const outcome = await updateCapability({ ctx, input });
      return outcomeAnswer(outcome, isWaiting(outcome));
    },
  });
  route(app, {
    method: 'post',
    path: '/capabilities/{id}/attest',
    summary: 'Confirm that it is still right',
    tag,
    params,
    answers: { 200: capabilitySchema },
    handle: async ({ ctx, params: { id } }) => ({
      body: await attestCapability({ ctx, input: { capability_id: id } }),
    }),
  });
  route(app, {
    method: 'post',
    path: '/capabilities/{id}/smoke',
    summary: 'Call it once with its safe example',
    tag,
    params,
    answers: { 200: smokeSchema },
    handle: async ({ ctx, params: { id } }) => ({
      body: await smokeCapability({ ctx, input: { capability_id: id } }),
    }),
  });
}

function registerLifecycle(app: OpenAPIHono): void {
  route(app, {
    method: 'post',
    path: '/capabilities/{id}/transitions',
    summary: 'Move along the lifecycle',
    tag,
    params,
    body: transitionBodySchema,
    answers: { 200: changeOutcomeSchema, 202: changeOutcomeSchema },
    handle: async ({ ctx, params: { id }, body }) => {
      const outcome = await transitionCapability({ ctx, input: { capability_id: id, ...body } });
      return outcomeAnswer(outcome, outcome.capability.status !== body.to);
    },
  });
  for (const verdict of ['release', 'uphold'] as const) {
    route(app, {
      method: 'post',
      path: `/capabilities/{id}/quarantine/${verdict}`,
      summary: verdict === 'release' ? 'End a quarantine' : 'Keep a quarantine',
      tag,
      params,
      body: quarantineBodySchema,
      answers: { 200: capabilitySchema },
      handle: async ({ ctx, params: { id }, body }) => ({
        body: await decideQuarantine({ ctx, input: { capability_id: id, verdict, ...body } }),
      }),
    });
  }
}
