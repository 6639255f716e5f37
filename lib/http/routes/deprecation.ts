import type { OpenAPIHono } from '@hono/zod-openapi';
import { capabilityPathSchema } from '@/lib/schemas/capabilities';
import { changeOutcomeSchema } from '@/lib/schemas/change-requests';
import {
  deprecationBodySchema,
  deprecationCheckBodySchema,
  deprecationRefSchema,
  deprecationReportSchema,
  majorListSchema,
  majorPathSchema,
  retireMajorBodySchema,
} from '@/lib/schemas/deprecation';
import { checkDeprecation } from '@/lib/services/catalog/check-deprecation';
import { deprecateCapability } from '@/lib/services/catalog/deprecate-capability';
import { listMajors } from '@/lib/services/catalog/list-majors';
import { retireMajor } from '@/lib/services/catalog/retire-major';
import { withdrawDeprecation } from '@/lib/services/catalog/withdraw-deprecation';
import { route } from '../route';

const tag = 'Capabilities';
const params = capabilityPathSchema;

/** Ends of capabilities and of their majors, which somebody else decides. */
export function registerDeprecation(app: OpenAPIHono): void {
  route(app, {
    method: 'post',
    path: '/capabilities/{id}/deprecation',
    summary: 'Propose the end of a capability or of one major',
    tag,
    params,
    body: deprecationBodySchema,
    answers: { 202: changeOutcomeSchema },
    handle: async ({ ctx, params: { id }, body }) => ({
      body: await deprecateCapability({ ctx, input: { capability_id: id, ...body } }),
    }),
  });
  route(app, {
    method: 'delete',
    path: '/capabilities/{id}/deprecation',
    summary: 'Propose to take the announced end back',
    tag,
    params,
    query: deprecationRefSchema,
    answers: { 202: changeOutcomeSchema },
    handle: async ({ ctx, params: { id }, query }) => ({
      body: await withdrawDeprecation({ ctx, input: { capability_id: id, ...query } }),
    }),
  });
  route(app, {
    method: 'post',
    path: '/capabilities/{id}/deprecation/check',
    summary: 'Try a replacement and an argument mapping on recorded calls',
    tag,
    params,
    body: deprecationCheckBodySchema,
    answers: { 200: deprecationReportSchema },
    handle: async ({ ctx, params: { id }, body }) => ({
      body: await checkDeprecation({ ctx, input: { capability_id: id, ...body } }),
    }),
  });
  registerMajors(app);
}

function registerMajors(app: OpenAPIHono): void {
  route(app, {
    method: 'get',
    path: '/capabilities/{id}/majors',
    summary: 'Its majors, and which agents are on which',
    tag,
    params,
    answers: { 200: majorListSchema },
    handle: async ({ ctx, params: { id } }) => ({
      body: await listMajors({ ctx, input: { capability_id: id } }),
    }),
  });
  route(app, {
    method: 'post',
    path: '/capabilities/{id}/majors/{major}/retire',
    summary: 'Retire a major whose end has come, or that no agent is on',
    tag,
    params: majorPathSchema,
    body: retireMajorBodySchema,
    answers: { 200: majorListSchema },
    handle: async ({ ctx, params: { id, major }, body }) => ({
      body: await retireMajor({ ctx, input: { capability_id: id, major, ...body } }),
    }),
  });
}
