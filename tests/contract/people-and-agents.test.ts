import type { OpenAPIHono } from '@hono/zod-openapi';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { buildApp } from '@/lib/http/app';
import {
  agentKeyCreatedSchema,
  agentKeyListSchema,
  agentListSchema,
  agentSchema,
  grantListSchema,
} from '@/lib/schemas/agents';
import {
  tokenCreatedSchema,
  tokenListSchema,
  userListSchema,
  userSchema,
} from '@/lib/schemas/people';
import { profileListSchema, profileSchema } from '@/lib/schemas/profiles';
import { settingsSchema } from '@/lib/schemas/settings';
import { problemSchema } from '@/lib/schemas/shared';
import { teamListSchema, teamSchema } from '@/lib/schemas/teams';
import { tenantListSchema, tenantSchema } from '@/lib/schemas/tenants';
import { createTestRuntime, type TestRuntime } from '../support/db';
import {
  makeAgent,
  makeAgentKey,
  makeTeam,
  makeTenant,
  makeToken,
  makeUser,
  uniqueId,
} from '../support/fixtures';

let test: TestRuntime;
let app: OpenAPIHono;
let tenantId: string;
let team: string;
let admin: { id: string; key: string };
let member: { id: string; key: string };
beforeAll(async () => {
  test = await createTestRuntime();
  app = buildApp();
  tenantId = await makeTenant();
  admin = await person(['admin']);
  member = await person(['member']);
  team = await makeTeam(tenantId, [admin.id]);
});
afterAll(() => test.cleanup());

async function person(roles: ('admin' | 'member')[], tenant = tenantId) {
  const { id } = await makeUser({ [tenant]: roles });
  return { id, key: (await makeToken(id)).text };
}

type Options = { key?: string; body?: unknown; headers?: Record<string, string> };

async function call(method: string, path: string, options: Options = {}): Promise<Response> {
  const { key = admin.key, body, headers = {} } = options;
  return app.fetch(
    new Request(`http://127.0.0.1/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );
}

/** The answer, checked against the schema the door promises, strictly. */
async function answer<T extends z.ZodType>(
  response: Promise<Response>,
  status: number,
  schema: T,
): Promise<z.output<T>> {
  const given = await response;
  const body: unknown = await given.json();
  expect(given.status, JSON.stringify(body)).toBe(status);
  expect(given.headers.get('x-request-id')).toMatch(/^req_/);
  expect(given.headers.get('cache-control')).toBe('no-store');
  return schema.parse(body);
}

async function problem(response: Promise<Response>, status: number, code: string) {
  const given = await response;
  expect(given.headers.get('content-type')).toBe('application/problem+json');
  const body = problemSchema.parse(await given.json());
  expect([given.status, body.code], body.detail).toEqual([status, code]);
  expect(body.request_id).toBe(given.headers.get('x-request-id'));
  return body;
}

async function nothing(response: Promise<Response>): Promise<void> {
  const given = await response;
  expect([given.status, await given.text()]).toEqual([204, '']);
}

describe('who calls', () => {
  it('401 without a key, naming the scheme', async () => {
    const response = await app.fetch(new Request('http://127.0.0.1/api/v1/agents'));
    expect(response.headers.get('www-authenticate')).toContain('Bearer');
    await problem(Promise.resolve(response), 401, 'UNAUTHENTICATED');
  });

  it('422 naming the header and the choices when several tenants fit', async () => {
    const second = await makeTenant();
    const { id } = await makeUser({ [tenantId]: ['member'], [second]: ['member'] });
    const { text } = await makeToken(id);
    const body = await problem(call('GET', '/agents', { key: text }), 422, 'VALIDATION');
    expect(body.errors?.[0]?.path).toBe('Capstan-Tenant');
    expect(body.detail).toContain(second);
    const headers = { 'capstan-tenant': second };
    await answer(call('GET', '/agents', { key: text, headers }), 200, agentListSchema);
    const foreign = { 'capstan-tenant': 'shared' };
    await problem(call('GET', '/agents', { key: text, headers: foreign }), 404, 'NOT_FOUND');
  });

  it('401 the moment a person is deactivated', async () => {
    const somebody = await person(['member']);
    await answer(call('GET', '/users/me', { key: somebody.key }), 200, userSchema);
    const body = { row_version: 1, active: false };
    await answer(call('PATCH', `/users/${somebody.id}`, { body }), 200, userSchema);
    await problem(call('GET', '/users/me', { key: somebody.key }), 401, 'UNAUTHENTICATED');
  });
});

describe('/users', () => {
  it('makes, lists, reads and changes', async () => {
    const email = `${uniqueId('p')}@example.com`;
    const roles = [{ tenant: tenantId, role: 'auditor' }];
    const body = { email, name: 'Ada', password: 'long enough to be one', roles };
    const user = await answer(call('POST', '/users', { body }), 201, userSchema.strict());
    expect(JSON.stringify(user)).not.toContain('long enough');
    await problem(call('POST', '/users', { body }), 409, 'CONFLICT');
    const list = await answer(call('GET', '/users?limit=1'), 200, userListSchema);
    expect(list.next_cursor).not.toBeNull();
    const found = await answer(call('GET', `/users?q=${email}`), 200, userListSchema);
    expect(found.items).toEqual([user]);
    const change = { row_version: 1, roles: [] };
    const path = `/users/${user.id}`;
    const changed = await answer(call('PATCH', path, { body: change }), 200, userSchema);
    expect(changed.roles).toEqual([]);
  });

  it('422 with the field, 400 for what is no JSON, 403 for members, 404 for strangers', async () => {
    const bad = {
      email: 'nobody',
      name: '',
      password: 'short',
      roles: [{ tenant: 'x', role: 'boss' }],
    };
    const body = await problem(call('POST', '/users', { body: bad }), 422, 'VALIDATION');
    const paths = body.errors?.map((error) => error.path);
    expect(paths).toEqual(['email', 'name', 'password', 'roles.0.role']);
    const good = { email: 'x@example.com', name: 'X' };
    await problem(call('POST', '/users', { body: good, key: member.key }), 403, 'FORBIDDEN');
    const stranger = await makeUser({ [await makeTenant()]: ['member'] });
    await problem(call('GET', `/users/${stranger.id}`), 404, 'NOT_FOUND');
    const raw = new Request('http://127.0.0.1/api/v1/users', {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.key}` },
      body: '{',
    });
    await problem(Promise.resolve(app.fetch(raw)), 400, 'MALFORMED');
    await problem(call('GET', '/users?limit=0'), 422, 'VALIDATION');
    await problem(call('GET', '/users?cursor=x'), 422, 'VALIDATION');
  });

  it('tokens: shown once, listed without, revoked', async () => {
    const path = `/users/${member.id}/tokens`;
    const body = { name: 'laptop' };
    const options = { key: member.key, body };
    const made = await answer(call('POST', path, options), 201, tokenCreatedSchema.strict());
    const me = await answer(call('GET', '/users/me', { key: made.token }), 200, userSchema);
    expect(me.id).toBe(member.id);
    const list = await answer(call('GET', path, { key: member.key }), 200, tokenListSchema);
    expect(list.items.map((token) => token.id)).toContain(made.id);
    await nothing(call('DELETE', `${path}/${made.id}`, { key: member.key }));
    await problem(call('GET', '/users/me', { key: made.token }), 401, 'UNAUTHENTICATED');
    await problem(call('DELETE', `${path}/tok_none`), 404, 'NOT_FOUND');
  });
});

describe('/teams, /tenants, /settings, /profiles', () => {
  it('teams and their members', async () => {
    const id = uniqueId('team');
    await answer(call('POST', '/teams', { body: { id, name: 'Core' } }), 201, teamSchema.strict());
    await problem(
      call('POST', '/teams', { body: { id: 'Not Valid', name: '' } }),
      422,
      'VALIDATION',
    );
    const member1 = `/teams/${id}/members/${member.id}`;
    const team1 = await answer(call('PUT', member1), 200, teamSchema);
    expect(team1.members.map((user) => user.id)).toEqual([member.id]);
    await nothing(call('DELETE', member1));
    const body = { row_version: 1, name: 'Kernel' };
    await answer(call('PATCH', `/teams/${id}`, { body }), 200, teamSchema);
    await problem(call('PATCH', `/teams/${id}`, { body }), 409, 'CONFLICT');
    await answer(call('GET', '/teams'), 200, teamListSchema);
    await nothing(call('DELETE', `/teams/${id}`));
    expect((await answer(call('GET', `/teams/${id}`), 200, teamSchema)).archived_at).not.toBeNull();
    await problem(call('DELETE', `/teams/${id}`, { key: member.key }), 403, 'FORBIDDEN');
  });

  it('tenants: by an admin of shared only', async () => {
    const root = await person(['admin'], 'shared');
    const body = { id: uniqueId('tn'), name: 'New' };
    await problem(call('POST', '/tenants', { body }), 403, 'FORBIDDEN');
    await answer(call('POST', '/tenants', { body, key: root.key }), 201, tenantSchema.strict());
    const list = await answer(call('GET', '/tenants'), 200, tenantListSchema);
    expect(list.items.map((tenant) => tenant.id)).toEqual([tenantId]);
  });

  it('settings: read by members, changed by admins within bounds', async () => {
    const before = await answer(
      call('GET', '/settings', { key: member.key }),
      200,
      settingsSchema.strict(),
    );
    const body = { row_version: before.row_version, default_top_k: 5 };
    const after = await answer(call('PATCH', '/settings', { body }), 200, settingsSchema);
    expect(after).toMatchObject({ default_top_k: 5, row_version: before.row_version + 1 });
    await problem(call('PATCH', '/settings', { body }), 409, 'CONFLICT');
    const bad = { row_version: after.row_version, default_top_k: 0, resolver_preset: 'magic' };
    const errors = (await problem(call('PATCH', '/settings', { body: bad }), 422, 'VALIDATION'))
      .errors;
    expect(errors?.map((error) => error.path)).toEqual(['default_top_k', 'resolver_preset']);
    await problem(call('PATCH', '/settings', { body, key: member.key }), 403, 'FORBIDDEN');
  });

  it('profiles', async () => {
    const id = uniqueId('prof');
    const body = { id, name: 'Ops', tags: ['deploy'] };
    await answer(call('POST', '/profiles', { body }), 201, profileSchema.strict());
    const change = { row_version: 1, top_k: 4 };
    await answer(call('PATCH', `/profiles/${id}`, { body: change }), 200, profileSchema);
    await answer(call('GET', '/profiles'), 200, profileListSchema);
    await nothing(call('DELETE', `/profiles/${id}`));
    await problem(call('DELETE', `/profiles/${id}`), 404, 'NOT_FOUND');
  });
});

describe('/agents', () => {
  it('made, read, changed and listed', async () => {
    const id = uniqueId('agent');
    const body = { id, name: 'Release', owner: team };
    const made = await answer(call('POST', '/agents', { body }), 201, agentSchema.strict());
    expect(made.allowed_providers).toEqual([]);
    expect(made.warnings?.[0]).toContain('No provider is allowed');
    await problem(call('POST', '/agents', { body }), 409, 'CONFLICT');
    const other = { ...body, id: uniqueId('agent') };
    await problem(call('POST', '/agents', { body: other, key: member.key }), 403, 'FORBIDDEN');
    const change = { row_version: 1, allowed_providers: ['*'] };
    const changed = await answer(
      call('PATCH', `/agents/${id}`, { body: change }),
      200,
      agentSchema,
    );
    expect(changed).toMatchObject({ allowed_providers: ['*'], row_version: 2 });
    await problem(call('PATCH', `/agents/${id}`, { body: change }), 409, 'CONFLICT');
    const list = await answer(call('GET', `/agents?q=${id}`), 200, agentListSchema);
    expect(list.items).toEqual([changed]);
  });

  it('keys: shown once, list without secrets, gone when revoked', async () => {
    const id = await makeAgent(tenantId, team);
    const path = `/agents/${id}/keys`;
    const made = await answer(
      call('POST', path, { body: {} }),
      201,
      agentKeyCreatedSchema.strict(),
    );
    const own = await answer(call('GET', `/agents/${id}`, { key: made.key }), 200, agentSchema);
    expect(own.id).toBe(id);
    const list = await answer(call('GET', path), 200, agentKeyListSchema);
    expect(JSON.stringify(list)).not.toContain(made.key.slice(-64));
    await nothing(call('DELETE', `${path}/${made.id}`));
    await problem(call('GET', `/agents/${id}`, { key: made.key }), 401, 'UNAUTHENTICATED');
    await problem(call('POST', path, { body: {}, key: member.key }), 403, 'FORBIDDEN');
  });

  it('grants: a whole set, conditional on the ETag', async () => {
    const id = await makeAgent(tenantId, team);
    const path = `/agents/${id}/grants`;
    const body = [{ target: { tag: 'docs' }, invoke: true }];
    const list = await answer(call('PUT', path, { body }), 200, grantListSchema);
    expect(list).toMatchObject([{ target: { tag: 'docs' }, discover: true, invoke: true }]);
    const etag = (await call('GET', path)).headers.get('etag') ?? '';
    const headers = { 'if-match': etag };
    await answer(call('PUT', path, { body: [], headers }), 200, grantListSchema);
    await problem(call('PUT', path, { body, headers }), 409, 'CONFLICT');
    await problem(
      call('PUT', path, { body, headers: { 'if-match': 'W/x' } }),
      412,
      'PRECONDITION_FAILED',
    );
    const two = [{ target: { tag: 'a', type: 'SKILL' } }];
    await problem(call('PUT', path, { body: two }), 422, 'VALIDATION');
    const none = [{ target: { tag: 'a' }, discover: false }];
    await problem(call('PUT', path, { body: none }), 422, 'VALIDATION');
    const unknown = [{ target: { capability: 'no.such' } }];
    const answered = await problem(call('PUT', path, { body: unknown }), 422, 'VALIDATION');
    expect(answered.errors?.[0]?.path).toBe('0.target.capability');
  });

  it('an agent’s key opens nothing of people, and no other agent', async () => {
    const id = await makeAgent(tenantId, team);
    const other = await makeAgent(tenantId, team);
    const { text } = await makeAgentKey(tenantId, id);
    await problem(call('GET', `/agents/${other}`, { key: text }), 404, 'NOT_FOUND');
    await problem(call('GET', '/agents', { key: text }), 403, 'FORBIDDEN');
    await problem(call('GET', '/users', { key: text }), 403, 'FORBIDDEN');
    await problem(call('GET', '/users/me', { key: text }), 403, 'FORBIDDEN');
    await problem(call('GET', '/settings', { key: text }), 403, 'FORBIDDEN');
    await problem(call('GET', '/tenants', { key: text }), 403, 'FORBIDDEN');
    const body = { row_version: 1, risk_ceiling: 'CRITICAL' };
    await problem(call('PATCH', `/agents/${id}`, { key: text, body }), 403, 'FORBIDDEN');
  });
});

describe('the description', () => {
  it('lists every one of these routes', async () => {
    const response = await app.fetch(new Request('http://127.0.0.1/api/openapi.json'));
    const document: { paths: Record<string, Record<string, unknown>> } = await response.json();
    const has = (path: string) => Object.keys(document.paths[`/api/v1${path}`] ?? {}).sort();
    expect(has('/agents')).toEqual(['get', 'post']);
    expect(has('/agents/{id}/grants')).toEqual(['get', 'put']);
    expect(has('/agents/{id}/keys/{key_id}')).toEqual(['delete']);
    expect(has('/users/{id}/tokens')).toEqual(['get', 'post']);
    expect(has('/teams/{id}/members/{user}')).toEqual(['delete', 'put']);
    expect(has('/settings')).toEqual(['get', 'patch']);
  });
});
