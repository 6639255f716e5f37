import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Risk } from '@/lib/core/shared/domain';
import { grantsSchema } from '@/lib/schemas/agents';
import { getGrants } from '@/lib/services/agents/get-grants';
import { putGrants } from '@/lib/services/agents/put-grants';
import { createTestRuntime, type TestRuntime } from '../../support/db';
import {
  agentActor,
  auditOf,
  contextOf,
  makeAgent,
  makeTeam,
  makeTenant,
  makeUser,
  userContext,
} from '../../support/fixtures';

let test: TestRuntime;
let tenantId: string;
let team: string;
let otherTeam: string;
let owner: string;
let both: string;
let admin: string;
beforeAll(async () => {
  test = await createTestRuntime();
  tenantId = await makeTenant();
  owner = (await makeUser({ [tenantId]: ['member'] })).id;
  both = (await makeUser({ [tenantId]: ['member'] })).id;
  admin = (await makeUser({ [tenantId]: ['admin'] })).id;
  team = await makeTeam(tenantId, [owner, both]);
  otherTeam = await makeTeam(tenantId, [both]);
  await makeCapability('mail.read', 'LOW', { requiredScopes: ['mail.readonly'] });
  await makeCapability('mail.send', 'HIGH', { tags: ['mail'] });
  await makeCapability('mail.wipe', 'CRITICAL', { tags: ['mail'] });
});
afterAll(() => test.cleanup());

async function makeCapability(
  id: string,
  risk: Risk,
  part: { tags?: string[]; requiredScopes?: string[] } = {},
): Promise<void> {
  const { prisma } = test.db;
  await prisma.capability.create({
    data: {
      tenantId,
      id,
      risk,
      name: id,
      description: id,
      type: 'MCP_TOOL',
      surface: 'tool',
      surfaceId: `mcp:remote:tool::${id}`,
      ownerTeamId: otherTeam,
      schemaHash: 'x',
      createdBy: 'test',
      ...part,
    },
  });
  await prisma.capabilityMajor.create({
    data: { tenantId, capabilityId: id, major: 1, currentMinor: 0 },
  });
}

const as = (userId: string) => userContext(userId, tenantId);
async function put(userId: string, agentId: string, grants: unknown, version?: number) {
  const input = { agent_id: agentId, grants: grantsSchema.parse(grants), if_version: version };
  return putGrants({ ctx: await as(userId), input });
}

describe('grants', () => {
  it('are replaced as a set; what stays keeps who gave it', async () => {
    const id = await makeAgent(tenantId, team);
    const read = { target: { capability: 'mail.read' }, invoke: true, scopes: ['mail.readonly'] };
    const first = await put(owner, id, [read, { target: { type: 'SKILL' } }]);
    expect(first.items).toMatchObject([
      { target: { capability: 'mail.read' }, discover: true, invoke: true, granted_by: owner },
      { target: { type: 'SKILL' }, discover: true, invoke: false },
    ]);
    const second = await put(both, id, [read, { target: { tag: 'docs' } }]);
    expect(second.items).toMatchObject([
      { target: { capability: 'mail.read' }, granted_by: owner },
      { target: { tag: 'docs' }, granted_by: both },
    ]);
    expect(await getGrants({ ctx: await as(admin), id })).toEqual(second);
    const trail = await auditOf('agent', id);
    expect(trail.map((entry) => entry.action)).toEqual(['agent.grants', 'agent.grants']);
    expect(trail[1]?.before).toMatchObject({
      grants: [{ target: 'mail.read' }, { target: 'SKILL' }],
    });
  });

  it('are the owner’s alone to give, and readable by the agent itself', async () => {
    const id = await makeAgent(tenantId, team);
    await expect(put(admin, id, [])).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const self = contextOf(await agentActor(tenantId, id), tenantId);
    expect((await getGrants({ ctx: self, id })).items).toEqual([]);
    await expect(
      putGrants({ ctx: self, input: { agent_id: id, grants: [] } }),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('on HIGH need the capability’s owner too, said at the grant', async () => {
    const id = await makeAgent(tenantId, team);
    const refused = put(owner, id, [
      { target: { tag: 'docs' } },
      { target: { capability: 'mail.send' } },
    ]);
    await expect(refused).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringMatching(/"mail\.send" is HIGH.*owner/),
      details: {
        errors: [
          { path: '1.target.capability', message: expect.stringContaining(`"${otherTeam}"`) },
        ],
      },
    });
    expect((await getGrants({ ctx: await as(owner), id })).items).toEqual([]);
    await put(both, id, [{ target: { capability: 'mail.send' } }]);
    // Once given, the agent's owner may keep it, shorten it or take it away.
    const until = '2099-01-01T00:00:00Z';
    await put(owner, id, [{ target: { capability: 'mail.send' }, until }]);
    await expect(
      put(owner, id, [{ target: { capability: 'mail.send' }, invoke: true, until }]),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await put(owner, id, []);
  });

  it('on CRITICAL only by name: a tag does not reach it, so it asks nobody', async () => {
    const id = await makeAgent(tenantId, team);
    await expect(put(owner, id, [{ target: { capability: 'mail.wipe' } }])).rejects.toMatchObject({
      message: expect.stringContaining('CRITICAL'),
    });
    await put(owner, id, [{ target: { tag: 'mail' } }]);
  });

  it('are checked field by field', async () => {
    const id = await makeAgent(tenantId, team);
    const bad = [
      { target: { capability: 'no.such' } },
      { target: { capability: 'mail.read' }, scopes: ['mail.admin'], major: 7 },
      { target: { provider: 'nowhere' } },
      { target: { tag: 'docs' }, major: 1, until: '2020-01-01T00:00:00Z' },
      { target: { tag: 'docs' } },
    ];
    const error = await put(owner, id, bad).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'VALIDATION' });
    const paths = (error as { details: { errors: { path: string }[] } }).details.errors.map(
      (entry) => entry.path,
    );
    expect(paths).toEqual([
      '0.target.capability',
      '1.scopes',
      '1.major',
      '2.target.provider',
      '3.major',
      '3.until',
      '4.target',
    ]);
  });

  it('of a stale reader are a conflict; of a foreign tenant not there', async () => {
    const id = await makeAgent(tenantId, team);
    const { row_version: version } = await getGrants({ ctx: await as(owner), id });
    await put(owner, id, [{ target: { tag: 'docs' } }], version);
    await expect(put(owner, id, [], version)).rejects.toMatchObject({ code: 'CONFLICT' });
    const results = await Promise.allSettled([
      put(owner, id, [{ target: { tag: 'a' } }], version + 1),
      put(both, id, [{ target: { tag: 'b' } }], version + 1),
    ]);
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
    const elsewhere = await makeTenant();
    const foreign = await makeAgent(elsewhere, await makeTeam(elsewhere));
    await expect(put(owner, foreign, [])).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
