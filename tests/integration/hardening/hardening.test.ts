import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '@/lib/core/shared/json';
import { runtime } from '@/lib/runtime';
import { createBinding } from '@/lib/services/catalog/bindings';
import { decideChangeRequest } from '@/lib/services/catalog/decide-change-request';
import { openIncident } from '@/lib/services/incidents/open-incident';
import { inflight } from '@/lib/services/incidents/parts';
import { failureOf, makeCatalogWorld, makeSubmitted } from '@/tests/support/catalog';
import {
  makeAgent,
  makeAgentKey,
  makeTeam,
  makeTenant,
  makeToken,
  makeUser,
  userContext,
} from '@/tests/support/fixtures';
import {
  grantAgent,
  makeHttpProvider,
  makeLiveCapabilities,
} from '@/tests/support/live-capabilities';
import { type ReplayServer, startReplayServer } from '@/tests/support/replay-server';
import { createWorld, type RestClient, type World } from '@/tests/support/world';

const NOBODY_LISTENS = 'http://127.0.0.1:9/mcp';
const READ = 'plants.read';
const DROP = 'plants.drop';

let world: World;
let slow: ReplayServer;
let tenantId: string;
let team: string;
let agent: string;
let byAgent: RestClient;

beforeAll(async () => {
  world = await createWorld();
  slow = await startReplayServer({ tools: [] }, { delayMs: 5_000 });
  tenantId = await makeTenant();
  team = await makeTeam(tenantId);
  await makeProvider('first', NOBODY_LISTENS, 'silo');
  await makeProvider('second', slow.url, null);
  await makeLiveCapabilities(tenantId, team, [
    { id: READ, type: 'MCP_TOOL', binding: { providerId: 'first', upstreamName: 'read' } },
    {
      id: DROP,
      type: 'MCP_TOOL',
      risk: 'HIGH',
      binding: { providerId: 'first', upstreamName: 'drop' },
    },
    { id: 'plants.secret', type: 'MCP_TOOL' },
  ]);
  await runtime().db.prisma.binding.create({
    data: {
      tenantId,
      id: `bnd_${tenantId}`,
      capabilityId: READ,
      providerId: 'second',
      surface: 'tool',
      upstreamName: 'read',
      priority: 900,
    },
  });
  agent = await makeAgent(tenantId, team);
  await grantAgent(tenantId, agent, [
    { kind: 'capability', target: READ, invoke: true },
    { kind: 'capability', target: DROP, invoke: true },
  ]);
  byAgent = world.as((await makeAgentKey(tenantId, agent)).text);
});

afterAll(async () => {
  await slow?.close();
  await world?.cleanup();
});

async function makeProvider(id: string, endpoint: string, backendId: string | null) {
  const { prisma } = runtime().db;
  if (backendId) {
    await prisma.backend.create({
      data: { tenantId, id: backendId, name: backendId, ownerTeamId: team },
    });
  }
  await makeHttpProvider({ tenantId, ownerTeamId: team, id, endpoint, backendId });
}

async function personWith(...roles: ('admin' | 'reviewer')[]) {
  const { id } = await makeUser({ [tenantId]: roles });
  return { id, call: world.as((await makeToken(id)).text), ctx: () => userContext(id, tenantId) };
}

describe('four eyes', () => {
  it('who makes a call by hand does not approve it', async () => {
    const one = await personWith('admin', 'reviewer');
    const two = await personWith('reviewer');
    const asked = await one.call<{ approval_id: string }>('POST', `/capabilities/${DROP}/invoke`, {
      agent_id: agent,
    });
    expect(asked.status).toBe(202);
    const path = `/approvals/${asked.body.approval_id}/approve`;
    expect(await one.call('POST', path, {})).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN', detail: expect.stringContaining('invite a second person') },
    });
    expect((await two.call('POST', path, {})).status).toBe(200);
  });

  it('who changes where a submission is carried out is one of its authors', async () => {
    const people = await makeCatalogWorld('hard');
    const { ada } = people;
    await makeHttpProvider({
      tenantId: people.tenantId,
      ownerTeamId: people.team,
      id: 'elsewhere',
      endpoint: NOBODY_LISTENS,
    });
    const { request } = await makeSubmitted(people, 'hard.tool');
    await createBinding({
      ctx: ada.ctx,
      input: { capability_id: 'hard.tool', provider: 'elsewhere', upstream_name: 'delete_all' },
    });
    const decided = decideChangeRequest({
      ctx: ada.ctx,
      input: {
        change_request_id: request.id,
        decision: 'approve',
        comment: 'Looks fine.',
      },
    });
    expect(await failureOf(decided)).toMatchObject({ code: 'FORBIDDEN' });
    await decideChangeRequest({
      ctx: people.rita.ctx,
      input: { change_request_id: request.id, decision: 'approve', comment: 'Fine.' },
    });
    const late = createBinding({
      ctx: ada.ctx,
      input: { capability_id: 'hard.tool', provider: 'elsewhere', upstream_name: 'delete_more' },
    });
    expect(await late).toMatchObject({
      done: null,
      waits: { change_request: { kind: 'binding' } },
    });
  });

  it('a provider does not leave a stopped backend before that is restored', async () => {
    const admin = await personWith('admin');
    const opened = await admin.call<{ id: string }>('POST', '/incidents', {
      target: { kind: 'backend', id: 'silo' },
      reason: 'It loses records.',
    });
    expect(opened.status).toBe(201);
    const { row_version } = (await admin.call<{ row_version: number }>('GET', '/providers/first'))
      .body;
    const moved = await admin.call('PATCH', '/providers/first', { row_version, backend: null });
    expect(moved).toMatchObject({ status: 412, body: { code: 'PRECONDITION_FAILED' } });
    const renamed = await admin.call('PATCH', '/providers/first', { row_version, name: 'First' });
    expect(renamed.status).toBe(200);
    const second = await personWith('admin');
    const restored = await second.call('POST', `/incidents/${opened.body.id}/restore`, {
      reason: 'Repaired.',
    });
    expect(restored.status).toBe(200);
  });
});

describe('emergency disable', () => {
  it('cancels a call that went on to another provider', { timeout: 20_000 }, async () => {
    const admin = await personWith('admin');
    const call = byAgent('POST', `/capabilities/${READ}/invoke`, {});
    const at = { kind: 'provider', tenantId, id: 'second' } as const;
    await expect.poll(() => inflight().count(at), { timeout: 4_000 }).toBe(1);
    await openIncident({
      ctx: await admin.ctx(),
      input: { target: { kind: 'provider', id: 'second' }, reason: 'It answers nonsense.' },
    });
    expect(await call).toMatchObject({ status: 403, body: { code: 'DISABLED' } });
  });
});

describe('what an agent learns', () => {
  it('a provider answers alike whether it is there or not', async () => {
    for (const id of ['first', 'absent']) {
      expect((await byAgent('POST', `/providers/${id}/sync`)).status).toBe(403);
      expect((await byAgent('PATCH', `/providers/${id}`, { row_version: 1 })).status).toBe(403);
    }
  });

  it('impact answers alike for what is hidden and what is not there', async () => {
    const ask = (id: string) =>
      byAgent('POST', '/impact', { target: { kind: 'capability', id }, action: 'disable' });
    const hidden = await ask('plants.secret');
    const absent = await ask('plants.absent');
    expect(hidden.status).toBe(403);
    expect(absent).toMatchObject({ status: 403, body: { detail: hidden.body.detail } });
  });
});

describe('tenants apart', () => {
  it('an admin of one tenant ends no token of a person who acts elsewhere too', async () => {
    const admin = await personWith('admin');
    const elsewhere = await makeTenant();
    const both = await makeUser({ [tenantId]: ['member'], [elsewhere]: ['admin'] });
    const token = await makeToken(both.id);
    const revoked = await admin.call('DELETE', `/users/${both.id}/tokens/${token.id}`);
    expect(revoked).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    const header = { 'Capstan-Tenant': elsewhere };
    const own = await world.as(token.text)('GET', '/users/me', undefined, header);
    expect(own.status).toBe(200);
    const here = await makeUser({ [tenantId]: ['member'] });
    const other = await makeToken(here.id);
    const ended = await admin.call('DELETE', `/users/${here.id}/tokens/${other.id}`);
    expect(ended.status).toBe(204);
  });
});

describe('hostile input', () => {
  it('a query no database keeps is refused at its field, and loses nobody else a receipt', async () => {
    const queries = ['plants', 'broken \ud800 query', 'nul \u0000 query', '读取 植物'];
    const answers = await Promise.all(
      queries.map((query) => byAgent('POST', '/capabilities/discover', { query })),
    );
    expect(answers.map((answer) => answer.status)).toEqual([200, 422, 422, 200]);
    expect(answers[1]?.body).toMatchObject({ errors: [{ path: 'query' }] });
  });

  it('a body nested without end is malformed, not an internal error', async () => {
    let deep: JsonObject = {};
    for (let level = 0; level < 150; level += 1) deep = { deep };
    const path = `/capabilities/${READ}/decision`;
    expect((await byAgent('POST', path, { deep })).status).toBe(200);
    for (let level = 0; level < 2_000; level += 1) deep = { deep };
    expect(await byAgent('POST', path, { deep })).toMatchObject({
      status: 400,
      body: { code: 'MALFORMED' },
    });
  });
});
