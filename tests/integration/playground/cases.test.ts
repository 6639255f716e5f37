import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runtime } from '@/lib/runtime';
import { createCaseSchema } from '@/lib/schemas/resolver-cases';
import type { Context } from '@/lib/services/context';
import { inspectDiscovery, inspectReceipt } from '@/lib/services/discover/inspect';
import { createCase } from '@/lib/services/resolver-cases/create-case';
import { deleteCase } from '@/lib/services/resolver-cases/delete-case';
import { listCases } from '@/lib/services/resolver-cases/list-cases';
import { runCase } from '@/lib/services/resolver-cases/run-case';
import { failureOf } from '@/tests/support/catalog';
import {
  auditOf,
  makeAgent,
  makeTeam,
  makeTenant,
  makeUser,
  userContext,
} from '@/tests/support/fixtures';
import { grantAgent, makeLiveCapabilities } from '@/tests/support/live-capabilities';
import { createWorld, type World } from '@/tests/support/world';

let world: World;
let tenantId: string;
let agent: string;
let admin: Context;
let owner: Context;
let reviewer: Context;
let member: Context;

beforeAll(async () => {
  world = await createWorld();
  tenantId = await makeTenant();
  const person = async (role: 'admin' | 'reviewer' | 'member') =>
    await makeUser({ [tenantId]: [role] });
  const olga = await person('member');
  const team = await makeTeam(tenantId, [olga.id]);
  agent = await makeAgent(tenantId, team);
  await makeLiveCapabilities(tenantId, team, [
    { id: 'weather.forecast', description: 'Reads the weather forecast of a city.' },
    { id: 'weather.history', description: 'Reads the weather of past days of a city.' },
    { id: 'mail.search', description: 'Searches messages of a mailbox.' },
  ]);
  await grantAgent(tenantId, agent, [
    { kind: 'capability', target: 'weather.forecast' },
    { kind: 'capability', target: 'mail.search' },
  ]);
  admin = await userContext((await person('admin')).id, tenantId);
  owner = await userContext(olga.id, tenantId);
  reviewer = await userContext((await person('reviewer')).id, tenantId);
  member = await userContext((await person('member')).id, tenantId);
});

afterAll(() => world?.cleanup());

const make = (ctx: Context, over: Record<string, unknown> = {}) =>
  createCase({
    ctx,
    input: createCaseSchema.parse({
      name: 'Rain',
      agent_id: agent,
      request: { query: 'weather of a city', top_k: 3 },
      expected: ['weather.forecast'],
      ...over,
    }),
  });

describe('a discovery from the inside', () => {
  it('shows admins the whole catalog and why the rest is hidden', async () => {
    const view = await inspectDiscovery({
      ctx: admin,
      input: { agent_id: agent, query: 'weather of a city', include_schemas: true },
    });
    expect(view.counts).toMatchObject({ catalog: 3, allowed: 2, matched: 1, selected: 1 });
    expect(view.hidden).toContainEqual({
      id: 'weather.history',
      stage: 'policy',
      reasons: ['No grant of the agent gives discovery of it.'],
    });
    expect(view.chosen[0]).toMatchObject({
      id: 'weather.forecast',
      details: { input_schema: { type: 'object' } },
    });
    expect(Object.values(view.weights).reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1);
    const stored = await inspectReceipt({ ctx: admin, input: { resolve_id: view.resolve_id } });
    expect(stored).toMatchObject({
      query: view.query,
      counts: view.counts,
      tokens_sent: view.tokens_sent,
      request: { include_schemas: true },
    });
    expect(stored.hidden).toEqual(view.hidden);
    expect(stored.chosen[0]?.details).toBeNull();
  });

  it('shows others what the agent could know, and no more', async () => {
    for (const ctx of [owner, reviewer]) {
      const view = await inspectDiscovery({ ctx, input: { agent_id: agent, query: 'weather' } });
      expect(view.hidden).toBeNull();
      expect(view.counts).not.toHaveProperty('catalog');
      expect(JSON.stringify(view)).not.toContain('weather.history');
    }
    const refused = await failureOf(
      inspectDiscovery({ ctx: member, input: { agent_id: agent, query: 'weather' } }),
    );
    expect(refused).toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('test cases', () => {
  it('are kept, run and deleted, on record', async () => {
    const made = await make(owner);
    expect((await listCases({ ctx: reviewer })).map((item) => item.id)).toContain(made.id);
    const passed = await runCase({ ctx: owner, input: { id: made.id } });
    expect(passed).toMatchObject({ passed: true, found: ['weather.forecast'], missing: [] });
    await deleteCase({ ctx: owner, input: { id: made.id } });
    const actions = (await auditOf('resolver-case', made.id)).map((line) => line.action);
    expect(actions).toEqual(['resolver-case.create', 'resolver-case.delete']);
    expect(await failureOf(runCase({ ctx: owner, input: { id: made.id } }))).toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('fail when what they must find is gone', async () => {
    const made = await make(owner, {
      request: { query: 'messages of a mailbox' },
      expected: ['mail.search'],
    });
    await runtime().db.prisma.grant.deleteMany({
      where: { tenantId, agentId: agent, target: 'mail.search' },
    });
    const result = await runCase({ ctx: owner, input: { id: made.id } });
    expect(result).toMatchObject({ passed: false, missing: ['mail.search'] });
  });

  it('with nothing expected pass only when nothing is found', async () => {
    const none = await make(owner, { request: { query: 'zebra' }, expected: [] });
    expect(await runCase({ ctx: owner, input: { id: none.id } })).toMatchObject({ passed: true });
    const some = await make(owner, { expected: [] });
    expect(await runCase({ ctx: owner, input: { id: some.id } })).toMatchObject({
      passed: false,
      unexpected: ['weather.forecast'],
    });
  });

  it('are for whoever may act as the agent', async () => {
    const made = await make(owner);
    expect(await failureOf(make(member))).toMatchObject({ code: 'FORBIDDEN' });
    expect(await listCases({ ctx: member })).toEqual([]);
    for (const verb of [runCase, deleteCase]) {
      const refused = await failureOf(verb({ ctx: member, input: { id: made.id } }));
      expect(refused).toMatchObject({ code: 'NOT_FOUND' });
    }
    const other = await makeTenant();
    const stranger = await userContext((await makeUser({ [other]: ['admin'] })).id, other);
    expect(await failureOf(runCase({ ctx: stranger, input: { id: made.id } }))).toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await failureOf(make(stranger))).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('are deleted once, whoever is faster', async () => {
    const made = await make(owner);
    const outcomes = await Promise.allSettled([
      deleteCase({ ctx: owner, input: { id: made.id } }),
      deleteCase({ ctx: admin, input: { id: made.id } }),
    ]);
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
    const deleted = (await auditOf('resolver-case', made.id)).filter(
      (line) => line.action === 'resolver-case.delete',
    );
    expect(deleted).toHaveLength(1);
  });
});
