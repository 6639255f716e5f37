import type { OpenAPIHono } from '@hono/zod-openapi';
import {
  archiveProviderSchema,
  backendPageSchema,
  backendSchema,
  createBackendSchema,
  createProviderSchema,
  providerListQuerySchema,
  providerPageSchema,
  providerParamsSchema,
  providerSchema,
  syncPageSchema,
  syncParamsSchema,
  syncSchema,
  updateBackendSchema,
  updateProviderSchema,
} from '@/lib/schemas/providers';
import { pageQuerySchema } from '@/lib/schemas/shared';
import { createBackend, listBackends, updateBackend } from '@/lib/services/providers/backends';
import {
  archiveProvider,
  createProvider,
  updateProvider,
} from '@/lib/services/providers/change-provider';
import { getProvider, getSync, listSyncs } from '@/lib/services/providers/get-provider';
import { listProviders } from '@/lib/services/providers/list-providers-view';
import { syncProvider } from '@/lib/services/providers/sync-provider';
import { route } from '../route';

export function registerProviders(app: OpenAPIHono): void {
  registerCatalogOfProviders(app);
  registerSyncs(app);
  registerBackends(app);
}

function registerCatalogOfProviders(app: OpenAPIHono): void {
  const tag = 'Providers';
  route(app, {
    method: 'get',
    path: '/providers',
    summary: 'List providers',
    tag,
    query: providerListQuerySchema,
    answers: { 200: providerPageSchema },
    handle: async ({ ctx, query }) => ({ body: await listProviders({ ctx, input: query }) }),
  });
  route(app, {
    method: 'post',
    path: '/providers',
    summary: 'Register a provider reached over HTTP',
    tag,
    body: createProviderSchema,
    answers: { 201: providerSchema },
    handle: async ({ ctx, body }) => ({ body: await createProvider({ ctx, input: body }) }),
  });
  route(app, {
    method: 'get',
    path: '/providers/{id}',
    summary: 'One provider',
    tag,
    params: providerParamsSchema,
    answers: { 200: providerSchema },
    handle: async ({ ctx, params }) => ({ body: await getProvider({ ctx, input: params }) }),
  });
  route(app, {
    method: 'patch',
    path: '/providers/{id}',
    summary: 'Change a provider',
    tag,
    params: providerParamsSchema,
    body: updateProviderSchema,
    answers: { 200: providerSchema },
    handle: async ({ ctx, params, body }) => ({
      body: await updateProvider({ ctx, input: { ...body, id: params.id } }),
    }),
  });
  route(app, {
    method: 'delete',
    path: '/providers/{id}',
    summary: 'Take a provider out of service; its capabilities stay',
    tag,
    params: providerParamsSchema,
    query: archiveProviderSchema,
    answers: { 204: null },
    handle: async ({ ctx, params, query }) => {
      await archiveProvider({ ctx, input: { ...params, ...query } });
      return { status: 204 };
    },
  });
}

function registerSyncs(app: OpenAPIHono): void {
  const tag = 'Providers';
  route(app, {
    method: 'post',
    path: '/providers/{id}/sync',
    summary: 'Sync a provider; answers when done, a failure included',
    tag,
    params: providerParamsSchema,
    answers: { 200: syncSchema },
    handle: async ({ ctx, params }) => ({ body: await syncProvider({ ctx, input: params }) }),
  });
  route(app, {
    method: 'get',
    path: '/providers/{id}/syncs',
    summary: 'Syncs of a provider, newest first',
    tag,
    params: providerParamsSchema,
    query: pageQuerySchema,
    answers: { 200: syncPageSchema },
    handle: async ({ ctx, params, query }) => ({
      body: await listSyncs({ ctx, input: { ...params, ...query } }),
    }),
  });
  route(app, {
    method: 'get',
    path: '/syncs/{id}',
    summary: 'One sync, with its progress while it runs',
    tag,
    params: syncParamsSchema,
    answers: { 200: syncSchema },
    handle: async ({ ctx, params }) => ({ body: await getSync({ ctx, input: params }) }),
  });
}

function registerBackends(app: OpenAPIHono): void {
  const tag = 'Backends';
  route(app, {
    method: 'get',
    path: '/backends',
    summary: 'List the systems behind providers',
    tag,
    query: pageQuerySchema,
    answers: { 200: backendPageSchema },
    handle: async ({ ctx, query }) => ({ body: await listBackends({ ctx, input: query }) }),
  });
  route(app, {
    method: 'post',
    path: '/backends',
    summary: 'Register a backend',
    tag,
    body: createBackendSchema,
    answers: { 201: backendSchema },
    handle: async ({ ctx, body }) => ({ body: await createBackend({ ctx, input: body }) }),
  });
  route(app, {
    method: 'patch',
    path: '/backends',
    summary: 'Change the backend named in the body',
    tag,
    body: updateBackendSchema,
    answers: { 200: backendSchema },
    handle: async ({ ctx, body }) => ({ body: await updateBackend({ ctx, input: body }) }),
  });
}
