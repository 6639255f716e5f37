import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pinnedTools } from '@/lib/mcp/pinned';
import { runtime } from '@/lib/runtime';
import { moveAgent } from '@/lib/services/agents/move-agent';
import { checkVersion } from '@/lib/services/catalog/check-version';
import { disableDue } from '@/lib/services/catalog/disable-due';
import { getCapability, getCapabilitySchemas } from '@/lib/services/catalog/get-capability';
import { listMajors } from '@/lib/services/catalog/list-majors';
import { listVersions } from '@/lib/services/catalog/list-versions';
import { retireMajor } from '@/lib/services/catalog/retire-major';
import { rollbackVersion } from '@/lib/services/catalog/rollback-version';
import { describeCapability } from '@/lib/services/discover/describe-capability';
import { getDecision } from '@/lib/services/invoke/decide';
import { auditOf, failureOf, makeCatalogAgent, makeLive } from '@/tests/support/catalog';
import {
  approve,
  call,
  discovered,
  endIt,
  inDays,
  makeCallable,
  makeVersionsWorld,
  publishInput,
  settled,
  V1,
  V1_TO_V2,
  V2,
  type VersionsWorld,
} from '@/tests/support/versions-world';

let world: VersionsWorld;
beforeAll(async () => {
  world = await makeVersionsWorld('majors');
});
afterAll(async () => await world?.cleanup());

const later = (days: number) => new Date(Date.now() + days * 86_400_000);
const majorsOf = async (id: string) =>
  (await listMajors({ ctx: world.olga.ctx, input: { capability_id: id } })).items.map(
    (one) => `${one.major} ${one.state} ${one.version}${one.current ? '*' : ''} ${one.agents}`,
  );

describe('two agents on two majors', () => {
  const id = 'two.majors.forecast';
  let old: Awaited<ReturnType<typeof makeCatalogAgent>>;
  let fresh: Awaited<ReturnType<typeof makeCatalogAgent>>;

  beforeAll(async () => {
    await makeCallable(world, id);
    old = await makeCatalogAgent(world, 'old-agent', [id]);
    fresh = await makeCatalogAgent(world, 'fresh-agent', [id]);
    for (const agentId of ['old-agent', 'fresh-agent']) {
      await runtime().db.prisma.agentPin.create({
        data: { tenantId: world.tenantId, agentId, capabilityId: id },
      });
    }
    await call(old.ctx, id, { city: 'Bern', force: true });
    await publishInput(world, id, V2);
  });

  it('are each served theirs at every door', async () => {
    for (const [agent, version, schema] of [
      [old, '1.0', V1],
      [fresh, '2.0', V2],
    ] as const) {
      const found = await discovered(agent.ctx, id);
      expect(found).toMatchObject({ version, input_schema: schema });
      const described = await describeCapability({ ctx: agent.ctx, input: { id } });
      expect(described).toMatchObject({ version, input_schema: schema });
      const read = await getCapability({ ctx: agent.ctx, input: { capability_id: id } });
      expect(read).toMatchObject({ version, input_schema: schema });
      const schemas = await getCapabilitySchemas({ ctx: agent.ctx, input: { capability_id: id } });
      expect(schemas).toMatchObject({ version, input_schema: schema });
      const { tools } = await pinnedTools(agent.ctx);
      expect(tools).toMatchObject([{ id, version, input_schema: schema }]);
    }
    const one = await call(old.ctx, id, { city: 'Bern' });
    const two = await call(fresh.ctx, id, { place: 'Bern', mode: 'fast' });
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(await failureOf(call(old.ctx, id, { place: 'Bern', mode: 'fast' }))).toMatchObject({
      code: 'VALIDATION',
    });
    expect(await failureOf(call(old.ctx, id, { city: 'Bern' }, '2'))).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/Version 2 .* major 1/),
    });
    const { rows } = await runtime().db.pool.query<{ agent_id: string; version: string }>(
      `SELECT agent_id, version FROM invocation_starts
       WHERE capability_id = $1 AND refused IS NULL ORDER BY started_at`,
      [id],
    );
    expect(rows.map((row) => `${row.agent_id} ${row.version}`)).toEqual([
      'old-agent 1.0',
      'old-agent 1.0',
      'fresh-agent 2.0',
    ]);
  });

  it('are shown with their majors', async () => {
    expect(await majorsOf(id)).toEqual(['2 live 2.0* 1', '1 live 1.0 1']);
    const { agents } = await listMajors({ ctx: world.olga.ctx, input: { capability_id: id } });
    expect(agents).toMatchObject([
      { agent_id: 'old-agent', major: 1, calls_30d: 2, may_move: true },
      { agent_id: 'fresh-agent', major: 2, calls_30d: 1 },
    ]);
    const toAgent = await listMajors({ ctx: old.ctx, input: { capability_id: id } });
    expect(toAgent.agents).toEqual([]);
  });

  it('says who would be hit by a schema, agent by agent', async () => {
    const check = await checkVersion({
      ctx: world.olga.ctx,
      input: { capability_id: id, body: { input_schema: V1 } },
    });
    expect(check).toMatchObject({ verdict: 'breaking', advice: { bump: 'major' } });
    expect(check.advice.why).toContain('3.0 stands beside');
    expect(check.impact).toMatchObject({ agents: 2, calls_30d: 3 });
    // Only calls of the current major count: the others stay where they are.
    expect(check.impact.shapes).toMatchObject({ calls: 1, would_fail: 1 });
    expect(check.impact.shapes.summary).toMatch(
      /^1 of 1 agent passes `\w+`, which you remove, and there is more; 1 of the one recorded call/,
    );
  });

  it('are moved by their owner alone', async () => {
    const input = { agent_id: 'old-agent', capability_id: id, major: 2 };
    expect(await failureOf(moveAgent({ ctx: world.rita.ctx, input }))).toMatchObject({
      code: 'FORBIDDEN',
    });
    expect(await failureOf(moveAgent({ ctx: old.ctx, input }))).toMatchObject({
      code: 'FORBIDDEN',
    });
    const wrong = moveAgent({ ctx: world.olga.ctx, input: { ...input, major: 7 } });
    expect(await failureOf(wrong)).toMatchObject({ code: 'VALIDATION', path: 'major' });
    await moveAgent({ ctx: world.olga.ctx, input });
    expect(await discovered(old.ctx, id)).toMatchObject({ version: '2.0' });
    expect((await call(old.ctx, id, { place: 'Bern', mode: 'full' })).status).toBe(200);
    expect(await auditOf(world.tenantId, 'old-agent')).toContain('agent.move_major');
    await moveAgent({ ctx: world.olga.ctx, input: { ...input, major: 1 } });
    expect(await discovered(old.ctx, id)).toMatchObject({ version: '1.0' });
  });

  it('hands over by the clock when a major ends, and says so with the arguments mapped', async () => {
    const end = inDays(10);
    const done = await endIt(world, id, {
      major: 1,
      disable_at: end,
      replacement: { capability_id: id, major: 2 },
      migration_note: 'Say place, not city.',
      argument_mapping: V1_TO_V2,
    });
    expect(done.capability.status).toBe('PRODUCTION');
    expect(await majorsOf(id)).toEqual(['2 live 2.0* 1', '1 sunset 1.0 1']);
    expect(await discovered(old.ctx, id)).toMatchObject({
      version: '1.0',
      deprecated: true,
      replacement: { capability_id: id, major: 2 },
      disable_at: new Date(end).toISOString(),
    });
    const warned = await call(old.ctx, id, { city: 'Bern' });
    expect(JSON.stringify(warned.body)).toContain('Major 1 is deprecated and ends at');

    const after = { ...old.ctx, now: later(11) };
    expect(await discovered(after, id)).toMatchObject({ version: '2.0', deprecated: false });
    const refused = await call(after, id, { city: 'Bern', force: true }).catch((error) => error);
    expect(refused).toMatchObject({
      code: 'VALIDATION',
      message: expect.stringContaining('Major 1 has ended since'),
      details: {
        replacement: { capability_id: id, major: 2 },
        mapped_arguments: { place: 'Bern', mode: 'full' },
        migration_note: 'Say place, not city.',
      },
    });
    const named = await call(after, id, { city: 'Bern' }, '1').catch((error) => error);
    expect(named).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/Version 1 .* on major 2.*Major 1 has ended/),
      details: { mapped_arguments: { place: 'Bern', mode: 'full' } },
    });
    expect((await call(after, id, { place: 'Bern', mode: 'fast' })).status).toBe(200);
  });

  it('retires it once, whoever runs the job, and tells the owner of who was on it', async () => {
    const told = () =>
      runtime().db.prisma.notification.count({
        where: { tenantId: world.tenantId, kind: 'capability.disabled' },
      });
    const before = await told();
    const runs = await Promise.all([disableDue(later(11)), disableDue(later(11))]);
    expect(runs.reduce((sum, one) => sum + one, 0)).toBe(1);
    expect(await disableDue(later(12))).toBe(0);
    const trail = await auditOf(world.tenantId, id);
    expect(trail.filter((action) => action === 'capability.retire_major')).toHaveLength(1);
    expect(await told()).toBe(before + 1);
    await settled(world);
    expect(await majorsOf(id)).toEqual(['2 live 2.0* 2', '1 retired 1.0 0']);
  });

  it('keeps the agent on the major it was handed, whatever comes after', async () => {
    await publishInput(world, id, V1);
    expect(await discovered(old.ctx, id)).toMatchObject({ version: '2.0' });
    const newest = await makeCatalogAgent(world, 'newest-agent', [id]);
    expect(await discovered(newest.ctx, id)).toMatchObject({ version: '3.0' });
  });
});

describe('a version with a date ahead', () => {
  it('is published at once, and served from its date on, without a job', async () => {
    const id = 'ahead.minor.forecast';
    await makeCallable(world, id);
    const agent = await makeCatalogAgent(world, 'ahead-agent', [id]);
    const wider = { type: 'object', properties: V1.properties ?? {} };
    await publishInput(world, id, wider, { effective_from: inDays(3) });
    expect(await discovered(agent.ctx, id)).toMatchObject({ version: '1.0', input_schema: V1 });
    const { items } = await listVersions({ ctx: world.olga.ctx, input: { capability_id: id } });
    expect(items.map((one) => [one.version, one.current, one.scheduled])).toEqual([
      ['1.1', false, true],
      ['1.0', true, false],
    ]);
    const after = { ...agent.ctx, now: later(4) };
    expect(await discovered(after, id)).toMatchObject({ version: '1.1', input_schema: wider });
    const decided = await getDecision({ ctx: after, input: { id, version: '1.1' } });
    expect(decided.allowed).toBe(true);
    const early = await getDecision({ ctx: agent.ctx, input: { id, version: '1.1' } });
    expect(early).toMatchObject({ allowed: false });
  });

  it('of a new major leaves new agents on the current one until then', async () => {
    const id = 'ahead.major.forecast';
    await makeCallable(world, id);
    await publishInput(world, id, V2, { effective_from: inDays(3) });
    const agent = await makeCatalogAgent(world, 'ahead-major-agent', [id]);
    const now = await getDecision({ ctx: agent.ctx, input: { id, version: '2' } });
    expect(now).toMatchObject({ allowed: false });
    const after = { ...agent.ctx, now: later(4) };
    expect(await discovered(after, id)).toMatchObject({ version: '2.0' });
    await disableDue(later(4));
    const row = await getCapability({ ctx: world.olga.ctx, input: { capability_id: id } });
    expect(row.version).toBe('2.0');
  });

  it('can be taken back before it takes effect', async () => {
    const id = 'ahead.back.forecast';
    await makeCallable(world, id);
    await publishInput(world, id, V2, { effective_from: inDays(3) });
    const back = await rollbackVersion({
      ctx: world.olga.ctx,
      input: { capability_id: id, version: '1.0', reason: 'Not yet.' },
    });
    expect(back.change_request?.title).toContain('take back 2.0');
    const done = await approve(world, back.change_request?.id);
    expect(done.capability.input_schema).toEqual(V1);
    await settled(world);
    const agent = await makeCatalogAgent(world, 'back-agent', [id]);
    const after = { ...agent.ctx, now: later(4) };
    expect(await discovered(after, id)).toMatchObject({ version: '1.0' });
    expect(await majorsOf(id)).toEqual(['2 retired null 0', '1 live 1.0* 1']);
  });

  it('is refused in the past', async () => {
    const id = 'ahead.past.forecast';
    await makeLive(world, id, { input_schema: V1 });
    const work = publishInput(world, id, V2, { effective_from: inDays(-1) });
    expect(await failureOf(work)).toMatchObject({ code: 'VALIDATION', path: 'effective_from' });
  });
});

describe('retiring by hand', () => {
  it('waits for the end, or for the last agent to leave', async () => {
    const id = 'by.hand.forecast';
    await makeCallable(world, id);
    const agent = await makeCatalogAgent(world, 'hand-agent', [id]);
    await discovered(agent.ctx, id);
    await publishInput(world, id, V2);
    const retire = (ctx = world.olga.ctx) =>
      retireMajor({ ctx, input: { capability_id: id, major: 1, reason: 'Nobody left.' } });
    expect(await failureOf(retire())).toMatchObject({ code: 'PRECONDITION_FAILED' });
    await endIt(world, id, { major: 1, disable_at: inDays(9) });
    const failed = await failureOf(retire());
    expect(failed).toMatchObject({ code: 'PRECONDITION_FAILED' });
    expect(failed.message).toContain('1 agents are on major 1');
    await moveAgent({
      ctx: world.olga.ctx,
      input: { agent_id: 'hand-agent', capability_id: id, major: 2 },
    });
    expect(await failureOf(retire(world.mo.ctx))).toMatchObject({ code: 'FORBIDDEN' });
    const { items } = await retire();
    expect(items.map((one) => one.state)).toEqual(['live', 'retired']);
    expect(await failureOf(retire())).toMatchObject({ code: 'CONFLICT' });
  });

  it('is nothing another tenant could see', async () => {
    const ctx = { ...world.olga.ctx, tenantId: 'elsewhere' };
    const work = listMajors({ ctx, input: { capability_id: 'by.hand.forecast' } });
    expect(await failureOf(work)).toMatchObject({ code: 'NOT_FOUND' });
  });
});
