import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  makeAgent,
  makeAgentKey,
  makeTeam,
  makeTenant,
  makeToken,
  makeUser,
} from '../support/fixtures';
import { makeLiveCapabilities } from '../support/live-capabilities';
import { createWorld, type World } from '../support/world';
import { checked } from './support/spec';

let world: World;
let tenant: string;
let other: string;
let admin: string;
let agentKey: string;
let agentId: string;
beforeAll(async () => {
  world = await createWorld();
  tenant = await makeTenant();
  other = await makeTenant();
  const { id } = await makeUser({ [tenant]: ['admin'] });
  admin = (await makeToken(id)).text;
  const team = await makeTeam(tenant, [id]);
  agentId = await makeAgent(tenant, team);
  agentKey = (await makeAgentKey(tenant, agentId)).text;
  await makeLiveCapabilities(other, await makeTeam(other), [{ id: 'other.read' }]);
});
afterAll(() => world?.cleanup());

type Raw = { key?: string | null; body?: BodyInit; headers?: Record<string, string> };
async function raw(method: string, path: string, { key = admin, body, headers }: Raw = {}) {
  const request = new Request(`http://127.0.0.1:3000${path}`, {
    method,
    headers: { ...(key ? { authorization: `Bearer ${key}` } : {}), ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const response = await world.runtime.fetch?.(request);
  if (!response) throw new Error('The world has no door.');
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: JSON.parse(text || 'null') };
}
const discover = '/api/v1/capabilities/discover';

describe('what cannot be read', () => {
  it.each([
    ['malformed JSON', '{"query": '],
    ['bytes that are no UTF-8', new Uint8Array([0x22, 0xff, 0xfe, 0x22])],
    ['a body over two megabytes', `{"query":"${'x'.repeat(2 * 1024 * 1024)}"}`],
  ])('%s is 400', async (_name, body) => {
    const answer = await raw('POST', discover, { body });
    expect(answer).toMatchObject({ status: 400, body: { code: 'MALFORMED', status: 400 } });
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(answer.headers.get('x-request-id')).toBe(answer.body.request_id);
  });

  it('a body without end is cut off while it comes, whatever it declares', async () => {
    const chunk = new Uint8Array(256 * 1024).fill(32);
    let sent = 0;
    const body = new ReadableStream({
      pull(controller) {
        sent += chunk.byteLength;
        controller.enqueue(chunk);
      },
    });
    const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half' };
    const request = new Request(`http://127.0.0.1:3000${discover}`, init);
    request.headers.set('authorization', `Bearer ${admin}`);
    expect((await world.runtime.fetch?.(request))?.status).toBe(400);
    expect(sent).toBeLessThan(4 * 1024 * 1024);
  });

  it.each(['[]', '"text"', '7'])('JSON that is no object (%s) is 422', async (body) => {
    const answer = await raw('POST', discover, { body });
    expect(answer).toMatchObject({ status: 422, body: { code: 'VALIDATION' } });
  });

  it('wrong fields are named, each with what to write', async () => {
    const body = JSON.stringify({ query: 7, top_k: 'many' });
    const { status, body: problem } = await raw('POST', discover, { body });
    expect(status).toBe(422);
    expect(problem.errors.map((one: { path: string }) => one.path).sort()).toEqual([
      'query',
      'top_k',
    ]);
  });
});

describe('the header Idempotency-Key', () => {
  it.each(['x'.repeat(201), 'two words'])('%s is 422 and named', async (key) => {
    const headers = { 'idempotency-key': key };
    const call = { body: '{"arguments":{}}', key: agentKey, headers };
    const answer = await raw('POST', '/api/v1/capabilities/other.read/invoke', call);
    expect(answer).toMatchObject({ status: 422, body: { code: 'VALIDATION' } });
    expect(answer.body.errors).toMatchObject([{ path: 'Idempotency-Key' }]);
  });
});

describe('what is not there', () => {
  it.each(['/api/v1/nothing', '/api/v2/capabilities', '/v1', '/api/v1/capabilities/a.b/nothing'])(
    '%s is a 404 problem',
    async (path) => {
      const answer = await raw('GET', path);
      expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND', status: 404 } });
      expect(answer.headers.get('content-type')).toBe('application/problem+json');
      expect(answer.headers.get('x-request-id')).toMatch(/^req_/);
    },
  );

  it('another tenant’s capability is as absent as one that never was', async () => {
    const theirs = await raw('GET', '/api/v1/capabilities/other.read');
    const none = await raw('GET', '/api/v1/capabilities/other.none');
    expect([theirs.status, none.status]).toEqual([404, 404]);
    expect(theirs.body.detail.replace('other.read', '')).toBe(
      none.body.detail.replace('other.none', ''),
    );
    const call = { body: '{"arguments":{}}', key: agentKey };
    const invoked = await raw('POST', '/api/v1/capabilities/other.read/invoke', call);
    expect(invoked.status).toBe(404);
  });
});

describe('who calls', () => {
  it.each([
    ['no key', null, {}],
    ['a key that is none', 'nonsense', {}],
    ['an unknown agent key', 'cap_agent_key0000_abcdefghijklmnopqrstuvwxyz012345', {}],
    ['a cookie', null, { cookie: 'next-auth.session-token=x' }],
    ['Basic', null, { authorization: 'Basic YTpi' }],
  ])('%s is 401 and told how', async (_name, key, headers) => {
    const answer = await raw('POST', discover, { key, body: '{"query":"x"}', headers });
    expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="capstan"');
  });

  it('a revoked, an expired and a deactivated agent’s key are 401', async () => {
    const team = await makeTeam(tenant);
    const stopped = await makeAgent(tenant, team, { active: false });
    const past = new Date(Date.now() - 1_000);
    const keys = [
      await makeAgentKey(tenant, agentId, { revokedAt: past }),
      await makeAgentKey(tenant, agentId, { expiresAt: past }),
      await makeAgentKey(tenant, stopped),
    ];
    for (const { text } of keys) {
      const answer = await raw('POST', discover, { key: text, body: '{"query":"x"}' });
      expect(answer.status).toBe(401);
    }
  });

  it('a revoked key of the same agent leaves the others', async () => {
    const answer = await raw('POST', discover, { key: agentKey, body: '{"query":"x"}' });
    expect(answer.status).toBe(200);
  });
});

describe('the tenant', () => {
  it('of a key cannot be another one by header or body', async () => {
    const byHeader = await raw('POST', discover, {
      key: agentKey,
      body: '{"query":"x"}',
      headers: { 'capstan-tenant': other },
    });
    expect(byHeader).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    for (const claim of [{ tenant_id: other }, { agent_id: 'somebody' }]) {
      const body = JSON.stringify({ query: 'x', ...claim });
      expect((await raw('POST', discover, { key: agentKey, body })).status).toBe(403);
    }
    const own = { query: 'x', tenant_id: tenant, agent_id: agentId };
    expect((await raw('POST', discover, { key: agentKey, body: JSON.stringify(own) })).status).toBe(
      200,
    );
  });

  it('of a person with one is that one; a foreign one is not there', async () => {
    expect((await raw('GET', '/api/v1/agents')).status).toBe(200);
    const foreign = await raw('GET', '/api/v1/agents', { headers: { 'capstan-tenant': other } });
    expect(foreign).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });

  it('has to be named by a person with several', async () => {
    const { id } = await makeUser({ [tenant]: ['member'], [other]: ['member'] });
    const { text: key } = await makeToken(id);
    const unnamed = await raw('GET', '/api/v1/agents', { key });
    expect(unnamed).toMatchObject({ status: 422, body: { code: 'VALIDATION' } });
    const named = await raw('GET', '/api/v1/agents', { key, headers: { 'capstan-tenant': other } });
    expect(named.status).toBe(200);
  });
});

describe('answers', () => {
  it('carry a request id of their own and are not stored', async () => {
    const one = await raw('GET', '/api/v1/agents');
    const two = await raw('GET', '/api/v1/agents');
    expect(one.headers.get('x-request-id')).toMatch(/^req_/);
    expect(one.headers.get('x-request-id')).not.toBe(two.headers.get('x-request-id'));
    expect(one.headers.get('cache-control')).toBe('no-store');
  });

  it.each([
    '/agents',
    '/approvals',
    '/audit',
    '/backends',
    '/capabilities',
    '/change-requests',
    '/incidents',
    '/invocations',
    '/ledger/verify',
    '/profiles',
    '/providers',
    '/settings',
    '/teams',
    '/tenants',
    '/usage-graph?window=7d',
    '/users',
  ])('of GET %s are as described', async (path) => {
    const answer = await checked(world.as(admin))('GET', path);
    expect([200, 403]).toContain(answer.status);
  });

  it('of discover and its receipt are as described', async () => {
    const agent = checked(world.as(agentKey));
    const found = await agent<{ resolve_id: string }>('POST', '/capabilities/discover', {
      query: 'x',
    });
    expect(found.status).toBe(200);
    expect((await agent('GET', `/receipts/${found.body.resolve_id}`)).status).toBe(200);
  });

  it('without a key are given for health and the description', async () => {
    expect(await raw('GET', '/api/health', { key: null })).toMatchObject({ status: 200 });
    expect(await raw('GET', '/api/openapi.json', { key: null })).toMatchObject({ status: 200 });
  });
});
