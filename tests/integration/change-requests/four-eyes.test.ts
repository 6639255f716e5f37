import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runtime } from '@/lib/runtime';
import { decidableRequests } from '@/lib/services/catalog/decidable-requests';
import { listChangeRequests } from '@/lib/services/catalog/list-change-requests';
import { updateCapability } from '@/lib/services/catalog/update-capability';
import { applyScheduled } from '@/lib/services/change-requests/apply-scheduled';
import type { Context } from '@/lib/services/context';
import { createDelegation } from '@/lib/services/delegations/create-delegation';
import { endDelegation } from '@/lib/services/delegations/end-delegation';
import { listDelegations } from '@/lib/services/delegations/list-delegations';
import { findUserActor } from '@/lib/services/people/load-user-actor';
import {
  auditOf,
  type CatalogWorld,
  contextOf,
  failureOf,
  makeCatalogAgent,
  makeCatalogWorld,
  makePerson,
  makeSubmitted,
  type Person,
} from '@/tests/support/catalog';
import { daysAhead, inDays } from '@/tests/support/days';
import { createWorld, type World } from '@/tests/support/world';
import { decide, read, rowVersionOf } from './support';

let test: World;
let world: CatalogWorld;
let other: CatalogWorld;

beforeAll(async () => {
  test = await createWorld();
  world = await makeCatalogWorld('eyes');
  other = await makeCatalogWorld('eyes-other');
});
afterAll(async () => await test.cleanup());

const DAY = 86_400_000;

/** The person as a door would load them now, with roles, teams and whom they stand in for. */
async function now(person: Person, tenantId = world.tenantId): Promise<{ ctx: Context }> {
  const loaded = await findUserActor(person.actor.userId, 'token');
  if (!loaded) throw new Error('The person is gone.');
  return { ctx: contextOf(loaded.actor, tenantId) };
}

const delegate = async (from: Person, to: Person, over: object = {}) =>
  await createDelegation({
    ctx: from.ctx,
    input: { to: to.actor.userId, ends_at: inDays(3), reason: 'Away.', ...over },
  });

const end = (by: Pick<Person, 'ctx'>, delegation_id: string) =>
  endDelegation({ ctx: by.ctx, input: { delegation_id } });

const edit = async (by: Pick<Person, 'ctx'>, id: string) =>
  await updateCapability({
    ctx: by.ctx,
    input: {
      capability_id: id,
      changes: { row_version: await rowVersionOf(world, id), tags: [`t${Date.now()}`] },
    },
  });

describe('nobody decides what they wrote a part of', () => {
  it('by no session and no token, at no door', async () => {
    const writer = await makePerson(world.tenantId, 'writer', ['reviewer'], ['core']);
    const { request } = await makeSubmitted(world, 'eyes.door');
    await edit(writer, 'eyes.door');
    expect(await failureOf(decide(writer, request.id))).toMatchObject({ code: 'FORBIDDEN' });
    const rest = test.as(writer.token);
    const answer = await rest('POST', `/change-requests/${request.id}/approve`, {});
    expect(answer.status).toBe(403);
    const moved = await rest('POST', '/capabilities/eyes.door/transitions', {
      to: 'PRODUCTION',
      reason: 'Mine.',
    });
    expect(moved.status).toBe(202);
    const { row_version } = await read(world.rita, request.id);
    const bulk = await rest('POST', '/change-requests/bulk-approve', {
      items: [{ id: request.id, row_version }],
    });
    expect(bulk.body).toMatchObject({ results: [{ error: { code: 'FORBIDDEN' } }] });
    expect((await read(world.rita, request.id)).status).toBe('OPEN');
  });

  it('by no agent', async () => {
    const { request } = await makeSubmitted(world, 'eyes.agent');
    const agent = await makeCatalogAgent(world, 'decider', ['eyes.agent']);
    const rest = test.as(agent.key);
    const answer = await rest('POST', `/change-requests/${request.id}/approve`, {});
    expect(answer.status).toBe(404);
    expect(
      (
        await rest('POST', '/change-requests/bulk-approve', {
          items: [{ id: request.id, row_version: 1 }],
        })
      ).status,
    ).toBe(403);
    expect((await rest('GET', '/delegations')).status).toBe(403);
  });

  it('not by leaving the team in between, nor by becoming a reviewer', async () => {
    const { request } = await makeSubmitted(world, 'eyes.teams');
    const mover = await makePerson(world.tenantId, 'mover', ['member'], ['core']);
    await edit(mover, 'eyes.teams');
    const { prisma } = runtime().db;
    const { tenantId } = world;
    const { userId } = mover.actor;
    await prisma.teamMember.deleteMany({ where: { userId } });
    await prisma.roleAssignment.create({ data: { tenantId, userId, role: 'admin' } });
    const refused = await failureOf(decide(await now(mover), request.id));
    expect(refused.message).toContain('You wrote a part');
  });

  it('not by editing after the approval of somebody else, scheduled or not', async () => {
    const writer = await makePerson(world.tenantId, 'late', ['reviewer'], ['core']);
    const { request } = await makeSubmitted(world, 'eyes.after', {
      risk: 'CRITICAL',
      approval_required: true,
    });
    await decide(world.rita, request.id);
    await edit(writer, 'eyes.after');
    expect(await failureOf(decide(writer, request.id))).toMatchObject({ code: 'FORBIDDEN' });
    expect((await read(world.rita, request.id)).approvals).toEqual({ given: 0, needed: 2 });
    const { request: timed } = await makeSubmitted(world, 'eyes.timed');
    await decide(writer, timed.id, { apply_at: inDays(1) });
    await edit(writer, 'eyes.timed');
    await applyScheduled(daysAhead(2));
    expect(await read(world.rita, timed.id)).toMatchObject({ status: 'OPEN' });
  });
});

describe('standing in for somebody away', () => {
  it('decides as a reviewer, in the other name too, and only for the time', async () => {
    const stand = await makePerson(world.tenantId, 'stand', ['member']);
    const { request } = await makeSubmitted(world, 'stand.a');
    expect(await failureOf(decide(await now(stand), request.id))).toMatchObject({
      code: 'FORBIDDEN',
    });
    const made = await delegate(world.rita, stand);
    expect(made).toMatchObject({ state: 'active', from_name: 'rita', to_name: 'stand' });
    const listed = await runtime().db.prisma.changeRequest.count({
      where: { id: request.id, ...decidableRequests((await now(stand)).ctx) },
    });
    expect(listed).toBe(1);
    await decide(await now(stand), request.id);
    expect((await read(world.olga, request.id)).decisions).toMatchObject([
      { decided_by: stand.actor.userId, on_behalf_of: world.rita.actor.userId },
    ]);
    await end(world.rita, made.id);
    const { request: next } = await makeSubmitted(world, 'stand.b');
    expect(await failureOf(decide(await now(stand), next.id))).toMatchObject({ code: 'FORBIDDEN' });
    expect(await failureOf(end(world.rita, made.id))).toMatchObject({ code: 'CONFLICT' });
    const trail = await auditOf(world.tenantId, world.rita.actor.userId);
    expect(trail).toEqual(expect.arrayContaining(['delegation.create', 'delegation.end']));
  });

  it('never decides what either of the two wrote a part of', async () => {
    const away = await makePerson(world.tenantId, 'away', ['reviewer'], ['core']);
    const stand = await makePerson(world.tenantId, 'stand2', ['reviewer']);
    const { request } = await makeSubmitted(world, 'stand.c');
    await edit(away, 'stand.c');
    const made = await delegate(away, stand);
    const refused = await failureOf(decide(await now(stand), request.id));
    expect(refused).toMatchObject({ code: 'FORBIDDEN' });
    expect(refused.message).toContain('You stand in for away');
    expect(
      await runtime().db.prisma.changeRequest.count({
        where: { id: request.id, ...decidableRequests((await now(stand)).ctx) },
      }),
    ).toBe(0);
    await end(stand, made.id);
    expect((await decide(await now(stand), request.id)).change_request?.status).toBe('APPROVED');
  });

  it('is no second person beside whom they stand in for', async () => {
    const away = await makePerson(world.tenantId, 'away3', ['reviewer']);
    const stand = await makePerson(world.tenantId, 'stand3', ['member']);
    const { request } = await makeSubmitted(world, 'stand.d', {
      risk: 'CRITICAL',
      approval_required: true,
    });
    const made = await delegate(away, stand);
    await decide(await now(stand), request.id);
    expect(await failureOf(decide(await now(away), request.id))).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('from this side'),
    });
    expect((await decide(world.rita, request.id)).change_request?.status).toBe('APPROVED');
    await end(world.ada, made.id);
  });

  it('ends with the role, the account, or the time', async () => {
    const away = await makePerson(world.tenantId, 'away4', ['reviewer']);
    const stand = await makePerson(world.tenantId, 'stand4', ['member']);
    const { request } = await makeSubmitted(world, 'stand.e');
    const made = await delegate(away, stand);
    const { prisma } = runtime().db;
    const isIn = async () =>
      ((await findUserActor(stand.actor.userId, 'token'))?.actor.standsInFor ?? []).length;
    expect(await isIn()).toBe(1);
    await prisma.user.update({ where: { id: away.actor.userId }, data: { active: false } });
    expect(await isIn()).toBe(0);
    await prisma.user.update({ where: { id: away.actor.userId }, data: { active: true } });
    await prisma.roleAssignment.deleteMany({ where: { userId: away.actor.userId } });
    expect(await isIn()).toBe(0);
    await prisma.roleAssignment.create({
      data: { tenantId: world.tenantId, userId: away.actor.userId, role: 'reviewer' },
    });
    const past = new Date(Date.now() - 1000);
    await prisma.delegation.updateMany({
      where: { id: made.id },
      data: { startsAt: new Date(past.getTime() - DAY), endsAt: past },
    });
    expect(await isIn()).toBe(0);
    expect(await failureOf(decide(await now(stand), request.id))).toMatchObject({
      code: 'FORBIDDEN',
    });
  });

  it('is named by the person only, for somebody active of the tenant, one at a time', async () => {
    const away = await makePerson(world.tenantId, 'away5', ['admin']);
    expect(await failureOf(delegate(world.mo, world.rita))).toMatchObject({ code: 'FORBIDDEN' });
    expect(await failureOf(delegate(away, away))).toMatchObject({ path: 'to' });
    expect(await failureOf(delegate(away, other.mo))).toMatchObject({ path: 'to' });
    const wrong = { starts_at: inDays(4), ends_at: inDays(3) };
    expect(await failureOf(delegate(away, world.mo, wrong))).toMatchObject({ path: 'ends_at' });
    expect(await failureOf(delegate(away, world.mo, { ends_at: inDays(-1) }))).toMatchObject({
      path: 'ends_at',
    });
    const both = await Promise.allSettled([delegate(away, world.mo), delegate(away, world.ravi)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const input = { user: away.actor.userId };
    const { items } = await listDelegations({ ctx: world.mo.ctx, input });
    expect(items).toHaveLength(1);
    const id = items[0]?.id ?? '';
    expect(await failureOf(end(world.rita, id))).toMatchObject({ code: 'FORBIDDEN' });
    expect(await failureOf(end(other.ada, id))).toMatchObject({ code: 'NOT_FOUND' });
    expect((await listDelegations({ ctx: other.ada.ctx, input: {} })).items).toEqual([]);
  });

  it('works at the REST door', async () => {
    const away = await makePerson(world.tenantId, 'away6', ['reviewer']);
    const rest = test.as(away.token);
    const made = await rest<{ id: string }>('POST', '/delegations', {
      to: world.mo.actor.userId,
      ends_at: inDays(1),
    });
    expect(made.status).toBe(201);
    expect((await rest('GET', `/delegations?user=${away.actor.userId}`)).body).toMatchObject({
      items: [{ id: made.body.id, state: 'active' }],
    });
    expect((await rest('DELETE', `/delegations/${made.body.id}`)).status).toBe(204);
  });
});

describe('the queue', () => {
  it('tells mine from what waits for me, by risk and by owner', async () => {
    const low = await makeSubmitted(other, 'queue.low');
    const high = await makeSubmitted(other, 'queue.high', {
      risk: 'HIGH',
      approval_required: true,
    });
    const list = async (by: Person, filter: object) =>
      (await listChangeRequests({ ctx: by.ctx, input: { limit: 50, ...filter } })).items.map(
        (one) => one.id,
      );
    const both = [high.request.id, low.request.id];
    expect((await list(other.rita, { waiting_for_me: true })).toSorted()).toEqual(both.toSorted());
    expect(await list(other.olga, { waiting_for_me: true })).toEqual([]);
    expect((await list(other.olga, { mine: true })).toSorted()).toEqual(both.toSorted());
    expect(await list(other.rita, { mine: true })).toEqual([]);
    expect(await list(other.rita, { risk: 'HIGH' })).toEqual([high.request.id]);
    expect(await list(other.rita, { owner: 'core', risk: 'LOW' })).toEqual([low.request.id]);
    expect(await list(other.rita, { owner: 'nobody' })).toEqual([]);
    const rest = await test.as(other.rita.token)<{ items: { id: string }[] }>(
      'GET',
      '/change-requests?waiting_for_me=true&risk=LOW&limit=1',
    );
    expect(rest.body.items.map((one) => one.id)).toEqual([low.request.id]);
  });
});
