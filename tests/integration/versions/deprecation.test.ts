import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runtime } from '@/lib/runtime';
import { deprecationBodySchema } from '@/lib/schemas/deprecation';
import { checkDeprecation } from '@/lib/services/catalog/check-deprecation';
import { decideChangeRequest } from '@/lib/services/catalog/decide-change-request';
import { deprecateCapability } from '@/lib/services/catalog/deprecate-capability';
import { disableDue } from '@/lib/services/catalog/disable-due';
import { withdrawDeprecation } from '@/lib/services/catalog/withdraw-deprecation';
import { getImpact } from '@/lib/services/impact/get-impact';
import { auditOf, failureOf, makeCatalogAgent } from '@/tests/support/catalog';
import { daysAhead, inDays } from '@/tests/support/days';
import {
  approve,
  call,
  discovered,
  endIt,
  makeCallable,
  makeVersionsWorld,
  publishInput,
  V1,
  V1_TO_V2,
  V2,
  type VersionsWorld,
} from '@/tests/support/versions-world';

let world: VersionsWorld;
beforeAll(async () => {
  world = await makeVersionsWorld('ends');
});
afterAll(async () => await world?.cleanup());

const propose = (id: string, body: object, ctx = world.olga.ctx) =>
  deprecateCapability({
    ctx,
    input: {
      capability_id: id,
      ...deprecationBodySchema.parse({ disable_at: inDays(9), ...body }),
    },
  });

describe('the end of a capability with a replacement', () => {
  const [old, next] = ['ends.old.forecast', 'ends.new.forecast'];
  const plan = { replacement: { capability_id: next }, argument_mapping: V1_TO_V2 };
  let knows: Awaited<ReturnType<typeof makeCatalogAgent>>;
  let blind: Awaited<ReturnType<typeof makeCatalogAgent>>;

  beforeAll(async () => {
    await makeCallable(world, old);
    await makeCallable(world, next, { input_schema: V2 });
    knows = await makeCatalogAgent(world, 'knows-both', [old, next]);
    blind = await makeCatalogAgent(world, 'knows-old', [old]);
    await call(knows.ctx, old, { city: 'Bern' });
    await call(knows.ctx, old, { city: 'Bern', force: true });
  });

  it('is tried on recorded calls before it is proposed', async () => {
    const input = {
      capability_id: old,
      ...deprecationBodySchema.parse({ disable_at: inDays(9), ...plan }),
    };
    const report = await checkDeprecation({ ctx: world.olga.ctx, input });
    expect(report).toMatchObject({
      replacement_problem: null,
      compatibility: { verdict: 'breaking' },
      mapping_problems: [],
      mapped: { calls: 2, would_fail: 0 },
    });
    const bare = { ...input, argument_mapping: { ...input.argument_mapping, rename: {} } };
    const without = await checkDeprecation({ ctx: world.olga.ctx, input: bare });
    expect(without.mapping_problems).toMatchObject([{ path: 'constant.place', severity: 'error' }]);
    expect(without.mapped).toMatchObject({ would_fail: 2 });
    expect(await failureOf(checkDeprecation({ ctx: world.mo.ctx, input }))).toMatchObject({
      code: 'FORBIDDEN',
    });
    expect(
      await failureOf(propose(old, { ...plan, argument_mapping: { drop: ['force'] } })),
    ).toMatchObject({ code: 'VALIDATION', path: 'argument_mapping.constant.place' });
    expect(await failureOf(propose(old, { argument_mapping: V1_TO_V2 }))).toMatchObject({
      code: 'VALIDATION',
      path: 'argument_mapping',
    });
  });

  it('waits for somebody else, and keeps what was seen of who is hit', async () => {
    const proposed = await propose(old, plan);
    const request = proposed.change_request?.id ?? '';
    expect(await discovered(knows.ctx, old)).toMatchObject({ deprecated: false });
    expect(await failureOf(propose(old, plan))).toMatchObject({ code: 'CONFLICT' });
    expect(await failureOf(propose(old, plan, knows.ctx))).toMatchObject({ code: 'FORBIDDEN' });
    const own = decideChangeRequest({
      ctx: world.olga.ctx,
      input: { change_request_id: request, decision: 'approve', comment: '' },
    });
    expect(await failureOf(own)).toMatchObject({ code: 'FORBIDDEN' });
    const row = await runtime().db.prisma.changeRequest.findFirst({ where: { id: request } });
    expect(row?.impact).toMatchObject({ calls_30d: 2, mapped: { calls: 2 } });
    await approve(world, request);
    const told = await runtime().db.prisma.notification.findMany({
      where: { tenantId: world.tenantId, kind: 'capability.deprecated' },
    });
    expect(told.map((one) => [one.userId, one.title.includes(next)])).toEqual([
      [world.olga.actor.userId, true],
    ]);
  });

  it('is announced to who may discover the replacement, and to nobody else', async () => {
    await new Promise((done) => setTimeout(done, 300));
    expect(await discovered(knows.ctx, old)).toMatchObject({
      deprecated: true,
      replacement: { capability_id: next, major: null },
    });
    expect(await discovered(blind.ctx, old)).toMatchObject({ deprecated: true, replacement: null });
    const warned = await call(knows.ctx, old, { city: 'Bern' });
    expect(JSON.stringify(warned.body)).toContain(next);
  });

  it('denies by the clock, with the arguments as the replacement wants them', async () => {
    const args = { city: 'Bern', force: true };
    const refused = await call({ ...knows.ctx, now: daysAhead(10) }, old, args).catch(
      (error) => error,
    );
    expect(refused).toMatchObject({
      code: 'DENIED',
      message: expect.stringContaining(`Use "${next}" instead`),
      details: { mapped_arguments: { place: 'Bern', mode: 'full' } },
    });
    const hidden = await call({ ...blind.ctx, now: daysAhead(10) }, old, args).catch(
      (error) => error,
    );
    expect(hidden).toMatchObject({ code: 'DENIED' });
    expect(JSON.stringify([hidden.message, hidden.details])).not.toContain('ends.new');
    expect(hidden.details).not.toHaveProperty('mapped_arguments');
    const { rows } = await runtime().db.pool.query<{ text: string }>(
      `SELECT row_to_json(s)::text AS text FROM invocation_starts s WHERE refused IS NOT NULL`,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ text }) => text.includes('Bern'))).toEqual([]);
  });

  it('is written down once, by whichever process is first', async () => {
    const runs = await Promise.all([1, 2, 3].map(() => disableDue(daysAhead(10))));
    expect(runs.reduce((sum, one) => sum + one, 0)).toBe(1);
    const trail = await auditOf(world.tenantId, old);
    expect(trail.filter((action) => action === 'capability.disable')).toHaveLength(1);
    const told = { tenantId: world.tenantId, kind: 'capability.disabled' };
    expect(await runtime().db.prisma.notification.count({ where: told })).toBe(1);
    expect(await disableDue(daysAhead(11))).toBe(0);
    const back = withdrawDeprecation({ ctx: world.olga.ctx, input: { capability_id: old } });
    expect(await failureOf(back)).toMatchObject({ code: 'PRECONDITION_FAILED' });
  });
});

describe('taking an announced end back', () => {
  it('takes back the end that was looked at, and no later one', async () => {
    const id = 'ends.moved.forecast';
    await makeCallable(world, id);
    await endIt(world, id, { disable_at: inDays(9) });
    const back = await withdrawDeprecation({ ctx: world.olga.ctx, input: { capability_id: id } });
    await endIt(world, id, { disable_at: inDays(20) });
    const work = approve(world, back.change_request?.id);
    expect(await failureOf(work)).toMatchObject({ code: 'CONFLICT' });
    const where = { tenantId: world.tenantId, capabilityId: id, withdrawnAt: null };
    expect(await runtime().db.prisma.deprecation.count({ where })).toBe(1);
  });
});

describe('what an end may not be', () => {
  it('is past by the time it is approved', async () => {
    const id = 'ends.late.forecast';
    await makeCallable(world, id);
    const proposed = await propose(id, { disable_at: inDays(2) });
    const work = approve(world, proposed.change_request?.id, daysAhead(3));
    expect(await failureOf(work)).toMatchObject({
      code: 'PRECONDITION_FAILED',
      path: 'deprecation.disable_at',
    });
  });

  it('leads back through majors', async () => {
    const [a, b] = ['ends.ring.a', 'ends.ring.b'];
    await makeCallable(world, a);
    await makeCallable(world, b);
    await publishInput(world, a, V2);
    await endIt(world, a, {
      major: 1,
      disable_at: inDays(9),
      replacement: { capability_id: b },
      argument_mapping: {},
    });
    const back = propose(b, {
      replacement: { capability_id: a, major: 1 },
      argument_mapping: {},
    });
    expect(await failureOf(back)).toMatchObject({ path: 'deprecation.replacement' });
    const forward = await propose(b, {
      replacement: { capability_id: a, major: 2 },
      argument_mapping: { rename: { city: 'place' }, constant: { mode: 'full' }, drop: ['force'] },
    });
    expect(forward.change_request?.kind).toBe('deprecate');
    const current = propose(a, { major: 2, argument_mapping: {} });
    expect(await failureOf(current)).toMatchObject({ code: 'VALIDATION', path: 'major' });
  });
});

describe('who is hit by a proposed schema', () => {
  it('is answered for any capability one may look at', async () => {
    const id = 'ends.impact.forecast';
    await makeCallable(world, id);
    const agents = await Promise.all(
      ['hit-one', 'hit-two', 'hit-three'].map((name) => makeCatalogAgent(world, name, [id])),
    );
    for (const [index, agent] of agents.entries()) {
      await call(agent.ctx, id, index === 0 ? { city: 'Bern' } : { city: 'Bern', force: true });
    }
    const impact = await getImpact({
      ctx: world.mo.ctx,
      input: {
        target: { kind: 'capability', id },
        action: 'publish',
        proposed_schema: { type: 'object', properties: { city: { type: 'string' } } },
      },
    });
    expect(impact.shapes).toMatchObject({ calls: 3, would_fail: 2, would_pass: 1, cannot_tell: 0 });
    expect(impact.shapes?.summary).toBe(
      '2 of 3 agents pass `force`, which you remove; 2 of the last 3 calls would fail.',
    );
    expect(V1).toHaveProperty('properties.force');
  });
});
