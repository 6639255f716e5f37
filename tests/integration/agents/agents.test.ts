import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authenticate } from '@/lib/auth/bearer';
import { createAgentSchema, listAgentsSchema } from '@/lib/schemas/agents';
import { createAgent } from '@/lib/services/agents/create-agent';
import { createAgentKey } from '@/lib/services/agents/create-agent-key';
import { getAgent } from '@/lib/services/agents/get-agent';
import { listAgentKeys } from '@/lib/services/agents/list-agent-keys';
import { listAgents } from '@/lib/services/agents/list-agents';
import { listAgentsView } from '@/lib/services/agents/list-agents-view';
import { revokeAgentKey } from '@/lib/services/agents/revoke-agent-key';
import { updateAgent } from '@/lib/services/agents/update-agent';
import { createTestRuntime, type TestRuntime } from '../../support/db';
import {
  agentActor,
  auditOf,
  contextOf,
  makeAgent,
  makeAgentKey,
  makeTeam,
  makeTenant,
  makeUser,
  uniqueId,
  userContext,
} from '../../support/fixtures';

let test: TestRuntime;
let tenantId: string;
let team: string;
let owner: string;
let admin: string;
let member: string;
beforeAll(async () => {
  test = await createTestRuntime();
  tenantId = await makeTenant();
  owner = (await makeUser({ [tenantId]: ['member'] })).id;
  admin = (await makeUser({ [tenantId]: ['admin'] })).id;
  member = (await makeUser({ [tenantId]: ['member', 'reviewer'] })).id;
  team = await makeTeam(tenantId, [owner]);
});
afterAll(() => test.cleanup());

const as = (userId: string) => userContext(userId, tenantId);
const newAgent = (part: Record<string, unknown> = {}) =>
  createAgentSchema.parse({ id: uniqueId('agent'), name: 'Release', owner: team, ...part });

describe('registering an agent', () => {
  it('is for its owners and admins; the answer says what is still missing', async () => {
    const input = newAgent();
    const notices: string[] = [];
    const stop = test.db.notices.subscribe('agents', (text) => notices.push(text));
    await expect(createAgent({ ctx: await as(member), input })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    const agent = await createAgent({ ctx: await as(owner), input });
    expect(agent).toMatchObject({
      id: input.id,
      tenant: tenantId,
      owner: team,
      active: true,
      allowed_providers: [],
      unhealthy_policy: 'rank_down',
      counts: { grants: 0, live_keys: 0 },
      last_used_at: null,
      row_version: 1,
    });
    expect(agent.warnings?.join('\n')).toMatch(/No provider is allowed[\s\S]*granted[\s\S]*key/);
    expect(await auditOf('agent', input.id)).toMatchObject([
      { action: 'agent.create', actorId: owner },
    ]);
    await expect
      .poll(() => notices.map((text) => JSON.parse(text)))
      .toContainEqual({ tenantId, agentId: input.id });
    stop();
    await expect(createAgent({ ctx: await as(admin), input })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  });

  it('names every field that names nothing', async () => {
    const input = newAgent({
      profile: 'nowhere',
      allowed_providers: ['nowhere'],
      pins: ['no.such'],
    });
    await expect(createAgent({ ctx: await as(owner), input })).rejects.toMatchObject({
      code: 'VALIDATION',
      details: {
        errors: [{ path: 'profile' }, { path: 'allowed_providers.0' }, { path: 'pins.0' }],
      },
    });
    const both = newAgent({ allowed_providers: ['*', 'github'] });
    await expect(createAgent({ ctx: await as(owner), input: both })).rejects.toMatchObject({
      details: { errors: [{ path: 'allowed_providers' }] },
    });
    const foreign = newAgent({ owner: await makeTeam(await makeTenant()) });
    await expect(createAgent({ ctx: await as(admin), input: foreign })).rejects.toMatchObject({
      details: { errors: [{ path: 'owner' }] },
    });
  });

  it('with roles takes an admin: capabilities may require them', async () => {
    const input = newAgent({ roles: ['finance'] });
    await expect(createAgent({ ctx: await as(owner), input })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    expect((await createAgent({ ctx: await as(admin), input })).roles).toEqual(['finance']);
  });
});

describe('changing an agent', () => {
  it('keeps what is not named, and a lost race is a conflict', async () => {
    const id = await makeAgent(tenantId, team);
    const ctx = await as(owner);
    const input = { id, row_version: 1, top_k: 3, risk_ceiling: 'MEDIUM' as const };
    const agent = await updateAgent({ ctx, input });
    expect(agent).toMatchObject({ top_k: 3, risk_ceiling: 'MEDIUM', allowed_providers: ['*'] });
    await expect(updateAgent({ ctx, input })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await auditOf('agent', id)).toMatchObject([
      {
        action: 'agent.update',
        before: { top_k: null, risk_ceiling: null },
        after: { top_k: 3, risk_ceiling: 'MEDIUM' },
      },
    ]);
  });

  it('is offered to another team, not given, and takes an admin to give it roles', async () => {
    const id = await makeAgent(tenantId, team);
    const second = await makeTeam(tenantId);
    const ctx = await as(owner);
    const give = { id, row_version: 1, owner: second };
    // Nobody is in that team who could agree.
    await expect(updateAgent({ ctx, input: give })).rejects.toMatchObject({ code: 'VALIDATION' });
    const others = await makeTeam(tenantId, [member]);
    give.owner = others;
    expect((await updateAgent({ ctx, input: give })).owner).toBe(team);
    const roles = { id, row_version: 2, roles: ['finance'] };
    await expect(updateAgent({ ctx, input: roles })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('of another tenant is not possible, nor to read it', async () => {
    const elsewhere = await makeTenant();
    const id = await makeAgent(elsewhere, await makeTeam(elsewhere));
    const ctx = await as(admin);
    await expect(getAgent({ ctx, id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const input = { id, row_version: 1, name: 'Mine' };
    await expect(updateAgent({ ctx, input })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('reading agents', () => {
  it('an agent reads itself and knows of no other', async () => {
    const own = await makeAgent(tenantId, team);
    const other = await makeAgent(tenantId, team);
    const ctx = contextOf(await agentActor(tenantId, own), tenantId);
    expect((await getAgent({ ctx, id: own })).id).toBe(own);
    await expect(getAgent({ ctx, id: other })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const input = listAgentsSchema.parse({});
    await expect(listAgents({ ctx, input })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('pages, filters and sorts', async () => {
    const ctx = await as(member);
    const off = await makeAgent(tenantId, team, { active: false });
    const listed = await listAgents({
      ctx,
      input: listAgentsSchema.parse({ active: 'false', owner: team }),
    });
    expect(listed.items.map((agent) => agent.id)).toEqual([off]);
    const page = { page: 1, pageSize: 25 };
    const view = await listAgentsView({
      ctx,
      input: { q: off, sort: { id: 'grants', desc: true }, filters: { state: ['off'] }, ...page },
    });
    expect(view).toMatchObject({ total: 1, rows: [{ id: off }] });
  });
});

describe('keys', () => {
  it('are at most twenty that still open something; expired ones do not count', async () => {
    const id = await makeAgent(tenantId, team);
    const past = new Date(Date.now() - 1_000);
    for (let n = 0; n < 20; n += 1) await makeAgentKey(tenantId, id, { expiresAt: past });
    const make = async () =>
      createAgentKey({ ctx: await as(owner), input: { agent_id: id, name: 'next' } });
    for (let n = 0; n < 20; n += 1) await make();
    await expect(make()).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This agent has 20 live keys; revoke one that is no longer used.',
    });
  });

  it('are made by the owner only, shown once, and end at once when revoked', async () => {
    const id = await makeAgent(tenantId, team);
    const input = { agent_id: id, name: 'ci', expires_at: null };
    await expect(createAgentKey({ ctx: await as(admin), input })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    const { id: keyId, key } = await createAgentKey({ ctx: await as(owner), input });
    expect(key).toMatch(/^cap_agent_key_[0-9a-z]{26}_[0-9a-f]{64}$/);
    const headers = { authorization: `Bearer ${key}` };
    const ask = () => authenticate(new Request('http://127.0.0.1/', { headers }), 'req_1');
    expect((await ask()).actor).toMatchObject({ kind: 'agent', agentId: id });
    const list = await listAgentKeys({ ctx: await as(owner), input: { agent_id: id } });
    expect(list.items).toMatchObject([{ id: keyId, name: 'ci', created_by: owner }]);
    const trail = JSON.stringify([list, await auditOf('agent', id)]);
    expect(trail).not.toContain(key.slice(-64));
    await expect(
      listAgentKeys({ ctx: await as(member), input: { agent_id: id } }),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' });
    // A leaked key cannot wait for its owner: an admin may end it.
    await revokeAgentKey({ ctx: await as(admin), input: { agent_id: id, key_id: keyId } });
    await expect(ask()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    const actions = (await auditOf('agent', id)).map((entry) => entry.action);
    expect(actions).toEqual(['agent.create_key', 'agent.revoke_key']);
  });

  it('of an agent in another tenant are not there', async () => {
    const elsewhere = await makeTenant();
    const id = await makeAgent(elsewhere, await makeTeam(elsewhere));
    const input = { agent_id: id, name: 'x', expires_at: null };
    await expect(createAgentKey({ ctx: await as(admin), input })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
