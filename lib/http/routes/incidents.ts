import type { OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import {
  incidentDetailSchema,
  incidentPageSchema,
  incidentQuerySchema,
  incidentSchema,
  openedIncidentSchema,
  openIncidentSchema,
  restoreIncidentSchema,
} from '@/lib/schemas/incidents';
import { getIncident } from '@/lib/services/incidents/get-incident';
import { listIncidentsView } from '@/lib/services/incidents/list-incidents-view';
import { openIncident } from '@/lib/services/incidents/open-incident';
import { restoreIncident } from '@/lib/services/incidents/restore-incident';
import { route } from '../route';

const paramsSchema = z.object({ id: z.string().max(200) });

export function registerIncidents(app: OpenAPIHono): void {
  const tag = 'Incidents';
  route(app, {
    method: 'get',
    path: '/incidents',
    summary: 'Emergency disables, open and restored',
    tag,
    query: incidentQuerySchema,
    answers: { 200: incidentPageSchema },
    handle: async ({ ctx, query }) => ({ body: await listIncidentsView({ ctx, input: query }) }),
  });
  route(app, {
    method: 'post',
    path: '/incidents',
    summary: 'Emergency disable; answers when every live replica serves by it',
    tag,
    body: openIncidentSchema,
    answers: { 201: openedIncidentSchema },
    handle: async ({ ctx, body }) => ({ body: await openIncident({ ctx, input: body }) }),
  });
  route(app, {
    method: 'get',
    path: '/incidents/{id}',
    summary: 'One incident: impact, and how long each replica took',
    tag,
    params: paramsSchema,
    answers: { 200: incidentDetailSchema },
    handle: async ({ ctx, params }) => ({ body: await getIncident({ ctx, input: params }) }),
  });
  route(app, {
    method: 'post',
    path: '/incidents/{id}/restore',
    summary: 'End an incident; not for the person who pressed',
    tag,
    params: paramsSchema,
    body: restoreIncidentSchema.pick({ reason: true }),
    answers: { 200: incidentSchema },
    handle: async ({ ctx, params, body }) => ({
      body: await restoreIncident({ ctx, input: { ...params, ...body } }),
    }),
  });
}
