import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAgent, makeAgentKey, makeTeam, makeTenant } from '../support/fixtures';
import { grantAgent, makeLiveCapabilities } from '../support/live-capabilities';
import { createWorld, type RestClient, type World } from '../support/world';

let world: World;
let agent: RestClient;
beforeAll(async () => {
  world = await createWorld();
  const tenantId = await makeTenant();
  const team = await makeTeam(tenantId);
  const inputSchema = { type: 'object', required: ['city'] };
  await makeLiveCapabilities(tenantId, team, [
    { id: 'count.open.read', inputSchema },
    { id: 'count.seen.read', risk: 'MEDIUM' },
    { id: 'count.hidden.read' },
    { id: 'count.high.delete', risk: 'HIGH' },
  ]);
  const agentId = await makeAgent(tenantId, team);
  const of = (target: string, invoke: boolean) => ({
    kind: 'capability' as const,
    target,
    invoke,
  });
  await grantAgent(tenantId, agentId, [
    of('count.open.read', true),
    of('count.seen.read', false),
    of('count.high.delete', true),
  ]);
  agent = world.as((await makeAgentKey(tenantId, agentId)).text);
});
afterAll(() => world?.cleanup());

/** The samples of one metric, by their labels as written. */
async function samples(name: string): Promise<Record<string, number>> {
  const response = await world.runtime.fetch?.(new Request('http://127.0.0.1:3000/metrics'));
  const lines = (await response?.text())?.split('\n') ?? [];
  return Object.fromEntries(
    lines.flatMap((line) => {
      const [, labels, value] = new RegExp(`^${name}\\{(.*)\\} (.*)$`).exec(line) ?? [];
      return labels === undefined ? [] : [[labels, Number(value)]];
    }),
  );
}

it('counts calls that were refused, by why and by risk', async () => {
  const call = async (id: string) =>
    (await agent('POST', `/capabilities/${id}/invoke`, { arguments: {} })).status;
  expect(await call('count.open.read')).toBe(422);
  expect(await call('count.seen.read')).toBe(403);
  expect(await call('count.hidden.read')).toBe(404);
  expect(await call('count.high.delete')).toBe(202);
  expect(await samples('capstan_calls_total')).toEqual({
    'status="INVALID",risk="LOW"': 1,
    'status="DENIED",risk="MEDIUM"': 1,
    'status="DENIED",risk="LOW"': 1,
    'status="APPROVAL_PENDING",risk="HIGH"': 1,
  });
  // A refused call never left: it has no time.
  expect(await samples('capstan_call_seconds_count')).toEqual({});
});

it('measures every stage of a discovery', async () => {
  const answer = await agent<{ stats: { stage_ms: Record<string, number> } }>(
    'POST',
    '/capabilities/discover',
    { query: 'open' },
  );
  const stages = Object.keys(answer.body.stats.stage_ms);
  expect(stages).toEqual(expect.arrayContaining(['policy', 'search', 'materialize']));
  expect(await samples('capstan_resolve_stage_seconds_count')).toEqual(
    Object.fromEntries(stages.map((stage) => [`stage="${stage}"`, 1])),
  );
});
