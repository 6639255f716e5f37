import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { runtime } from '@/lib/runtime';
import { ServiceError } from '@/lib/services/errors';
import { inflight, killSet } from '@/lib/services/incidents/parts';
import { makeAgent, makeAgentKey, makeTeam, makeTenant } from '@/tests/support/fixtures';
import {
  grantAgent,
  makeHttpProvider,
  makeLiveCapabilities,
} from '@/tests/support/live-capabilities';
import { type ReplayServer, startReplayServer } from '@/tests/support/replay-server';
import { createWorld, type Reply, type RestClient, type World } from '@/tests/support/world';

const NOBODY_LISTENS = 'http://127.0.0.1:9/mcp';
const READ = 'wells.read';
const FAIL = 'wells.fail';
const WAIT = 'wells.wait';

let world: World;
let quick: ReplayServer;
let slow: ReplayServer;
let tenantId: string;
let agentId: string;
let agent: RestClient;

beforeAll(async () => {
  world = await createWorld();
  quick = await startReplayServer({ tools: [] });
  slow = await startReplayServer({ tools: [] }, { delayMs: 5_000 });
  tenantId = await makeTenant();
  const team = await makeTeam(tenantId);
  const providers = { nowhere: NOBODY_LISTENS, quick: quick.url, slow: slow.url };
  for (const [id, endpoint] of Object.entries(providers)) {
    await makeHttpProvider({ tenantId, ownerTeamId: team, id, endpoint });
  }
  const bound = (id: string, providerId: string) => ({
    id,
    type: 'MCP_TOOL' as const,
    binding: { providerId, upstreamName: 'pump' },
  });
  await makeLiveCapabilities(tenantId, team, [
    bound(READ, 'nowhere'),
    bound(FAIL, 'nowhere'),
    bound(WAIT, 'slow'),
  ]);
  await runtime().db.prisma.binding.create({
    data: {
      tenantId,
      id: `bnd_${tenantId}`,
      capabilityId: READ,
      providerId: 'quick',
      surface: 'tool',
      upstreamName: 'pump',
      priority: 900,
    },
  });
  agentId = await makeAgent(tenantId, team);
  const grants = [READ, FAIL, WAIT].map((target) => ({ kind: 'capability' as const, target }));
  await grantAgent(
    tenantId,
    agentId,
    grants.map((grant) => ({ ...grant, invoke: true })),
  );
  agent = world.as((await makeAgentKey(tenantId, agentId)).text);
});

afterAll(async () => {
  await quick?.close();
  await slow?.close();
  await world?.cleanup();
});
afterEach(() => vi.restoreAllMocks());

const invoke = (id: string, args: object = {}, key?: string, run?: string): Promise<Reply> =>
  agent(
    'POST',
    `/capabilities/${id}/invoke`,
    { arguments: args, ...(run === undefined ? {} : { run_id: run }) },
    key === undefined ? {} : { 'idempotency-key': key },
  );

type End = { status: string; error_class: string | null; provider_id: string | null };

/** Ends on record of a call: one, whatever happened. */
async function endsOf(invocationId: unknown): Promise<End[]> {
  const { rows } = await world.db.pool.query<End>(
    'SELECT status, error_class, provider_id FROM invocation_ends WHERE invocation_id = $1',
    [invocationId],
  );
  return rows;
}

async function startsOf(capabilityId: string): Promise<number> {
  const { rows } = await world.db.pool.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM invocation_starts
     WHERE tenant_id = $1 AND capability_id = $2 AND refused IS NULL`,
    [tenantId, capabilityId],
  );
  return rows[0]?.n ?? 0;
}

describe('a call that went out', () => {
  it('goes on to the next provider where it never left, and ends once', async () => {
    const called = await invoke(READ);
    expect(called.body).toMatchObject({ status: 'SUCCEEDED', provider: 'quick' });
    expect(await endsOf(called.body.invocation_id)).toEqual([
      { status: 'SUCCEEDED', error_class: null, provider_id: 'quick' },
    ]);
  });

  it('answers the first failure where incidents cannot be read for the second provider', async () => {
    vi.spyOn(killSet(), 'ensureFresh').mockRejectedValue(new ServiceError('UNAVAILABLE', 'Gone.'));
    const called = await invoke(READ);
    expect(called).toMatchObject({ status: 502, body: { error_class: 'connect_failed' } });
    expect(await endsOf(called.body.invocation_id)).toMatchObject([
      { status: 'UPSTREAM_ERROR', provider_id: 'nowhere' },
    ]);
  });

  it('is cut off when the process stops, with its end on record', async () => {
    const waiting = invoke(WAIT);
    await vi.waitFor(() => expect(inflight().count()).toBe(1), { timeout: 5_000 });
    await vi.waitFor(() => expect(slow.received.length).toBeGreaterThan(0), { timeout: 5_000 });
    expect(await inflight().endAll(3_000)).toBe(0);
    const called = await waiting;
    expect(called).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    expect(await endsOf(called.body.invocation_id)).toMatchObject([
      { status: 'CANCELLED', error_class: 'stopping' },
    ]);
  });
});

describe('an Idempotency-Key', () => {
  it('keeps a failure after the start: a repeat is told the same, and calls nobody', async () => {
    const first = await invoke(FAIL, {}, 'fails');
    expect(first).toMatchObject({ status: 502 });
    const before = await startsOf(FAIL);
    const again = await invoke(FAIL, {}, 'fails');
    expect(again.status).toBe(502);
    expect(again.body).toMatchObject({
      detail: first.body.detail,
      invocation_id: first.body.invocation_id,
    });
    expect(await startsOf(FAIL)).toBe(before);
  });

  it('comes back from a refusal before the start', async () => {
    const limit = (callsPerRun: number) =>
      runtime().db.prisma.capability.updateMany({
        where: { tenantId, id: READ },
        data: { callsPerRun },
      });
    const inRun = (key: string) => invoke(READ, {}, key, 'short');
    await limit(1);
    expect(await inRun('first')).toMatchObject({ status: 200 });
    expect(await inRun('second')).toMatchObject({ status: 429 });
    await limit(5);
    expect(await inRun('second')).toMatchObject({ status: 200 });
  });

  it('goes over to a repeat when its process was killed before the start', async () => {
    const called = await invoke(READ, {}, 'killed');
    const leave = (age: string) =>
      world.db.pool.query(
        `UPDATE idempotency_keys SET state = 'RUNNING', invocation_id = NULL,
           response_sealed = NULL, created_at = clock_timestamp() - $3::interval
         WHERE tenant_id = $1 AND agent_id = $2 AND key = 'killed'`,
        [tenantId, agentId, age],
      );
    await leave('1 minute');
    expect(await invoke(READ, {}, 'killed')).toMatchObject({ status: 409 });
    await leave('3 minutes');
    const again = await invoke(READ, {}, 'killed');
    expect(again).toMatchObject({ status: 200, body: { status: 'SUCCEEDED' } });
    expect(again.body.invocation_id).not.toBe(called.body.invocation_id);
  });

  it('lets one of many at once call, the others wait or are told its answer', async () => {
    const before = await startsOf(READ);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => invoke(READ, { at: 'once' }, 'at-once')),
    );
    expect(await startsOf(READ)).toBe(before + 1);
    for (const { status } of answers) expect([200, 409]).toContain(status);
    const ids = new Set(
      answers.flatMap(({ status, body }) => (status === 200 ? body.invocation_id : [])),
    );
    expect(ids.size).toBe(1);
  });
});
