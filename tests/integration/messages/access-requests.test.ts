import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runtime } from '@/lib/runtime';
import {
  type ApproveAccess,
  approveAccessBodySchema,
  createAccessRequestSchema,
} from '@/lib/schemas/access-requests';
import {
  approveAccessRequest,
  denyAccessRequest,
} from '@/lib/services/access-requests/approve-access-request';
import { createAccessRequest } from '@/lib/services/access-requests/create-access-request';
import {
  countAccessRequests,
  getAccessRequest,
  listAccessRequests,
} from '@/lib/services/access-requests/list-access-requests-view';
import { withdrawAccessRequest } from '@/lib/services/access-requests/withdraw-access-request';
import { getGrants } from '@/lib/services/agents/get-grants';
import type { Context } from '@/lib/services/context';
import { getOverview } from '@/lib/services/overview/get-overview';
import { countWaiting } from '@/lib/services/people/count-waiting';
import { failureOf } from '@/tests/support/catalog';
import { daysAhead, inDays } from '@/tests/support/days';
import {
  agentActor,
  auditOf,
  contextOf,
  makeAgent,
  makeTeam,
  makeTenant,
  makeUser,
  userContext,
} from '@/tests/support/fixtures';
import { makeLiveCapabilities } from '@/tests/support/live-capabilities';
import { createWorld, type World } from '@/tests/support/world';

let world: World;
let tenantId: string;
let agentId: string;
let agentTeam: string;
let toolTeam: string;
let capability: string;
/** Owns the agent. */
let dev: string;
/** Owns the capability. */
let olga: string;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world?.cleanup());

beforeEach(async () => {
  tenantId = await makeTenant();
  dev = (await makeUser({ [tenantId]: ['member'] })).id;
  olga = (await makeUser({ [tenantId]: ['member'] })).id;
  agentTeam = await makeTeam(tenantId, [dev]);
  toolTeam = await makeTeam(tenantId, [olga]);
  agentId = await makeAgent(tenantId, agentTeam);
  capability = await makeTool(tenantId, toolTeam);
});

let serial = 0;
async function makeTool(tenant: string, team: string): Promise<string> {
  serial += 1;
  const id = `station${serial}.delete`;
  await makeLiveCapabilities(tenant, team, [
    {
      id,
      type: 'NATIVE_TOOL',
      risk: 'HIGH',
      description: 'Deletes a weather station for good.',
      inputSchema: { type: 'object' },
    },
  ]);
  await runtime().db.prisma.capability.updateMany({
    where: { id },
    data: { requiredScopes: ['station.write'], optionalScopes: ['station.all'] },
  });
  return id;
}

const as = (userId: string, tenant = tenantId) => userContext(userId, tenant);
async function ask(over: Record<string, unknown> = {}, ctx?: Context) {
  const input = createAccessRequestSchema.parse({
    agent_id: agentId,
    capability_id: capability,
    scopes: ['station.write', 'station.all'],
    reason: '夜间清理 needs it',
    until: inDays(30),
    ...over,
  });
  return await createAccessRequest({ ctx: ctx ?? (await as(dev)), input });
}
async function approve(id: string, over: Partial<ApproveAccess> = {}, ctx?: Context) {
  const input = { ...approveAccessBodySchema.parse(over), id };
  return await approveAccessRequest({ ctx: ctx ?? (await as(olga)), input });
}
const grants = async () => (await getGrants({ ctx: await as(dev), id: agentId })).items;
const told = async (userId: string) =>
  (await runtime().db.prisma.notification.findMany({ where: { userId } })).map(({ kind }) => kind);

describe('asking and deciding', () => {
  it('gives exactly what was agreed, in one transaction, on record, and tells both', async () => {
    const asked = await ask();
    expect(asked).toMatchObject({
      status: 'PENDING',
      asked: { invoke: true, scopes: ['station.all', 'station.write'] },
      reason: '夜间清理 needs it',
      may_decide: false,
      may_withdraw: true,
    });
    expect(await told(olga)).toEqual(['access.requested']);
    expect(await told(dev)).toEqual([]);
    expect(await grants()).toEqual([]);
    expect(await getAccessRequest({ ctx: await as(olga), input: asked })).toMatchObject({
      may_decide: true,
    });
    expect(await countWaiting({ ctx: await as(olga) })).toMatchObject({ access_requests: 1 });
    expect(await countWaiting({ ctx: await as(dev) })).toMatchObject({ access_requests: 0 });
    expect((await getOverview({ ctx: await as(olga) })).access.items).toMatchObject([
      { id: asked.id },
    ]);

    const until = inDays(7);
    const done = await approve(asked.id, { scopes: ['station.write'], until, comment: 'A week.' });
    expect(done).toMatchObject({
      status: 'APPROVED',
      granted: { invoke: true, scopes: ['station.write'], until },
      comment: 'A week.',
      decided_by: { id: olga },
    });
    expect(await grants()).toMatchObject([
      {
        target: { capability },
        discover: true,
        invoke: true,
        scopes: ['station.write'],
        until,
        granted_by: olga,
      },
    ]);
    expect(await told(dev)).toEqual(['access.decided']);
    expect((await auditOf('access_request', asked.id)).map((row) => row.action)).toEqual([
      'access.request',
      'access.approve',
    ]);
    expect((await auditOf('agent', agentId)).map((row) => row.action)).toEqual(['agent.grants']);
    expect(await countAccessRequests(await as(olga))).toEqual({ mine: 0, open: 0, all: 1 });
  });

  it('replaces the grant it has on the capability, and leaves the others', async () => {
    const other = { targetKind: 'tag', target: 'docs', scopes: [], until: null };
    const old = { targetKind: 'capability', target: capability, scopes: [], until: null, major: 1 };
    await runtime().db.prisma.grant.createMany({
      data: [other, old].map((row, n) => ({
        ...row,
        id: `grt-${tenantId}-${n}`,
        tenantId,
        agentId,
        discover: true,
        invoke: false,
        grantedBy: dev,
      })),
    });
    const asked = await ask();
    expect(asked.replaces).toEqual({ invoke: false, scopes: [], until: null });
    await approve(asked.id);
    expect(await grants()).toMatchObject([
      { target: { capability }, invoke: true, major: 1, until: asked.asked.until },
      { target: { tag: 'docs' }, granted_by: dev },
    ]);
  });

  it('may say no, with the reason, and then be asked again', async () => {
    const asked = await ask();
    const ctx = await as(olga);
    const denied = await denyAccessRequest({ ctx, input: { id: asked.id, comment: 'Use read.' } });
    expect(denied).toMatchObject({ status: 'DENIED', comment: 'Use read.', granted: null });
    expect(await grants()).toEqual([]);
    expect((await failureOf(approve(asked.id))).code).toBe('CONFLICT');
    expect((await ask()).status).toBe('PENDING');
  });

  it('lets who owns both decide, as they could grant it directly', async () => {
    const both = (await makeUser({ [tenantId]: ['member'] })).id;
    await runtime().db.prisma.teamMember.createMany({
      data: [agentTeam, toolTeam].map((teamId) => ({ tenantId, teamId, userId: both })),
    });
    const asked = await ask({}, await as(both));
    await approve(asked.id, {}, await as(both));
    expect(await grants()).toHaveLength(1);
  });

  it('crosses from a tenant to shared: its owners see and decide it, nobody else there', async () => {
    const sharedOwner = (await makeUser({ shared: ['member'] })).id;
    const sharedAdmin = (await makeUser({ shared: ['admin'] })).id;
    const sharedTool = await makeTool('shared', await makeTeam('shared', [sharedOwner]));
    const asked = await ask({ capability_id: sharedTool });
    expect(await told(sharedOwner)).toEqual(['access.requested']);
    const there = await as(sharedOwner, 'shared');
    const seen = await listAccessRequests({ ctx: there, input: { limit: 50, decidable: true } });
    expect(seen.items.map(({ id }) => id)).toEqual([asked.id]);
    const admin = await as(sharedAdmin, 'shared');
    expect((await failureOf(getAccessRequest({ ctx: admin, input: asked }))).code).toBe(
      'NOT_FOUND',
    );
    expect((await failureOf(approve(asked.id, {}, admin))).code).toBe('NOT_FOUND');
    await approve(asked.id, {}, there);
    expect(await grants()).toMatchObject([{ target: { capability: sharedTool } }]);
    const rows = await auditOf('access_request', asked.id);
    expect(rows.map((row) => row.tenantId)).toEqual([tenantId, tenantId]);
  });
});

describe('what is refused', () => {
  it('more than was asked: longer, wider, or to call where only discovery was', async () => {
    const asked = await ask({ invoke: false, scopes: ['station.write'] });
    for (const [over, path] of [
      [{ until: inDays(31) }, 'until'],
      [{ until: new Date(Date.now() - 1000).toISOString() }, 'until'],
      [{ scopes: ['station.all'] }, 'scopes'],
      [{ invoke: true }, 'invoke'],
    ] as const) {
      expect(
        await failureOf(approve(asked.id, { ...over } as Partial<ApproveAccess>)),
      ).toMatchObject({
        code: 'VALIDATION',
        path,
      });
    }
    expect(await grants()).toEqual([]);
  });

  it('asking for what is not there, not declared, over already, granted already, or twice', async () => {
    const elsewhere = await makeTenant();
    const foreign = await makeTool(elsewhere, await makeTeam(elsewhere));
    for (const [over, path] of [
      [{ capability_id: foreign }, 'capability_id'],
      [{ capability_id: 'no.such' }, 'capability_id'],
      [{ scopes: ['root'] }, 'scopes'],
      [{ until: new Date(Date.now() - 1).toISOString() }, 'until'],
    ] as const) {
      expect(await failureOf(ask(over))).toMatchObject({ code: 'VALIDATION', path });
    }
    const asked = await ask();
    const twice = await failureOf(ask({ until: inDays(2) }));
    expect(twice.code).toBe('CONFLICT');
    await approve(asked.id);
    expect(await failureOf(ask({ until: inDays(2) }))).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('already, by its grants'),
    });
    await ask({ until: inDays(60) });
  });

  it('asking or taking back for an agent of others, deciding on a capability of others', async () => {
    const admin = (await makeUser({ [tenantId]: ['admin'] })).id;
    const stranger = (await makeUser({ [await makeTenant()]: ['admin'] })).id;
    const key = contextOf(await agentActor(tenantId, agentId), tenantId);
    for (const ctx of [await as(olga), await as(admin), key]) {
      expect((await failureOf(ask({}, ctx))).code).toBe('FORBIDDEN');
    }
    const asked = await ask();
    for (const ctx of [await as(dev), await as(admin), key]) {
      expect((await failureOf(approve(asked.id, {}, ctx))).code).toBe('FORBIDDEN');
      const input = { id: asked.id, comment: 'No.' };
      expect((await failureOf(denyAccessRequest({ ctx, input }))).code).toBe('FORBIDDEN');
    }
    expect(
      (await failureOf(withdrawAccessRequest({ ctx: await as(olga), input: asked }))).code,
    ).toBe('FORBIDDEN');
    const other = await userContext(stranger, tenantId);
    const away = { ...other, tenantId: Object.keys(rolesOf(other))[0] ?? '' };
    expect((await failureOf(approve(asked.id, {}, away))).code).toBe('NOT_FOUND');
    expect((await failureOf(getAccessRequest({ ctx: away, input: asked }))).code).toBe('NOT_FOUND');
    expect((await failureOf(ask({}, away))).code).toBe('NOT_FOUND');
    expect(await grants()).toEqual([]);
  });

  it('seeing requests that are no business of theirs', async () => {
    const asked = await ask();
    const nobody = (await makeUser({ [tenantId]: ['member'] })).id;
    const auditor = (await makeUser({ [tenantId]: ['auditor'] })).id;
    const list = async (userId: string) =>
      (await listAccessRequests({ ctx: await as(userId), input: { limit: 50 } })).items.length;
    expect(await list(nobody)).toBe(0);
    expect((await failureOf(getAccessRequest({ ctx: await as(nobody), input: asked }))).code).toBe(
      'NOT_FOUND',
    );
    for (const userId of [auditor, dev, olga]) expect(await list(userId)).toBe(1);
    const key = contextOf(await agentActor(tenantId, agentId), tenantId);
    expect((await failureOf(listAccessRequests({ ctx: key, input: { limit: 5 } }))).code).toBe(
      'FORBIDDEN',
    );
  });
});

describe('what happens in between', () => {
  it('of two decisions, or a decision and a withdrawal, one counts', async () => {
    const second = (await makeUser({ [tenantId]: ['member'] })).id;
    await runtime().db.prisma.teamMember.create({
      data: { tenantId, teamId: toolTeam, userId: second },
    });
    const asked = await ask();
    const [one, two, asker] = [await as(olga), await as(second), await as(dev)];
    const outcomes = await Promise.allSettled([
      approve(asked.id, {}, one),
      approve(asked.id, {}, two),
      denyAccessRequest({ ctx: one, input: { id: asked.id, comment: 'No.' } }),
      withdrawAccessRequest({ ctx: asker, input: asked }),
    ]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const lost = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    expect(lost).toEqual(['CONFLICT', 'CONFLICT', 'CONFLICT']);
    const { status } = await getAccessRequest({ ctx: await as(dev), input: asked });
    expect((await grants()).length).toBe(status === 'APPROVED' ? 1 : 0);
  });

  it('two that ask at once make one request', async () => {
    const ctx = await as(dev);
    const outcomes = await Promise.allSettled([ask({}, ctx), ask({}, ctx), ask({}, ctx)]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const lost = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    expect(lost).toEqual(['CONFLICT', 'CONFLICT']);
  });

  it('who asked must still own the agent, and be active', async () => {
    const asked = await ask();
    const { prisma } = runtime().db;
    await prisma.user.update({ where: { id: dev }, data: { active: false } });
    expect((await failureOf(approve(asked.id))).code).toBe('PRECONDITION_FAILED');
    await prisma.user.update({ where: { id: dev }, data: { active: true } });
    await prisma.teamMember.deleteMany({ where: { tenantId, teamId: agentTeam, userId: dev } });
    expect((await failureOf(approve(asked.id))).code).toBe('PRECONDITION_FAILED');
    expect(await prisma.grant.count({ where: { tenantId, agentId } })).toBe(0);
    const open = await prisma.accessRequest.findFirst({ where: { id: asked.id } });
    expect(open?.status).toBe('PENDING');
  });

  it('a new owner of the capability decides, the old one does not', async () => {
    const asked = await ask();
    const heir = (await makeUser({ [tenantId]: ['member'] })).id;
    const ownerTeamId = await makeTeam(tenantId, [heir]);
    await runtime().db.prisma.capability.updateMany({
      where: { tenantId, id: capability },
      data: { ownerTeamId },
    });
    expect((await failureOf(approve(asked.id))).code).toBe('FORBIDDEN');
    await approve(asked.id, {}, await as(heir));
  });

  it('a request whose end has come can only be denied', async () => {
    const asked = await ask({ until: inDays(1) });
    const later = { ...(await as(olga)), now: daysAhead(2) };
    expect((await failureOf(approve(asked.id, {}, later))).code).toBe('PRECONDITION_FAILED');
    const view = await getAccessRequest({ ctx: later, input: asked });
    expect(view).toMatchObject({ may_decide: false });
    expect(view.why_not[0]).toContain('has passed');
    const input = { id: asked.id, comment: 'Too late.' };
    expect(await denyAccessRequest({ ctx: later, input })).toMatchObject({ status: 'DENIED' });
  });
});

function rolesOf({ actor }: Context): Record<string, unknown> {
  return actor.kind === 'user' ? actor.rolesByTenant : {};
}
