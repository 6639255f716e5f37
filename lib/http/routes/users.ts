import type { OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import {
  createTokenBodySchema,
  createUserSchema,
  listUsersSchema,
  tokenCreatedSchema,
  tokenListSchema,
  updateUserBodySchema,
  userIdSchema,
  userListSchema,
  userSchema,
} from '@/lib/schemas/people';
import { pageQuerySchema } from '@/lib/schemas/shared';
import { createToken } from '@/lib/services/people/create-token';
import { createUser } from '@/lib/services/people/create-user';
import { getMe, getUser } from '@/lib/services/people/get-user';
import { listTokens } from '@/lib/services/people/list-tokens';
import { listUsers } from '@/lib/services/people/list-users';
import { revokeToken } from '@/lib/services/people/revoke-token';
import { updateUser } from '@/lib/services/people/update-user';
import { route } from '../route';

const tag = 'People';

export function registerUsers(app: OpenAPIHono): void {
  route(app, {
    method: 'get',
    path: '/users',
    summary: 'People of a tenant',
    tag,
    query: listUsersSchema,
    answers: { 200: userListSchema },
    handle: async ({ ctx, query }) => ({ body: await listUsers({ ctx, input: query }) }),
  });
  route(app, {
    method: 'post',
    path: '/users',
    summary: 'Make an account',
    tag,
    body: createUserSchema,
    answers: { 201: userSchema },
    handle: async ({ ctx, body }) => ({ body: await createUser({ ctx, input: body }) }),
  });
  route(app, {
    method: 'get',
    path: '/users/{id}',
    summary: 'One person; "me" is who asks',
    tag,
    params: userIdSchema,
    answers: { 200: userSchema },
    handle: async ({ ctx, params }) => ({
      body: params.id === 'me' ? await getMe({ ctx }) : await getUser({ ctx, id: params.id }),
    }),
  });
  route(app, {
    method: 'patch',
    path: '/users/{id}',
    summary: 'Change an account or its roles; deactivation ends sessions and tokens at once',
    tag,
    params: userIdSchema,
    body: updateUserBodySchema,
    answers: { 200: userSchema },
    handle: async ({ ctx, params, body }) => ({
      body: await updateUser({ ctx, input: { ...body, ...params } }),
    }),
  });
  registerTokens(app);
}

function registerTokens(app: OpenAPIHono): void {
  route(app, {
    method: 'get',
    path: '/users/{id}/tokens',
    summary: 'Access tokens of a person, without their secrets',
    tag,
    params: userIdSchema,
    query: pageQuerySchema,
    answers: { 200: tokenListSchema },
    handle: async ({ ctx, params, query }) => ({
      body: await listTokens({ ctx, input: { ...query, user_id: params.id } }),
    }),
  });
  route(app, {
    method: 'post',
    path: '/users/{id}/tokens',
    summary: 'Make an access token for oneself; it is shown once',
    tag,
    params: userIdSchema,
    body: createTokenBodySchema,
    answers: { 201: tokenCreatedSchema },
    handle: async ({ ctx, params, body }) => ({
      body: await createToken({ ctx, input: { ...body, user_id: params.id } }),
    }),
  });
  route(app, {
    method: 'delete',
    path: '/users/{id}/tokens/{token_id}',
    summary: 'Revoke an access token',
    tag,
    params: userIdSchema.extend({ token_id: z.string().max(64) }),
    answers: { 204: null },
    handle: async ({ ctx, params }) => {
      await revokeToken({ ctx, input: { user_id: params.id, token_id: params.token_id } });
      return { status: 204 };
    },
  });
}
