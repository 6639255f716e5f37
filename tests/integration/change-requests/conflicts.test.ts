import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runtime } from '@/lib/runtime';
import { createBinding, deleteBinding, updateBinding } from '@/lib/services/catalog/bindings';
import { updateChangeRequest } from '@/lib/services/catalog/update-change-request';
import {
  type CatalogWorld,
  failureOf,
  makeCatalogAgent,
  makeCatalogWorld,
  makeLive,
  makeSubmitted,
} from '@/tests/support/catalog';
import { makeProvider } from '@/tests/support/providers';
import { createWorld, type World } from '@/tests/support/world';
import { decide, propose, read } from './support';

const HERE = 'http://127.0.0.1:9/mcp';
let test: World;
let world: CatalogWorld;

beforeAll(async () => {
  test = await createWorld();
  world = await makeCatalogWorld('conflict');
  await makeProvider(world, 'first', HERE);
  await makeProvider(world, 'second', HERE);
});
afterAll(async () => await test.cleanup());

const edit = async (by: CatalogWorld['olga'], id: string, over: object) => {
  const { row_version } = await read(by, id);
  return await updateChangeRequest({
    ctx: by.ctx,
    input: { change_request_id: id, row_version, ...over },
  });
};

/** Two proposals of one live capability: the second is decided, the first has lost its base. */
async function makeStale(id: string) {
  const live = await makeLive(world, id, { tags: ['base'] });
  const request = await propose(world, live.id, { tags: ['mine'], metadata: { note: 'mine' } });
  await runtime().db.prisma.capability.updateMany({
    where: { tenantId: world.tenantId, id },
    data: { tags: ['theirs'], requiredRoles: ['ops'] },
  });
  return request;
}

describe('a base that has moved', () => {
  it('is refused with each field three ways, and shown so', async () => {
    const request = await makeStale('stale.a');
    const conflict = { field: 'tags', base: ['base'], now: ['theirs'], proposed: ['mine'] };
    await expect(decide(world.rita, request.id)).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { conflicts: [conflict] },
    });
    expect((await read(world.rita, request.id)).conflicts).toEqual([conflict]);
    const answer = await test.as(world.rita.token)(
      'POST',
      `/change-requests/${request.id}/approve`,
      {},
    );
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({ code: 'CONFLICT', conflicts: [conflict] });
  });

  it('is not settled by an edit of something else', async () => {
    const request = await makeStale('stale.b');
    await edit(world.olga, request.id, { reason: 'Only the reason.' });
    expect((await read(world.rita, request.id)).conflicts).toHaveLength(1);
    expect(await failureOf(decide(world.rita, request.id))).toMatchObject({ code: 'CONFLICT' });
  });

  it('is settled by taking mine, which makes an author of who does it', async () => {
    const request = await makeStale('stale.c');
    await edit(world.ada, request.id, { take: { tags: 'mine' } });
    expect(await failureOf(decide(world.ada, request.id))).toMatchObject({ code: 'FORBIDDEN' });
    const { capability } = await decide(world.rita, request.id);
    expect(capability).toMatchObject({ tags: ['mine'], required_roles: ['ops'] });
  });

  it('is settled by taking theirs: the field is proposed no more', async () => {
    const request = await makeStale('stale.d');
    await edit(world.olga, request.id, { take: { tags: 'theirs' } });
    const { capability } = await decide(world.rita, request.id);
    expect(capability).toMatchObject({ tags: ['theirs'], metadata: { note: 'mine' } });
  });

  it('is settled by writing the field anew', async () => {
    const request = await makeStale('stale.e');
    const changes = { tags: ['both'], metadata: { note: 'mine' } };
    await edit(world.olga, request.id, { changes });
    const { capability } = await decide(world.rita, request.id);
    expect(capability).toMatchObject({ tags: ['both'], metadata: { note: 'mine' } });
  });

  it('refuses to take what is in no conflict, and to leave nothing', async () => {
    const request = await makeStale('stale.f');
    const wrong = edit(world.olga, request.id, { take: { metadata: 'mine' } });
    expect(await failureOf(wrong)).toMatchObject({ code: 'VALIDATION', path: 'take.metadata' });
    const live = await makeLive(world, 'stale.g', { tags: ['base'] });
    const only = await propose(world, live.id, { tags: ['mine'] });
    await runtime().db.prisma.capability.updateMany({
      where: { tenantId: world.tenantId, id: live.id },
      data: { tags: ['theirs'] },
    });
    const nothing = edit(world.olga, only.id, { take: { tags: 'theirs' } });
    expect(await failureOf(nothing)).toMatchObject({ code: 'PRECONDITION_FAILED' });
  });

  it('does not conflict where two proposals touch different fields', async () => {
    const live = await makeLive(world, 'apart.a');
    const tags = await propose(world, live.id, { tags: ['new'] });
    await runtime().db.prisma.capability.updateMany({
      where: { tenantId: world.tenantId, id: live.id },
      data: { requiredRoles: ['ops'], rowVersion: { increment: 1 } },
    });
    const { capability } = await decide(world.rita, tags.id);
    expect(capability).toMatchObject({ tags: ['new'], required_roles: ['ops'] });
  });
});

describe('bindings of something live', () => {
  const bind = (id: string, provider: string, over = {}) =>
    createBinding({
      ctx: world.olga.ctx,
      input: { capability_id: id, provider, upstream_name: 'tool', ...over },
    });
  const bindings = (id: string) =>
    runtime().db.prisma.binding.findMany({
      where: { tenantId: world.tenantId, capabilityId: id, removedAt: null },
      orderBy: { priority: 'asc' },
    });

  async function liveWithBinding(id: string) {
    const { request } = await makeSubmitted(world, id);
    const { done } = await bind(id, 'first');
    await decide(world.rita, request.id);
    if (!done) throw new Error('In review a binding is made at once.');
    return done;
  }

  it('are added by a request, which shows them as its diff', async () => {
    await liveWithBinding('bound.a');
    const { done, waits } = await bind('bound.a', 'second', { priority: 5 });
    expect(done).toBeNull();
    expect(await bindings('bound.a')).toHaveLength(1);
    const request = waits?.change_request;
    expect(request).toMatchObject({
      kind: 'binding',
      payload: { binding: { act: 'add' }, changes: { provider: 'second', priority: 5 } },
    });
    const again = bind('bound.a', 'second');
    expect(await failureOf(again)).toMatchObject({ code: 'CONFLICT' });
    expect(await failureOf(decide(world.olga, request?.id ?? ''))).toMatchObject({
      code: 'FORBIDDEN',
    });
    await decide(world.rita, request?.id ?? '');
    expect((await bindings('bound.a')).map((one) => one.providerId)).toEqual(['second', 'first']);
  });

  it('are changed by a request; whether one is up is said at once', async () => {
    const first = await liveWithBinding('bound.b');
    const key = { binding_id: first.id, row_version: first.row_version };
    const { waits } = await updateBinding({
      ctx: world.olga.ctx,
      input: { ...key, cost_per_call: 2 },
    });
    expect(waits?.change_request).toMatchObject({
      payload: { changes: { cost_per_call: 2 }, before: { cost_per_call: 0 } },
    });
    const { done } = await updateBinding({
      ctx: world.olga.ctx,
      input: { ...key, availability: 'unavailable', availability_reason: 'Down.' },
    });
    expect(done?.availability).toBe('unavailable');
    await decide(world.rita, waits?.change_request?.id ?? '');
    expect((await bindings('bound.b')).map((one) => Number(one.costPerCall))).toEqual([2]);
  });

  it('conflict three ways when they have moved', async () => {
    const first = await liveWithBinding('bound.c');
    const { waits } = await updateBinding({
      ctx: world.olga.ctx,
      input: { binding_id: first.id, row_version: first.row_version, priority: 7 },
    });
    await runtime().db.prisma.binding.updateMany({
      where: { tenantId: world.tenantId, id: first.id },
      data: { priority: 9 },
    });
    await expect(decide(world.rita, waits?.change_request?.id ?? '')).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { conflicts: [{ field: 'priority', base: 100, now: 9, proposed: 7 }] },
    });
  });

  it('are taken away by a request; a second one finds nothing left', async () => {
    const first = await liveWithBinding('bound.d');
    const remove = () => deleteBinding({ ctx: world.olga.ctx, input: { binding_id: first.id } });
    const { waits } = await remove();
    expect(await bindings('bound.d')).toHaveLength(1);
    await decide(world.rita, waits?.change_request?.id ?? '');
    expect(await bindings('bound.d')).toEqual([]);
    expect(await failureOf(remove())).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('answer 202 at the REST door, and nothing to an agent', async () => {
    const first = await liveWithBinding('bound.e');
    const rest = test.as(world.olga.token);
    const added = await rest('POST', '/capabilities/bound.e/bindings', {
      provider: 'second',
      upstream_name: 'tool',
    });
    expect(added.status).toBe(202);
    const changed = await rest('PATCH', `/bindings/${first.id}`, {
      row_version: first.row_version,
      region: 'eu',
    });
    expect(changed.status).toBe(202);
    expect((await rest('DELETE', `/bindings/${first.id}`)).status).toBe(409);
    const agent = await makeCatalogAgent(world, 'binder', ['bound.e']);
    expect((await test.as(agent.key)('DELETE', `/bindings/${first.id}`)).status).toBe(403);
  });
});
