import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ReplayServer, startReplayServer } from '@/tests/support/replay-server';
import { createWorld, makeTwoPeople, type RestClient, type World } from '@/tests/support/world';

let world: World;
let upstream: ReplayServer;
let admin: RestClient;
let reviewer: RestClient;

const TOOLS = [
  {
    name: 'get_forecast',
    description: 'Returns the weather forecast of a city for the next days. Changes nothing.',
    inputSchema: {
      type: 'object',
      properties: { city: { type: 'string', description: 'Name of the city' } },
      required: ['city'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true },
  },
  {
    name: 'delete_station',
    description: 'Deletes a weather station and all its measurements for good.',
    inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
    annotations: { destructiveHint: true },
  },
];

beforeAll(async () => {
  world = await createWorld();
  upstream = await startReplayServer({ serverInfo: { name: 'weather' }, tools: TOOLS });
  const people = await makeTwoPeople();
  admin = world.as(people.admin.key);
  reviewer = world.as(people.reviewer.key);
});

afterAll(async () => {
  await upstream?.close();
  await world?.cleanup();
});

async function promote(id: string, changes: Record<string, unknown>): Promise<void> {
  const before = await admin<{ row_version: number }>('GET', `/capabilities/${id}`);
  const edited = await admin('PATCH', `/capabilities/${id}`, {
    row_version: before.body.row_version,
    scopes: { none: true },
    ...changes,
  });
  expect(edited.body).toMatchObject({ capability: { id } });
  const submitted = await admin<{ change_request: { id: string } }>(
    'POST',
    `/capabilities/${id}/transitions`,
    { to: 'REVIEW', reason: 'ready' },
  );
  expect(submitted.body).toMatchObject({ change_request: { status: 'OPEN' } });
  const request = submitted.body.change_request.id;
  const own = await admin('POST', `/change-requests/${request}/approve`, { comment: 'me too' });
  expect(own.status).toBe(403);
  const decided = await reviewer('POST', `/change-requests/${request}/approve`, { comment: 'ok' });
  expect(decided.body).not.toHaveProperty('code');
  expect(decided.status).toBe(200);
}

async function settle(): Promise<void> {
  const { catalogIndex } = await import('@/lib/services/discover/catalog-index');
  await new Promise((resolve) => setTimeout(resolve, 20));
  await catalogIndex.get().settled();
}

describe('from a real MCP server to a governed, recorded call, by REST alone', () => {
  let agentKey = '';
  let agent: RestClient;
  let invocationId = '';
  let incidentId = '';

  it('registers and syncs a server', async () => {
    const team = await admin('POST', '/teams', { id: 'weather', name: 'Weather' });
    expect(team.status).toBe(201);
    const provider = await admin('POST', '/providers', {
      id: 'weather',
      name: 'Weather',
      endpoint: upstream.url,
      owner: 'weather',
    });
    expect(provider.body).toMatchObject({ id: 'weather', health: 'UNKNOWN' });
    const sync = await admin('POST', '/providers/weather/sync');
    expect(sync.body).toMatchObject({ status: 'SUCCEEDED', added: 2, rejected: [] });
    const again = await admin('POST', '/providers/weather/sync');
    expect(again.body).toMatchObject({ added: 0, updated: 0, unchanged: 2, removed: 0 });
    const risky = await admin('GET', '/capabilities/weather.delete_station');
    expect(risky.body).toMatchObject({ status: 'DRAFT', risk: 'HIGH', owner: 'weather' });
  });

  it('promotes two tools as two people', async () => {
    const me = await admin<{ items: { id: string; email: string }[] }>('GET', '/users');
    for (const person of me.body.items.slice(0, 1)) {
      await admin('PUT', `/teams/weather/members/${person.id}`);
    }
    await promote('weather.get_forecast', {});
    await promote('weather.delete_station', { approval_required: true });
    await settle();
  });

  it('gives an agent a key and grants', async () => {
    const made = await admin('POST', '/agents', {
      id: 'planner',
      name: 'Planner',
      owner: 'weather',
      allowed_providers: ['weather'],
    });
    expect(made.status).toBe(201);
    const key = await admin<{ key: string }>('POST', '/agents/planner/keys', { name: 'first' });
    expect(key.status).toBe(201);
    agentKey = key.body.key;
    agent = world.as(agentKey);
    const nothing = await agent('POST', '/capabilities/discover', { query: 'forecast' });
    expect(nothing.body).toMatchObject({ capabilities: [], stats: { allowed: 0 } });
    const granted = await admin('PUT', '/agents/planner/grants', [
      { target: { provider: 'weather' }, discover: true, invoke: true, scopes: [] },
      { target: { capability: 'weather.delete_station' }, invoke: true },
    ]);
    expect(granted.body).not.toHaveProperty('code');
  });

  it('discovers by a sentence that shares no name', async () => {
    const found = await agent<{ resolve_id: string; capabilities: { id: string }[] }>(
      'POST',
      '/capabilities/discover',
      { query: 'will it rain in the cities this week?', include_schemas: true },
    );
    expect(found.status).toBe(200);
    expect(found.body.capabilities[0]).toMatchObject({
      id: 'weather.get_forecast',
      version: '1.0',
      risk: 'LOW',
      input_schema: { type: 'object' },
    });
    const receipt = await agent('GET', `/receipts/${found.body.resolve_id}`);
    expect(receipt.body).toMatchObject({ agent_id: 'planner' });
    expect(receipt.body).not.toHaveProperty('hidden');
  });

  it('holds to what the tenant has set', async () => {
    const settings = await admin<{ row_version: number }>('GET', '/settings');
    const { row_version } = settings.body;
    await admin('PATCH', '/settings', { row_version, default_top_k: 1 });
    const query = 'weather of a city or station';
    const found = await agent<{ capabilities: unknown[] }>('POST', '/capabilities/discover', {
      query,
    });
    expect(found.body.capabilities).toHaveLength(1);
    const both = await agent<{ capabilities: unknown[] }>('POST', '/capabilities/discover', {
      query,
      top_k: 2,
    });
    expect(both.body.capabilities).toHaveLength(2);
    await admin('PATCH', '/settings', { row_version: row_version + 1, default_top_k: 8 });
  });

  it('invokes under policy and puts the call on record', async () => {
    const wrong = await agent('POST', '/capabilities/weather.get_forecast/invoke', {
      arguments: { town: 'Bern' },
    });
    expect(wrong.status).toBe(422);
    expect(JSON.stringify(wrong.body.errors)).toContain('city');
    const called = await agent<{ invocation_id: string }>(
      'POST',
      '/capabilities/weather.get_forecast/invoke',
      { arguments: { city: 'Bern' }, run_id: 'run-1' },
      { 'idempotency-key': 'k-1' },
    );
    expect(called.body).toMatchObject({ status: 'SUCCEEDED', provider: 'weather' });
    invocationId = called.body.invocation_id;
    const repeated = await agent(
      'POST',
      '/capabilities/weather.get_forecast/invoke',
      { arguments: { city: 'Bern' }, run_id: 'run-1' },
      { 'idempotency-key': 'k-1' },
    );
    expect(repeated.body).toEqual(called.body);
    expect(repeated.headers.get('idempotent-replayed')).toBe('true');
    const ledger = await admin<{ items: Record<string, unknown>[] }>('GET', '/invocations');
    const row = ledger.body.items.find((item) => item.invocation_id === invocationId);
    expect(row).toMatchObject({ status: 'SUCCEEDED', capability_id: 'weather.get_forecast' });
    expect(JSON.stringify(ledger.body)).not.toContain('Bern');
  });

  it('holds a HIGH call until a person approves it, once', async () => {
    const ask = { arguments: { id: 's-1' } };
    const waiting = await agent<{ approval_id: string }>(
      'POST',
      '/capabilities/weather.delete_station/invoke',
      ask,
    );
    expect(waiting.status).toBe(202);
    const { approval_id } = waiting.body;
    const own = await admin('POST', `/approvals/${approval_id}/approve`, {});
    expect(own.status).toBe(403);
    const yes = await reviewer('POST', `/approvals/${approval_id}/approve`, {});
    expect(yes.body).toMatchObject({ status: 'APPROVED' });
    const other = await agent('POST', '/capabilities/weather.delete_station/invoke', {
      arguments: { id: 's-2' },
      approval_id,
    });
    expect(other.status).toBe(412);
    const [one, two] = await Promise.all([
      agent('POST', '/capabilities/weather.delete_station/invoke', { ...ask, approval_id }),
      agent('POST', '/capabilities/weather.delete_station/invoke', { ...ask, approval_id }),
    ]);
    expect([one.status, two.status].sort()).toEqual([200, 412]);
  });

  it('shows the call in the usage graph', async () => {
    const graph = await admin<{ edges: { from: string; to: string; calls: number }[] }>(
      'GET',
      '/usage-graph?window=30d',
    );
    const edge = graph.body.edges.find(({ to }) => to.includes('weather.get_forecast'));
    expect(edge).toMatchObject({ calls: 1 });
  });

  it('stops it with one button, and a second person restores it', async () => {
    const opened = await admin<{ id: string }>('POST', '/incidents', {
      target: { kind: 'capability', id: 'weather.get_forecast' },
      reason: 'wrong data',
    });
    expect(opened.status).toBe(201);
    incidentId = opened.body.id;
    const found = await agent<{ capabilities: { id: string }[] }>(
      'POST',
      '/capabilities/discover',
      { query: 'weather forecast of a city' },
    );
    expect(found.body.capabilities.map((item) => item.id)).not.toContain('weather.get_forecast');
    const refused = await agent('POST', '/capabilities/weather.get_forecast/invoke', {
      arguments: { city: 'Bern' },
    });
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({ code: 'DISABLED' });
    expect(refused.body.detail).toContain('wrong data');
    const own = await admin('POST', `/incidents/${incidentId}/restore`, { reason: 'fixed' });
    expect(own.status).toBe(403);
    const restored = await reviewer('POST', `/incidents/${incidentId}/restore`, {
      reason: 'fixed',
    });
    expect(restored.status).toBe(200);
    const works = await agent('POST', '/capabilities/weather.get_forecast/invoke', {
      arguments: { city: 'Bern' },
    });
    expect(works.status).toBe(200);
  });
});
