import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SHARED_TENANT } from '@/lib/core/shared/domain';
import { runtime } from '@/lib/runtime';
import { discoverInputSchema } from '@/lib/schemas/discover';
import { discover } from '@/lib/services/discover/discover';
import { getReceipt } from '@/lib/services/discover/get-receipt';
import { updateSettings } from '@/lib/services/settings/update-settings';
import { failureOf } from '@/tests/support/catalog';
import {
  agentActor,
  contextOf,
  makeAgent,
  makeTeam,
  makeTenant,
  makeUser,
  userContext,
} from '@/tests/support/fixtures';
import { grantAgent, makeLiveCapabilities } from '@/tests/support/live-capabilities';
import { createWorld, type World } from '@/tests/support/world';

const TAGS = ['weather', 'files', 'mail', 'code'];
const SUBJECTS = ['forecast of a city', 'text file', 'message of a mailbox', 'source of a module'];

let world: World;
let tenantId: string;
let team: string;

beforeAll(async () => {
  world = await createWorld();
  tenantId = await makeTenant();
  team = await makeTeam(tenantId);
  await makeLiveCapabilities(
    tenantId,
    team,
    Array.from({ length: 100 }, (_, i) => ({
      id: `made.tool_${String(i).padStart(3, '0')}`,
      tags: [TAGS[i % 4] ?? ''],
      description: `Reads the ${SUBJECTS[i % 4]} number ${i} and changes nothing.`,
      inputSchema: { type: 'object', properties: { key: { type: 'string' } } },
    })),
  );
});

afterAll(() => world?.cleanup());

async function askAs(agentId: string, request: Record<string, unknown>) {
  const ctx = contextOf(await agentActor(tenantId, agentId), tenantId);
  return await discover({ ctx, input: discoverInputSchema.parse(request) });
}

async function agentWithAll(): Promise<string> {
  const agent = await makeAgent(tenantId, team);
  await grantAgent(tenantId, agent, [{ kind: 'type', target: 'NATIVE_TOOL' }]);
  return agent;
}

const idsOf = (answer: { capabilities: { id: string }[] }) =>
  answer.capabilities.map((item) => item.id);

describe('a hundred made-up capabilities', () => {
  it('answers at most top-K for a sentence', async () => {
    const answer = await askAs(await agentWithAll(), { query: 'forecast of a city', top_k: 5 });
    expect(answer.stats).toMatchObject({ allowed: 100, selected: 5 });
    expect(answer.capabilities).toHaveLength(5);
    expect(answer.stats.tokens_sent).toBeLessThan(answer.stats.tokens_full);
  });

  it('answers at most top-K by tag, and only what has the tag', async () => {
    const answer = await askAs(await agentWithAll(), { profile_tags: ['weather'], top_k: 6 });
    expect(answer.capabilities).toHaveLength(6);
    expect(new Set(answer.capabilities.map((item) => item.stage))).toEqual(new Set(['profile']));
    for (const id of idsOf(answer)) expect(Number(id.slice(-3)) % 4).toBe(0);
  });

  it('answers at most the top-K of a profile', async () => {
    await runtime().db.prisma.profile.create({
      data: { tenantId, id: 'mailer', name: 'Mailer', tags: ['mail'], topK: 4 },
    });
    const answer = await askAs(await agentWithAll(), { profile: 'mailer' });
    expect(answer.capabilities).toHaveLength(4);
    for (const id of idsOf(answer)) expect(Number(id.slice(-3)) % 4).toBe(2);
    const unknown = await failureOf(askAs(await agentWithAll(), { profile: 'nobody' }));
    expect(unknown).toMatchObject({ code: 'VALIDATION', path: 'profile' });
  });

  it('serves pins beside the top-K, and reports one that cannot be served', async () => {
    const agent = await agentWithAll();
    await runtime().db.prisma.agentPin.create({
      data: { tenantId, agentId: agent, capabilityId: 'made.tool_001' },
    });
    const answer = await askAs(agent, {
      profile_tags: ['weather'],
      top_k: 5,
      pins: ['made.tool_003', 'made.nothing'],
    });
    expect(answer.capabilities).toHaveLength(7);
    const pinned = answer.capabilities.filter((item) => item.pinned).map((item) => item.id);
    expect(pinned).toEqual(['made.tool_001', 'made.tool_003']);
    expect(answer.warnings.join(' ')).toContain('made.nothing');
  });

  it('materialises what was chosen and nothing else', async () => {
    const agent = await agentWithAll();
    const query = vi.spyOn(world.db.pool, 'query');
    const loaded = () =>
      query.mock.calls.flatMap(([statement]) => {
        const found: unknown = statement;
        return isNamed(found) && found.name === 'load_version' ? [String(found.values[1])] : [];
      });
    try {
      await askAs(agent, { profile_tags: ['code'], top_k: 7 });
      expect(loaded()).toEqual([]);
      const answer = await askAs(agent, {
        profile_tags: ['code'],
        top_k: 7,
        include_schemas: true,
      });
      expect(answer.capabilities).toHaveLength(7);
      expect(loaded().sort()).toEqual(idsOf(answer).sort());
    } finally {
      query.mockRestore();
    }
  });

  it('leaves out, with a warning, the one that cannot be materialised', async () => {
    const agent = await agentWithAll();
    const request = { query: 'mailbox message', top_k: 6, include_schemas: true };
    const before = await askAs(agent, { ...request, include_schemas: false });
    const broken = idsOf(before)[2] ?? '';
    await runtime().db.prisma.capabilityVersion.deleteMany({
      where: { tenantId, capabilityId: broken },
    });
    const answer = await askAs(agent, request);
    expect(idsOf(answer)).toEqual(idsOf(before).filter((id) => id !== broken));
    expect(answer.warnings).toHaveLength(1);
    expect(answer.warnings[0]).toContain(broken);
    for (const item of answer.capabilities) expect(item.input_schema).toBeDefined();
  });
});

function isNamed(value: unknown): value is { name: string; values: unknown[] } {
  return typeof value === 'object' && value !== null && 'name' in value && 'values' in value;
}

describe('non-interference', () => {
  it('answers the same whatever the agent may not discover', async () => {
    const agent = await makeAgent(tenantId, team);
    await runtime().db.prisma.agent.update({
      where: { tenantId_id: { tenantId, id: agent } },
      data: { smallCatalogAll: true },
    });
    const own = Array.from({ length: 12 }, (_, i) => `made.tool_0${50 + i}`);
    await grantAgent(
      tenantId,
      agent,
      own.map((target) => ({ kind: 'capability', target })),
    );
    const requests = [
      { query: 'forecast of the city', top_k: 4, include_schemas: true },
      { query: 'secret vault', pins: ['vault.hidden_00'] },
      { query: 'text file number 53', profile_tags: ['files'] },
      {},
    ];
    const before = await answersOf(agent, requests);
    const hidden = (prefix: string) =>
      Array.from({ length: 40 }, (_, i) => ({
        id: `${prefix}.hidden_${String(i).padStart(2, '0')}`,
        tags: ['files'],
        description: `Reads the forecast of the city, the secret vault and the text file number ${i}.`,
      }));
    await makeLiveCapabilities(tenantId, team, hidden('vault'));
    await makeLiveCapabilities(SHARED_TENANT, await makeTeam(SHARED_TENANT), hidden('common'));
    const other = await makeTenant();
    await makeLiveCapabilities(other, await makeTeam(other), hidden('other'));
    expect(await answersOf(agent, requests)).toEqual(before);
  });

  async function answersOf(agent: string, requests: Record<string, unknown>[]) {
    const ctx = contextOf(await agentActor(tenantId, agent), tenantId);
    const out: unknown[] = [];
    for (const request of requests) {
      const { resolve_id, stats, ...answer } = await askAs(agent, request);
      const { stage_ms: _times, ...numbers } = stats;
      const receipt = await getReceipt({ ctx, input: { resolve_id } });
      const { counts, chosen, cut, warnings } = receipt;
      out.push({ ...answer, numbers, receipt: { counts, chosen, cut, warnings } });
    }
    return out;
  }
});

describe('a resolver that is switched off', () => {
  const off = 'The resolver is switched off for this agent: it keeps the tools it has.';
  const request = { query: 'forecast of a city', top_k: 5, pins: ['made.tool_001'] };
  const nothing = { capabilities: [], warnings: [off], stats: { selected: 0 } };

  it('for one agent answers it nothing and says so, and leaves a receipt', async () => {
    const agent = await agentWithAll();
    const set = (resolverEnabled: boolean) =>
      runtime().db.prisma.agent.updateMany({ where: { id: agent }, data: { resolverEnabled } });
    await set(false);
    const answer = await askAs(agent, request);
    expect(answer).toMatchObject(nothing);
    const ctx = contextOf(await agentActor(tenantId, agent), tenantId);
    const receipt = await getReceipt({ ctx, input: { resolve_id: answer.resolve_id } });
    expect(receipt).toMatchObject({ chosen: [], warnings: [off], counts: { selected: 0 } });
    expect(idsOf(await askAs(await agentWithAll(), request))).not.toEqual([]);
    await set(true);
    expect(idsOf(await askAs(agent, request))).toContain('made.tool_001');
  });

  it('for a tenant answers none of its agents anything', async () => {
    const admin = await makeUser({ [tenantId]: ['admin'] });
    const ctx = await userContext(admin.id, tenantId);
    const { row_version } = await updateSettings({
      ctx,
      input: { resolver_enabled: false, row_version: 0 },
    });
    const agent = await agentWithAll();
    expect(await askAs(agent, request)).toMatchObject(nothing);
    await updateSettings({ ctx, input: { resolver_enabled: true, row_version } });
    expect(idsOf(await askAs(agent, request))).toContain('made.tool_001');
  });
});

describe('receipts', () => {
  it('hide from the agent what an admin sees, the size of the catalog included', async () => {
    const agent = await makeAgent(tenantId, team);
    await grantAgent(tenantId, agent, [{ kind: 'tag', target: 'weather' }]);
    const admin = await userContext((await makeUser({ [tenantId]: ['admin'] })).id, tenantId);
    const input = discoverInputSchema.parse({ query: 'city', agent_id: agent, explain: true });
    const { resolve_id } = await discover({ ctx: admin, input });

    const full = await getReceipt({ ctx: admin, input: { resolve_id } });
    expect(full.counts.catalog).toBeGreaterThanOrEqual(100);
    expect(JSON.stringify(full.hidden)).toContain('made.tool_001');

    const own = contextOf(await agentActor(tenantId, agent), tenantId);
    const seen = await getReceipt({ ctx: own, input: { resolve_id } });
    expect(seen).not.toHaveProperty('hidden');
    expect(seen.counts).not.toHaveProperty('catalog');
    expect(JSON.stringify(seen)).not.toContain('made.tool_001');
    expect(seen.counts).toMatchObject({ allowed: 25 });
  });

  it('are not there for other agents and other tenants', async () => {
    const agent = await agentWithAll();
    const { resolve_id } = await askAs(agent, { query: 'city' });
    const input = { resolve_id };
    const stranger = contextOf(await agentActor(tenantId, await agentWithAll()), tenantId);
    expect(await failureOf(getReceipt({ ctx: stranger, input }))).toMatchObject({
      code: 'NOT_FOUND',
    });
    const elsewhere = await makeTenant();
    const admin = await userContext((await makeUser({ [elsewhere]: ['admin'] })).id, elsewhere);
    expect(await failureOf(getReceipt({ ctx: admin, input }))).toMatchObject({ code: 'NOT_FOUND' });
    const member = await userContext((await makeUser({ [tenantId]: ['member'] })).id, tenantId);
    expect(await failureOf(getReceipt({ ctx: member, input }))).toMatchObject({
      code: 'FORBIDDEN',
    });
  });
});
