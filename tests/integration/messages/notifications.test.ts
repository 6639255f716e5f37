import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '@/lib/core/shared/domain';
import { runtime } from '@/lib/runtime';
import { transact } from '@/lib/services/announce';
import type { Context } from '@/lib/services/context';
import { openIncident } from '@/lib/services/incidents/open-incident';
import { restoreIncident } from '@/lib/services/incidents/restore-incident';
import { cleanUpMessages } from '@/lib/services/notifications/clean-up-messages';
import { listNotifications } from '@/lib/services/notifications/list-notifications-view';
import { markRead } from '@/lib/services/notifications/mark-read';
import { type Audience, tell } from '@/lib/services/notifications/tell';
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
import { makeLiveCapabilities } from '@/tests/support/live-capabilities';
import { createWorld, type World } from '@/tests/support/world';

let world: World;
let tenantId: string;
let doer: Context;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world?.cleanup());
beforeEach(async () => {
  tenantId = await makeTenant();
  doer = await contextWith('admin');
});

async function contextWith(role: Role, tenant = tenantId): Promise<Context> {
  return await userContext((await makeUser({ [tenant]: [role] })).id, tenant);
}
const idOf = ({ actor }: Context) => (actor.kind === 'user' ? actor.userId : '');
const happen = (title: string, audience: Audience, over: { now?: Date; tenantId?: string } = {}) =>
  transact((tx) =>
    tell(
      tx,
      { ...doer, now: over.now ?? new Date() },
      {
        kind: 'incident.opened',
        title,
        href: '/incidents/x',
        targetKind: 'capability',
        targetId: 'weather.read',
        ...(over.tenantId ? { tenantId: over.tenantId } : {}),
        audience,
      },
    ),
  );
const read = (ctx: Context, input: { unread?: boolean; cursor?: string; limit?: number } = {}) =>
  listNotifications({ ctx: { ...ctx, now: new Date() }, input: { limit: 50, ...input } });
const titles = async (ctx: Context, input = {}) =>
  (await read(ctx, input)).items.map(({ title }) => title);

describe('who is told', () => {
  it('is each person of the audience once, never who did it, nobody elsewhere', async () => {
    const reviewer = await contextWith('reviewer');
    const member = await contextWith('member');
    const team = await makeTeam(tenantId, [idOf(reviewer), idOf(member), idOf(doer)]);
    const stranger = await contextWith('reviewer', await makeTenant());
    await runtime().db.prisma.user.create({
      data: { id: `${tenantId}-gone`, email: `${tenantId}@x.example`, name: 'Gone', active: false },
    });
    const users = [idOf(reviewer), `${tenantId}-gone`];
    await happen('Stopped', { roles: ['reviewer', 'admin'], teams: [team], users });
    for (const ctx of [reviewer, member]) expect(await titles(ctx)).toEqual(['Stopped']);
    for (const ctx of [doer, stranger]) expect(await titles(ctx)).toEqual([]);
    expect(await runtime().db.prisma.notification.count({ where: { tenantId } })).toBe(2);
    await happen('Kept from one', { teams: [team], except: [idOf(member)] });
    expect(await titles(reviewer)).toEqual(['Kept from one', 'Stopped']);
    expect(await titles(member)).toEqual(['Stopped']);
  });

  it('reads of shared in every tenant, and of one tenant only there', async () => {
    const other = await makeTenant();
    const both = await makeUser({ [tenantId]: ['member'], [other]: ['member'] });
    const users = [both.id];
    await happen('Here', { users });
    await happen('For all', { users }, { tenantId: 'shared' });
    expect(await titles(await userContext(both.id, tenantId))).toEqual(['For all', 'Here']);
    expect(await titles(await userContext(both.id, other))).toEqual(['For all']);
  });
});

describe('reading', () => {
  it('pages newest first, counts, and marks those named or all', async () => {
    const me = await contextWith('member');
    const neighbour = await contextWith('member');
    const audience = { users: [idOf(me), idOf(neighbour)] };
    for (let n = 1; n <= 5; n += 1) {
      await happen(`Nr. ${n}`, audience, { now: new Date(Date.now() - (10 - n) * 1000) });
    }
    const first = await read(me, { limit: 2 });
    expect(first).toMatchObject({ unread: 5, items: [{ title: 'Nr. 5' }, { title: 'Nr. 4' }] });
    const second = await read(me, { limit: 3, cursor: first.next_cursor ?? '' });
    expect(second.items.map(({ title }) => title)).toEqual(['Nr. 3', 'Nr. 2', 'Nr. 1']);
    expect(second.next_cursor).toBeNull();

    const theirs = (await read(neighbour)).items.map(({ id }) => id);
    const ids = [...first.items.map(({ id }) => id), ...theirs];
    expect(await markRead({ ctx: me, input: { ids } })).toEqual({ unread: 3 });
    expect((await read(neighbour)).unread).toBe(5);
    expect(await titles(me, { unread: true })).toEqual(['Nr. 3', 'Nr. 2', 'Nr. 1']);
    expect(await titles(me)).toHaveLength(5);

    const seen = new Date();
    await happen('After', { users: [idOf(me)] }, { now: new Date(seen.getTime() + 1000) });
    const all = { ctx: { ...me, now: seen }, input: { all: true as const } };
    expect(await markRead(all)).toEqual({ unread: 1 });
    expect(await titles(me, { unread: true })).toEqual(['After']);
  });

  it('is for people only, and ends after 90 days', async () => {
    const team = await makeTeam(tenantId);
    const agent = contextOf(await agentActor(tenantId, await makeAgent(tenantId, team)), tenantId);
    expect((await failureOf(read(agent))).code).toBe('FORBIDDEN');
    const all = { all: true as const };
    expect((await failureOf(markRead({ ctx: agent, input: all }))).code).toBe('FORBIDDEN');
    const me = await contextWith('member');
    await happen('Old', { users: [idOf(me)] });
    const day = 24 * 3600 * 1000;
    await cleanUpMessages(new Date(Date.now() + 89 * day));
    expect(await titles(me)).toEqual(['Old']);
    await cleanUpMessages(new Date(Date.now() + 91 * day));
    expect(await titles(me)).toEqual([]);
  });
});

describe('an incident', () => {
  it('is told to admins, reviewers, the owners, and those whose agents are hit; its end too', async () => {
    const owner = await contextWith('member');
    const developer = await contextWith('member');
    const bystander = await contextWith('member');
    const reviewer = await contextWith('reviewer');
    const toolTeam = await makeTeam(tenantId, [idOf(owner)]);
    const agentTeam = await makeTeam(tenantId, [idOf(developer), idOf(owner)]);
    const id = `stop${tenantId.slice(-6)}.read`;
    await makeLiveCapabilities(tenantId, toolTeam, [
      {
        id,
        type: 'NATIVE_TOOL',
        risk: 'LOW',
        description: 'Reads one record. It changes nothing.',
        inputSchema: { type: 'object' },
      },
    ]);
    const agentId = await makeAgent(tenantId, agentTeam);
    await runtime().db.prisma.grant.create({
      data: {
        id: `grt-${tenantId}`,
        tenantId,
        agentId,
        targetKind: 'capability',
        target: id,
        invoke: true,
        grantedBy: idOf(owner),
      },
    });
    const opened = await openIncident({
      ctx: { ...doer, now: new Date() },
      input: { target: { kind: 'capability', id }, reason: 'It misbehaves.' },
    });
    const stopped = [`Stopped: capability ${id}`];
    expect(await Promise.all([reviewer, owner, developer].map((ctx) => titles(ctx)))).toEqual([
      stopped,
      stopped,
      stopped,
    ]);
    expect(await titles(bystander)).toEqual([]);
    expect(await titles(doer)).toEqual([]);
    await restoreIncident({
      ctx: { ...reviewer, now: new Date() },
      input: { id: opened.id, reason: 'Repaired.' },
    });
    for (const ctx of [owner, developer]) {
      expect((await titles(ctx))[0]).toBe(`Restored: capability ${id}`);
    }
    expect(await titles(doer)).toEqual([`Restored: capability ${id}`]);
    expect(await titles(reviewer)).toEqual([`Stopped: capability ${id}`]);
  });
});
