import type { OpenAPIHono } from '@hono/zod-openapi';
import {
  createTeamSchema,
  listTeamsSchema,
  teamIdSchema,
  teamListSchema,
  teamMemberSchema,
  teamSchema,
  updateTeamBodySchema,
} from '@/lib/schemas/teams';
import { addMember, removeMember } from '@/lib/services/teams/change-members';
import { createTeam } from '@/lib/services/teams/create-team';
import { getTeam, listTeams } from '@/lib/services/teams/list-teams';
import { archiveTeam, updateTeam } from '@/lib/services/teams/update-team';
import { route } from '../route';

const tag = 'Teams';

export function registerTeams(app: OpenAPIHono): void {
  route(app, {
    method: 'get',
    path: '/teams',
    summary: 'Teams of a tenant, with their members',
    tag,
    query: listTeamsSchema,
    answers: { 200: teamListSchema },
    handle: async ({ ctx, query }) => ({ body: await listTeams({ ctx, input: query }) }),
  });
  route(app, {
    method: 'post',
    path: '/teams',
    summary: 'Make a team',
    tag,
    body: createTeamSchema,
    answers: { 201: teamSchema },
    handle: async ({ ctx, body }) => ({ body: await createTeam({ ctx, input: body }) }),
  });
  route(app, {
    method: 'get',
    path: '/teams/{id}',
    summary: 'One team',
    tag,
    params: teamIdSchema,
    answers: { 200: teamSchema },
    handle: async ({ ctx, params }) => ({ body: await getTeam({ ctx, id: params.id }) }),
  });
  route(app, {
    method: 'patch',
    path: '/teams/{id}',
    summary: 'Rename a team, archive it or bring it back',
    tag,
    params: teamIdSchema,
    body: updateTeamBodySchema,
    answers: { 200: teamSchema },
    handle: async ({ ctx, params, body }) => ({
      body: await updateTeam({ ctx, input: { ...body, ...params } }),
    }),
  });
  route(app, {
    method: 'delete',
    path: '/teams/{id}',
    summary: 'Archive a team; what it owned is listed as orphaned',
    tag,
    params: teamIdSchema,
    answers: { 204: null },
    handle: async ({ ctx, params }) => {
      await archiveTeam({ ctx, id: params.id });
      return { status: 204 };
    },
  });
  registerMembers(app);
}

function registerMembers(app: OpenAPIHono): void {
  const path = '/teams/{id}/members/{user}';
  route(app, {
    method: 'put',
    path,
    summary: 'Add somebody of this tenant to a team',
    tag,
    params: teamMemberSchema,
    answers: { 200: teamSchema },
    handle: async ({ ctx, params }) => ({ body: await addMember({ ctx, input: params }) }),
  });
  route(app, {
    method: 'delete',
    path,
    summary: 'Take somebody out of a team',
    tag,
    params: teamMemberSchema,
    answers: { 204: null },
    handle: async ({ ctx, params }) => {
      await removeMember({ ctx, input: params });
      return { status: 204 };
    },
  });
}
