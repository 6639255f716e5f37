import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { log } from '@/lib/observability/log';
import { runtime } from '@/lib/runtime';
import { openIncident } from '@/lib/services/incidents/open-incident';
import { restoreIncident } from '@/lib/services/incidents/restore-incident';
import {
  makeAgent,
  makeAgentKey,
  makeTeam,
  makeTenant,
  makeToken,
  makeUser,
  userContext,
} from '../../support/fixtures';
import { type Listener, listen } from '../../support/listener';
import { grantAgent, makeLiveCapabilities } from '../../support/live-capabilities';
import { type ReplayServer, startReplayServer } from '../../support/replay-server';
import { createWorld, type World } from '../../support/world';
import { CLIENTS, type McpClient } from './clients';

const META = ['describe_capability', 'discover_capabilities', 'get_approval', 'invoke_capability'];
const SCHEMA = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
};

let world: World;
let upstream: ReplayServer;
let slow: ReplayServer;
let listener: Listener;
let url: string;
let tenant: string;
let people: { admin: string; reviewer: string };
let keys: { one: string; two: string; token: string };
let open: McpClient[] = [];

beforeAll(async () => {
  world = await createWorld();
  const tools = ['forecast', 'wipe', 'pinned'].map((name) => ({ name, inputSchema: SCHEMA }));
  upstream = await startReplayServer({ tools });
  slow = await startReplayServer(
    { tools: [{ name: 'wait', inputSchema: SCHEMA }] },
    { delayMs: 8_000 },
  );
  listener = await listen(
    (request) => world.runtime.fetch?.(request) ?? new Response(null, { status: 503 }),
  );
  url = `${listener.url}/api/mcp`;
  tenant = await makeTenant();
  const admin = await makeUser({ [tenant]: ['admin'] });
  const reviewer = await makeUser({ [tenant]: ['reviewer'] });
  people = { admin: admin.id, reviewer: reviewer.id };
  await seed();
});
afterAll(async () => {
  await listener?.close();
  await upstream?.close();
  await slow?.close();
  await world?.cleanup();
});

async function seed(): Promise<void> {
  const team = await makeTeam(tenant, [people.admin]);
  const common = {
    tenantId: tenant,
    kind: 'mcp',
    location: 'remote',
    transport: 'streamable_http',
  };
  const servers = { weather: upstream.url, slow: slow.url };
  await runtime().db.prisma.provider.createMany({
    data: Object.entries(servers).map(([id, endpoint]) => ({
      ...common,
      id,
      name: id,
      endpoint,
      ownerTeamId: team,
      createdBy: 'test',
    })),
  });
  const weather = (upstreamName: string) => ({ providerId: 'weather', upstreamName });
  const made = { type: 'MCP_TOOL' as const, inputSchema: SCHEMA };
  await makeLiveCapabilities(tenant, team, [
    {
      ...made,
      id: 'weather.forecast',
      description: 'Forecast of a city.',
      binding: weather('forecast'),
    },
    {
      ...made,
      id: 'weather.wipe',
      risk: 'HIGH',
      description: 'Deletes stations.',
      binding: weather('wipe'),
    },
    { ...made, id: 'weather.pinned', description: 'Pinned forecast.', binding: weather('pinned') },
    {
      ...made,
      id: 'slow.wait',
      description: 'Waits.',
      binding: { providerId: 'slow', upstreamName: 'wait' },
    },
  ]);
  const one = await makeAgent(tenant, team);
  const two = await makeAgent(tenant, team);
  await runtime().db.prisma.agent.updateMany({
    where: { tenantId: tenant },
    data: { riskCeiling: 'HIGH' },
  });
  const all = ['weather.forecast', 'weather.wipe', 'weather.pinned', 'slow.wait'];
  const grants = all.map((target) => ({ kind: 'capability' as const, target, invoke: true }));
  await grantAgent(tenant, one, grants);
  await grantAgent(tenant, two, grants.slice(0, 1));
  const pin = { tenantId: tenant, agentId: one, capabilityId: 'weather.pinned', position: 0 };
  await runtime().db.prisma.agentPin.create({ data: pin });
  keys = {
    one: (await makeAgentKey(tenant, one)).text,
    two: (await makeAgentKey(tenant, two)).text,
    token: (await makeToken(people.admin)).text,
  };
}

async function connect(kind: keyof typeof CLIENTS, key: string): Promise<McpClient> {
  const client = await CLIENTS[kind](url, key);
  open.push(client);
  return client;
}

const callsOf = (server: ReplayServer) =>
  server.received.filter(({ message }) => message.method === 'tools/call').length;

describe.each(Object.keys(CLIENTS) as (keyof typeof CLIENTS)[])('%s', (kind) => {
  let client: McpClient;
  beforeAll(async () => {
    client = await connect(kind, keys.one);
  });
  afterAll(async () => {
    for (const one of open) await one.close();
    open = [];
  });

  it('lists the four tools and what is pinned, and nothing else', async () => {
    const tools = await client.tools();
    expect(tools.map(({ name }) => name).sort()).toEqual([...META, 'weather.pinned'].sort());
    expect(tools.every(({ description }) => description)).toBe(true);
  });

  it('discovers, describes and invokes', async () => {
    const found = await client.call('discover_capabilities', { query: 'forecast of a city' });
    expect(JSON.stringify(found.structuredContent)).toContain('"weather.forecast"');
    const described = await client.call('describe_capability', {
      capability_id: 'weather.forecast',
    });
    expect(described.structuredContent).toMatchObject({
      id: 'weather.forecast',
      input_schema: SCHEMA,
    });
    const before = callsOf(upstream);
    const answer = await client.call('invoke_capability', {
      capability_id: 'weather.forecast',
      arguments: { city: 'Bern' },
    });
    expect(answer.isError ?? false).toBe(false);
    expect(answer.structuredContent).toMatchObject({ status: 'SUCCEEDED', provider: 'weather' });
    expect(callsOf(upstream)).toBe(before + 1);
  });

  it('gets wrong arguments back as a result that names the field', async () => {
    const before = callsOf(upstream);
    const answer = await client.call('invoke_capability', {
      capability_id: 'weather.forecast',
      arguments: { town: 'Bern' },
    });
    expect(answer).toMatchObject({ isError: true, structuredContent: { code: 'VALIDATION' } });
    expect(JSON.stringify(answer.structuredContent)).toContain('city');
    expect(callsOf(upstream)).toBe(before);
    const unknown = await client.call('describe_capability', { capability_id: 'no.such' });
    expect(unknown).toMatchObject({ isError: true, structuredContent: { code: 'NOT_FOUND' } });
    const missing = await client.call('describe_capability', {});
    expect(missing).toMatchObject({ isError: true, structuredContent: { code: 'VALIDATION' } });
  });

  it('is told of an approval that waits, and may look at it', async () => {
    const answer = await client.call('invoke_capability', {
      capability_id: 'weather.wipe',
      arguments: { city: kind },
    });
    expect(answer.isError ?? false).toBe(false);
    const { approval_id } = answer.structuredContent ?? {};
    expect(approval_id).toEqual(expect.any(String));
    const state = await client.call('get_approval', { approval_id });
    expect(state.structuredContent).toMatchObject({
      status: 'PENDING',
      capability_id: 'weather.wipe',
    });
  });

  it('calls what is pinned under its own name', async () => {
    const answer = await client.call('weather.pinned', { city: 'Bern' });
    expect(answer.structuredContent).toMatchObject({ status: 'SUCCEEDED' });
    const wrong = await client.call('weather.pinned', {});
    expect(wrong).toMatchObject({ isError: true, structuredContent: { code: 'VALIDATION' } });
  });

  it('is refused what an incident stops, with the reason', async () => {
    const input = {
      target: { kind: 'capability' as const, id: 'weather.forecast' },
      reason: 'wrong numbers',
    };
    const incident = await openIncident({ ctx: await userContext(people.admin, tenant), input });
    const answer = await client.call('invoke_capability', {
      capability_id: 'weather.forecast',
      arguments: { city: 'Bern' },
    });
    expect(answer).toMatchObject({ isError: true, structuredContent: { code: 'DISABLED' } });
    expect(answer.content[0]?.text).toContain('wrong numbers');
    const ctx = await userContext(people.reviewer, tenant);
    await restoreIncident({ ctx, input: { id: incident.id, reason: 'mended' } });
  });

  it('sees only its own, beside another agent at the same time', async () => {
    const second = await connect(kind, keys.two);
    const search = { query: 'forecast of a city' };
    const [mine, theirs, myTools, theirTools] = await Promise.all([
      client.call('discover_capabilities', search),
      second.call('discover_capabilities', search),
      client.tools(),
      second.tools(),
    ]);
    expect(JSON.stringify(mine.structuredContent)).toContain('weather.pinned');
    expect(JSON.stringify(theirs.structuredContent)).not.toContain('weather.pinned');
    expect(myTools).toHaveLength(5);
    expect(theirTools.map(({ name }) => name).sort()).toEqual(META);
    const foreign = await second.call('weather.pinned', { city: 'Bern' });
    expect(foreign).toMatchObject({ isError: true });
    expect(['NOT_FOUND', 'DENIED']).toContain(foreign.structuredContent?.code);
  });

  it('that goes away ends the call at the provider', async () => {
    const from = new Date();
    const leaving = await connect(kind, keys.one);
    const gone = new AbortController();
    const args = { capability_id: 'slow.wait', arguments: { city: 'Bern' } };
    const before = callsOf(slow);
    const call = leaving.call('invoke_capability', args, gone.signal);
    const told = expect(call).rejects.toThrow();
    await vi.waitFor(() => expect(callsOf(slow)).toBeGreaterThan(before), { timeout: 15_000 });
    // Today's protocol ends a call by its stream. The older ones send a notice that a server
    // without sessions cannot tie to the call; what it sees is the connection that closes.
    if (kind.includes('current')) gone.abort();
    else await leaving.close();
    await told;
    await vi.waitFor(
      async () => expect(await startedSince(from)).toMatchObject([{ status: 'CANCELLED' }]),
      { timeout: 6_000, interval: 100 },
    );
  });
});

async function startedSince(from: Date): Promise<{ status: string | null }[]> {
  const { rows } = await runtime().db.pool.query<{ status: string | null }>(
    `SELECT e.status FROM invocation_starts s LEFT JOIN invocation_ends e USING (invocation_id)
     WHERE s.capability_id = 'slow.wait' AND s.started_at >= $1`,
    [from],
  );
  return rows;
}

describe('more pins than schemas are sent', () => {
  it('are named where the model reads on, and in the log', async () => {
    const team = await makeTeam(tenant);
    const ids = Array.from({ length: 25 }, (_, n) => `many.tool_${String(n).padStart(2, '0')}`);
    await makeLiveCapabilities(
      tenant,
      team,
      ids.map((id) => ({ id })),
    );
    const agentId = await makeAgent(tenant, team);
    await grantAgent(tenant, agentId, [{ kind: 'type', target: 'NATIVE_TOOL' }]);
    await runtime().db.prisma.agentPin.createMany({
      data: ids.map((capabilityId, position) => ({
        tenantId: tenant,
        agentId,
        capabilityId,
        position,
      })),
    });
    const said = vi.spyOn(log, 'warn').mockImplementation(() => undefined);
    const client = await connect('1.x SDK', (await makeAgentKey(tenant, agentId)).text);
    const tools = await client.tools();
    expect(tools.map(({ name }) => name).sort()).toEqual([...META, ...ids.slice(0, 20)].sort());
    const describe = tools.find(({ name }) => name === 'describe_capability');
    expect(describe?.description).toContain(`for want of room: ${ids.slice(20).join(', ')}.`);
    expect(said.mock.calls.map(([, message]) => message)).toEqual([
      'not every pin of an agent is listed at the MCP door',
    ]);
    said.mockRestore();
    const answer = await client.call('describe_capability', { capability_id: ids[24] });
    expect(answer.structuredContent).toMatchObject({ id: ids[24], input_schema: {} });
    await client.close();
  });
});

describe('a body', () => {
  const post = async (body: string) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${keys.one}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body,
    });
    return { status: answer.status, body: await answer.json() };
  };
  const malformed = { status: 400, body: { code: 'MALFORMED', status: 400 } };

  it.each([
    ['over two megabytes', `{"query":"${'x'.repeat(2 * 1024 * 1024)}"}`],
    ['nested deeper than 200 levels', `${'['.repeat(300)}${']'.repeat(300)}`],
    ['that is no JSON', '{"jsonrpc": '],
  ])('%s is 400, as over REST', async (_name, body) => {
    expect(await post(body)).toMatchObject(malformed);
  });

  it.each(['', '7', '{}'])('that is no message (%j) is refused by the protocol', async (body) => {
    const answer = await post(body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ jsonrpc: '2.0', error: { code: expect.any(Number) } });
  });
});

describe('who may come in', () => {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
  const knock = (headers: Record<string, string>, method = 'POST') =>
    fetch(url, {
      method,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
    });

  it('nobody without a key', async () => {
    for (const method of ['POST', 'GET', 'DELETE']) {
      const answer = await knock({}, method);
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toContain('Bearer');
      expect(await answer.json()).toMatchObject({ code: 'UNAUTHENTICATED' });
    }
  });

  it('no person, whose token is for REST', async () => {
    const answer = await knock({ authorization: `Bearer ${keys.token}` });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ code: 'FORBIDDEN' });
  });

  it.each(Object.keys(CLIENTS) as (keyof typeof CLIENTS)[])('%s hears of it', async (kind) => {
    await expect(CLIENTS[kind](url, '')).rejects.toThrow();
    await expect(CLIENTS[kind](url, keys.token)).rejects.toThrow();
  });
});
