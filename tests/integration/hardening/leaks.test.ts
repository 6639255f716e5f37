import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runtime } from '@/lib/runtime';
import { announce } from '@/lib/services/announce';
import {
  type CatalogWorld,
  makeCatalogAgent,
  makeCatalogWorld,
  makeLive,
} from '@/tests/support/catalog';
import { makeAgent, makeAgentKey, makeTenant, makeToken, makeUser } from '@/tests/support/fixtures';
import { indexSettled, makeHttpProvider } from '@/tests/support/live-capabilities';
import { createWorld, type RestClient, type World } from '@/tests/support/world';

let world: World;
let people: CatalogWorld;
let other: CatalogWorld;
let agent: RestClient;
let owner: RestClient;
let admin: RestClient;

beforeAll(async () => {
  world = await createWorld();
  people = await makeCatalogWorld('leaks');
  other = await makeCatalogWorld('leaks');
  await makeLive(people, 'leaks.read');
  await makeLive(people, 'leaks.ask', { risk: 'HIGH', approval_required: true });
  agent = world.as((await makeCatalogAgent(people, 'asker', ['leaks.read', 'leaks.ask'])).key);
  owner = world.as(people.olga.token);
  admin = world.as(people.ada.token);
  await indexSettled();
});
afterAll(() => world?.cleanup());

async function bind(forTenantId: string | null, upstreamName: string) {
  const { prisma } = runtime().db;
  const { tenantId } = people;
  const provider = {
    name: 'Any',
    kind: 'mcp',
    location: 'remote',
    transport: 'streamable_http',
    endpoint: 'http://127.0.0.1:9/mcp',
    ownerTeamId: people.team,
    createdBy: 'test',
  };
  await prisma.provider.upsert({
    where: { tenantId_id: { tenantId, id: 'any' } },
    create: { tenantId, id: 'any', ...provider },
    update: {},
  });
  const id = `bnd_${upstreamName}`;
  const binding = { capabilityId: 'leaks.read', providerId: 'any', surface: 'tool', upstreamName };
  await prisma.binding.create({ data: { tenantId, id, forTenantId, ...binding } });
}

describe('what an agent is told of people and tenants', () => {
  it('is nothing, in versions, bindings, its grants and its approvals', async () => {
    await bind(null, 'everybody');
    await bind(people.tenantId, 'us');
    await bind(other.tenantId, 'them');
    await announce('catalog', { tenantId: people.tenantId });
    await indexSettled();
    type Items = { items: Record<string, unknown>[] };
    const read = async (path: string) => {
      const [seen, full] = [await agent<Items>('GET', path), await owner<Items>('GET', path)];
      expect([seen.status, full.status]).toEqual([200, 200]);
      return { seen: seen.body, full: full.body };
    };
    const versions = await read('/capabilities/leaks.read/versions');
    expect(versions.seen.items).toHaveLength(1);
    expect(versions.seen.items[0]).not.toHaveProperty('created_by');
    expect(versions.full.items[0]).toHaveProperty('created_by');

    const bindings = await read('/capabilities/leaks.read/bindings');
    const names = (list: Items) => list.items.map((item) => item.upstream_name).sort();
    expect(names(bindings.seen)).toEqual(['everybody', 'us']);
    expect(names(bindings.full)).toEqual(['everybody', 'them', 'us']);
    for (const item of bindings.seen.items) expect(item).not.toHaveProperty('for_tenant');

    const asked = await agent<{ approval_id: string }>('POST', '/capabilities/leaks.ask/invoke', {
      arguments: { city: 'Bern' },
    });
    const path = `/approvals/${asked.body.approval_id}`;
    await world.as(people.rita.token)('POST', `${path}/approve`, {});
    const answers = [
      versions.seen,
      bindings.seen,
      (await agent('GET', path)).body,
      (await agent('GET', '/agents/asker/grants')).body,
      (await agent('GET', '/agents/asker')).body,
      (await agent('GET', '/capabilities/leaks.read')).body,
      (await agent('POST', '/capabilities/discover', { query: 'weather' })).body,
    ];
    for (const body of answers) {
      expect(JSON.stringify(body)).not.toContain('usr_');
      expect(JSON.stringify(body)).not.toContain(other.tenantId);
    }
    const grants = await owner('GET', '/agents/asker/grants');
    expect(JSON.stringify(grants.body)).toContain(people.olga.actor.userId);
  });

  it('of bindings for other tenants is nothing to people of those either', async () => {
    const { prisma } = runtime().db;
    const tenantId = 'shared';
    await prisma.team.create({ data: { tenantId, id: 'leaks-team', name: 'Shared' } });
    const at = { tenantId, ownerTeamId: 'leaks-team' };
    await makeHttpProvider({ ...at, id: 'leaks-all', endpoint: 'http://127.0.0.1:9/mcp' });
    await prisma.capability.create({
      data: {
        ...at,
        id: 'leaks.shared',
        surfaceId: 'leaks:shared',
        name: 'shared',
        type: 'MCP_TOOL',
        surface: 'tool',
        description: 'Reads.',
        risk: 'LOW',
        schemaHash: 'x',
        createdBy: 'test',
      },
    });
    for (const forTenantId of [people.tenantId, other.tenantId]) {
      const binding = { capabilityId: 'leaks.shared', providerId: 'leaks-all', surface: 'tool' };
      await prisma.binding.create({
        data: {
          tenantId,
          id: `bnd_${forTenantId}`,
          upstreamName: forTenantId,
          forTenantId,
          ...binding,
        },
      });
    }
    const seen = await owner<{ items: { for_tenant: string }[] }>(
      'GET',
      '/capabilities/leaks.shared/bindings',
    );
    expect(seen.body.items.map((item) => item.for_tenant)).toEqual([people.tenantId]);
  });

  it('of another agent is the same as of none', async () => {
    await makeAgent(people.tenantId, people.team, { id: 'neighbour' });
    const key = await makeAgentKey(people.tenantId, 'neighbour');
    const requests: [string, (id: string) => string, unknown?][] = [
      ['GET', (id) => `/agents/${id}`],
      ['PATCH', (id) => `/agents/${id}`, { row_version: 1, name: 'Mine' }],
      ['GET', (id) => `/agents/${id}/keys`],
      ['POST', (id) => `/agents/${id}/keys`, { name: 'mine' }],
      ['DELETE', (id) => `/agents/${id}/keys/${key.id}`],
      ['GET', (id) => `/agents/${id}/grants`],
      ['PUT', (id) => `/agents/${id}/grants`, []],
    ];
    for (const [method, path, body] of requests) {
      const [there, absent] = [
        await agent<{ detail: string }>(method, path('neighbour'), body),
        await agent<{ detail: string }>(method, path('nobody'), body),
      ];
      expect(`${method} ${path('x')} ${there.status}`).toBe(`${method} ${path('x')} 404`);
      expect(absent.status).toBe(404);
      expect(there.body.detail.replace('neighbour', 'nobody')).toBe(absent.body.detail);
    }
    const named = (agent_id: string) =>
      agent('POST', '/capabilities/discover', { query: 'weather', agent_id });
    const [there, absent] = [await named('neighbour'), await named('nobody')];
    expect([there.status, there.body.detail]).toEqual([absent.status, absent.body.detail]);
  });

  it('of an incident is the same whether it is there', async () => {
    const opened = await admin<{ id: string }>('POST', '/incidents', {
      target: { kind: 'agent', id: 'neighbour' },
      reason: 'It asks too much.',
    });
    const [there, absent] = [
      await agent('GET', `/incidents/${opened.body.id}`),
      await agent('GET', '/incidents/inc_absent'),
    ];
    expect([there.status, there.body.detail]).toEqual([absent.status, absent.body.detail]);
  });
});

describe('what an admin of one tenant is told of another', () => {
  it('is no id of an account there, only that the address is taken', async () => {
    const elsewhere = await makeTenant();
    const email = 'stranger@leaks.example';
    const stranger = await makeUser({ [elsewhere]: ['member'] }, { email });
    const here = await makeUser({ [people.tenantId]: ['member'] });
    const invite = (email: string) => admin('POST', '/users', { email, name: 'Again', roles: [] });
    const unseen = await invite(email);
    expect(unseen).toMatchObject({ status: 409, body: { errors: [{ path: 'email' }] } });
    expect(unseen.body).not.toHaveProperty('user_id');
    expect(JSON.stringify(unseen.body)).not.toContain(stranger.id);
    expect(JSON.stringify(unseen.body)).not.toContain(elsewhere);
    expect(await invite(here.email)).toMatchObject({ status: 409, body: { user_id: here.id } });
  });

  it('is no token of a person who acts there too, nor where that is', async () => {
    const elsewhere = await makeTenant();
    const both = await makeUser({ [people.tenantId]: ['member'], [elsewhere]: ['member'] });
    const token = await makeToken(both.id);
    const listed = await admin('GET', `/users/${both.id}/tokens`);
    expect(listed).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect(JSON.stringify(listed.body)).not.toContain(elsewhere);
    const header = { 'Capstan-Tenant': people.tenantId };
    const path = `/users/${both.id}/tokens`;
    const own = await world.as(token.text)('GET', path, undefined, header);
    expect(own).toMatchObject({ status: 200, body: { items: [{ id: token.id }] } });
    const local = await makeUser({ [people.tenantId]: ['member'] });
    await makeToken(local.id);
    expect((await admin('GET', `/users/${local.id}/tokens`)).status).toBe(200);
  });
});
