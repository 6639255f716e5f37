import type { OpenAPIHono } from '@hono/zod-openapi';
import {
  createProfileSchema,
  listProfilesSchema,
  profileIdSchema,
  profileListSchema,
  profileSchema,
  updateProfileBodySchema,
} from '@/lib/schemas/profiles';
import {
  createProfile,
  deleteProfile,
  updateProfile,
} from '@/lib/services/profiles/change-profile';
import { listProfiles } from '@/lib/services/profiles/list-profiles';
import { route } from '../route';

const tag = 'Profiles';

export function registerProfiles(app: OpenAPIHono): void {
  route(app, {
    method: 'get',
    path: '/profiles',
    summary: 'Profiles of a tenant',
    tag,
    query: listProfilesSchema,
    answers: { 200: profileListSchema },
    handle: async ({ ctx, query }) => ({ body: await listProfiles({ ctx, input: query }) }),
  });
  route(app, {
    method: 'post',
    path: '/profiles',
    summary: 'Make a profile',
    tag,
    body: createProfileSchema,
    answers: { 201: profileSchema },
    handle: async ({ ctx, body }) => ({ body: await createProfile({ ctx, input: body }) }),
  });
  route(app, {
    method: 'patch',
    path: '/profiles/{id}',
    summary: 'Change a profile',
    tag,
    params: profileIdSchema,
    body: updateProfileBodySchema,
    answers: { 200: profileSchema },
    handle: async ({ ctx, params, body }) => ({
      body: await updateProfile({ ctx, input: { ...body, ...params } }),
    }),
  });
  route(app, {
    method: 'delete',
    path: '/profiles/{id}',
    summary: 'Delete a profile no agent uses',
    tag,
    params: profileIdSchema,
    answers: { 204: null },
    handle: async ({ ctx, params }) => {
      await deleteProfile({ ctx, id: params.id });
      return { status: 204 };
    },
  });
}
