import { INSIDE } from './cast';
import { type AnyRow, row } from './rows';

/** Agents, teams, people, profiles, settings. */
export const adminRows: readonly AnyRow[] = [
  row({
    does: 'list agents',
    of: 'tenant',
    may: INSIDE,
    rest: () => ({ method: 'GET', path: '/agents' }),
  }),
  row({
    does: 'read an agent',
    may: [...INSIDE, 'agent'],
    make: (stage) => stage.agent(),
    rest: ({ id }) => ({ method: 'GET', path: `/agents/${id}` }),
  }),
  row({
    does: 'register an agent',
    of: 'tenant',
    may: ['admin', 'neighbour'],
    make: async ({ fresh, cast }) => ({ id: fresh('agt'), name: 'Night watch', owner: cast.side }),
    rest: (body) => ({ method: 'POST', path: '/agents', body }),
    action: (input) => ({ action: 'agents/actions.ts#submitNewAgent', input }),
  }),
  row({
    does: 'change an agent',
    may: ['admin', 'neighbour'],
    make: (stage) => stage.newAgent(),
    rest: ({ id, row_version }) => ({
      method: 'PATCH',
      path: `/agents/${id}`,
      body: { row_version, name: 'Day watch' },
    }),
    action: ({ id, row_version }) => ({
      action: 'agents/actions.ts#submitAgent',
      input: { id, row_version, name: 'Day watch' },
    }),
  }),
  row({
    does: 'list the keys of an agent',
    may: ['admin', 'neighbour'],
    make: (stage) => stage.newAgent(),
    rest: ({ id }) => ({ method: 'GET', path: `/agents/${id}/keys` }),
  }),
  row({
    does: 'make a key for an agent',
    may: ['neighbour'],
    make: (stage) => stage.newAgent(),
    rest: ({ id }) => ({ method: 'POST', path: `/agents/${id}/keys`, body: { name: 'k' } }),
    action: ({ id }) => ({
      action: 'agents/actions.ts#submitNewKey',
      input: { agent_id: id, name: 'k' },
    }),
  }),
  row({
    does: 'revoke a key of an agent',
    // Taking away is safe: an admin may, though making one is the owner's alone.
    may: ['admin', 'neighbour'],
    make: (stage) => stage.key(),
    rest: ({ agent, id }) => ({ method: 'DELETE', path: `/agents/${agent}/keys/${id}` }),
    action: ({ agent, id }) => ({
      action: 'agents/actions.ts#submitRevokeKey',
      input: { agent_id: agent, key_id: id },
    }),
  }),
  row({
    does: 'read the grants of an agent',
    may: [...INSIDE, 'agent'],
    make: (stage) => stage.agent(),
    rest: ({ id }) => ({ method: 'GET', path: `/agents/${id}/grants` }),
  }),
  row({
    does: 'grant',
    may: ['neighbour'],
    make: async (stage) => ({ agent: await stage.newAgent(), to: await stage.live() }),
    rest: ({ agent, to }) => ({
      method: 'PUT',
      path: `/agents/${agent.id}/grants`,
      body: [{ target: { capability: to.id }, invoke: true }],
    }),
    action: ({ agent, to }) => ({
      action: 'agents/actions.ts#submitGrants',
      input: {
        agent_id: agent.id,
        if_version: agent.row_version,
        grants: [{ target: { capability: to.id }, invoke: true }],
      },
    }),
  }),
  row({
    does: 'read the majors of an agent',
    may: [...INSIDE, 'agent'],
    make: (stage) => stage.agent(),
    rest: ({ id }) => ({ method: 'GET', path: `/agents/${id}/majors` }),
  }),
  row({
    does: 'move an agent to a major',
    may: ['neighbour'],
    make: async (stage) => ({ agent: await stage.newAgent(), to: await stage.live() }),
    rest: ({ agent, to }) => ({
      method: 'PUT',
      path: `/agents/${agent.id}/majors`,
      body: { capability_id: to.id, major: 1 },
    }),
    action: ({ agent, to }) => ({
      action: 'agents/actions.ts#submitMove',
      input: { agent_id: agent.id, capability_id: to.id, major: 1 },
    }),
  }),
  row({
    does: 'list profiles',
    of: 'tenant',
    may: INSIDE,
    rest: () => ({ method: 'GET', path: '/profiles' }),
  }),
  row({
    does: 'make a profile',
    of: 'tenant',
    may: ['admin'],
    make: async ({ fresh }) => ({ id: fresh('prf'), name: 'Tanks' }),
    rest: (body) => ({ method: 'POST', path: '/profiles', body }),
  }),
  row({
    does: 'change a profile',
    may: ['admin'],
    make: (stage) => stage.profile(),
    rest: ({ id, row_version }) => ({
      method: 'PATCH',
      path: `/profiles/${id}`,
      body: { row_version, name: 'Tank farm' },
    }),
  }),
  row({
    does: 'remove a profile',
    may: ['admin'],
    make: (stage) => stage.profile(),
    rest: ({ id }) => ({ method: 'DELETE', path: `/profiles/${id}` }),
  }),
  row({
    does: 'read the settings',
    of: 'tenant',
    may: INSIDE,
    rest: () => ({ method: 'GET', path: '/settings' }),
  }),
  row({
    does: 'change the settings',
    of: 'tenant',
    may: ['admin'],
    make: async ({ cast }) =>
      (await cast.as.admin<{ row_version: number }>('GET', '/settings')).body,
    rest: ({ row_version }) => ({
      method: 'PATCH',
      path: '/settings',
      body: { row_version, default_top_k: 9 },
    }),
    action: ({ row_version }) => ({
      action: 'settings/actions.ts#submitSettings',
      input: { row_version, default_top_k: 9 },
    }),
  }),
  row({
    does: 'list teams',
    of: 'tenant',
    may: INSIDE,
    rest: () => ({ method: 'GET', path: '/teams' }),
  }),
  row({
    does: 'read a team',
    may: INSIDE,
    make: (stage) => stage.newTeam(),
    rest: ({ id }) => ({ method: 'GET', path: `/teams/${id}` }),
  }),
  row({
    does: 'make a team',
    of: 'tenant',
    may: ['admin'],
    make: async ({ fresh }) => ({ id: fresh('team'), name: 'Tank farm' }),
    rest: (body) => ({ method: 'POST', path: '/teams', body }),
    action: (input) => ({ action: 'people/actions.ts#submitNewTeam', input }),
  }),
  row({
    does: 'change a team',
    may: ['admin'],
    make: (stage) => stage.newTeam(),
    rest: ({ id, row_version }) => ({
      method: 'PATCH',
      path: `/teams/${id}`,
      body: { row_version, name: 'Tanks' },
    }),
    action: ({ id, row_version }) => ({
      action: 'people/actions.ts#submitTeam',
      input: { id, row_version, name: 'Tanks' },
    }),
  }),
  row({
    does: 'remove a team',
    may: ['admin'],
    make: (stage) => stage.newTeam(),
    rest: ({ id }) => ({ method: 'DELETE', path: `/teams/${id}` }),
  }),
  row({
    does: 'add a member to a team',
    may: ['admin'],
    make: async (stage) => ({ team: await stage.newTeam(), user: await stage.user() }),
    rest: ({ team, user }) => ({ method: 'PUT', path: `/teams/${team.id}/members/${user.id}` }),
    action: ({ team, user }) => ({
      action: 'people/actions.ts#submitAddMember',
      input: { id: team.id, user: user.id },
    }),
  }),
  row({
    does: 'take a member out of a team',
    may: ['admin'],
    make: async (stage) => {
      const [team, user] = [await stage.newTeam(), await stage.user()];
      await stage.cast.as.admin('PUT', `/teams/${team.id}/members/${user.id}`);
      return { team, user };
    },
    rest: ({ team, user }) => ({ method: 'DELETE', path: `/teams/${team.id}/members/${user.id}` }),
    action: ({ team, user }) => ({
      action: 'people/actions.ts#submitRemoveMember',
      input: { id: team.id, user: user.id },
    }),
  }),
  row({
    does: 'make a tenant',
    // An admin of `shared` does.
    may: [],
    make: async ({ fresh }) => ({ id: fresh('tn'), name: 'Another' }),
    anywhere: true,
    rest: (body) => ({ method: 'POST', path: '/tenants', body }),
    action: (input) => ({ action: 'settings/actions.ts#submitNewTenant', input }),
  }),
  row({
    does: 'list tenants',
    may: [...INSIDE, 'foreigner'],
    anywhere: true,
    rest: () => ({ method: 'GET', path: '/tenants' }),
  }),
  row({
    does: 'list people',
    of: 'tenant',
    may: INSIDE,
    rest: () => ({ method: 'GET', path: '/users' }),
  }),
  row({
    does: 'read a person',
    may: INSIDE,
    make: (stage) => stage.user(),
    rest: ({ id }) => ({ method: 'GET', path: `/users/${id}` }),
  }),
  row({
    does: 'make an account',
    of: 'tenant',
    may: ['admin'],
    make: async ({ fresh, cast }) => ({
      email: `${fresh('usr')}@example.com`,
      name: 'New here',
      roles: [{ tenant: cast.tenant, role: 'member' }],
    }),
    rest: (body) => ({ method: 'POST', path: '/users', body }),
    action: (input) => ({ action: 'people/actions.ts#submitNewUser', input }),
  }),
  row({
    does: 'change an account',
    may: ['admin'],
    make: (stage) => stage.user(),
    rest: ({ id, row_version }) => ({
      method: 'PATCH',
      path: `/users/${id}`,
      body: { row_version, name: 'No longer new' },
    }),
    action: ({ id, row_version }) => ({
      action: 'people/actions.ts#submitUser',
      input: { id, row_version, name: 'No longer new' },
    }),
  }),
  row({
    does: "list somebody's tokens",
    may: ['admin'],
    make: (stage) => stage.user(),
    rest: ({ id }) => ({ method: 'GET', path: `/users/${id}/tokens` }),
  }),
  row({
    does: 'make a token for somebody else',
    may: [],
    make: (stage) => stage.user(),
    rest: ({ id }) => ({ method: 'POST', path: `/users/${id}/tokens`, body: { name: 'mine' } }),
  }),
  row({
    does: 'make a token for oneself',
    may: ['owner'],
    make: async ({ cast }) => cast.accounts.owner,
    rest: ({ id }) => ({ method: 'POST', path: `/users/${id}/tokens`, body: { name: 'mine' } }),
  }),
  row({
    does: 'revoke a token',
    may: ['owner', 'admin'],
    make: async ({ cast }) => {
      const user = cast.accounts.owner.id;
      const made = await cast.as.owner<{ id: string }>('POST', `/users/${user}/tokens`, {
        name: 'lost',
      });
      return { user, id: made.body.id };
    },
    rest: ({ user, id }) => ({ method: 'DELETE', path: `/users/${user}/tokens/${id}` }),
  }),
];
