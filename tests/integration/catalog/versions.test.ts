import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runtime } from '@/lib/runtime';
import { checkVersion } from '@/lib/services/catalog/check-version';
import { decideChangeRequest } from '@/lib/services/catalog/decide-change-request';
import { deprecateCapability } from '@/lib/services/catalog/deprecate-capability';
import { listVersions } from '@/lib/services/catalog/list-versions';
import { publishVersion } from '@/lib/services/catalog/publish-version';
import { rollbackVersion } from '@/lib/services/catalog/rollback-version';
import { transitionCapability } from '@/lib/services/catalog/transition-capability';
import { updateCapability } from '@/lib/services/catalog/update-capability';
import { updateChangeRequest } from '@/lib/services/catalog/update-change-request';
import { withdrawDeprecation } from '@/lib/services/catalog/withdraw-deprecation';
import {
  auditOf,
  type CatalogWorld,
  contextOf,
  failureOf,
  makeCatalogWorld,
  makeLive,
} from '../../support/catalog';
import { createTestRuntime, type TestRuntime } from '../../support/db';

let test: TestRuntime;
let world: CatalogWorld;

beforeAll(async () => {
  test = await createTestRuntime();
  world = await makeCatalogWorld('ver');
});
afterAll(async () => await test.cleanup());

const CITY = { type: 'string', description: 'Name of the city' };
/** What was accepted still is: the city may be left out now. */
const WIDER = { type: 'object', properties: { city: CITY } };
const NARROWER = {
  type: 'object',
  properties: { city: CITY, unit: { type: 'string' } },
  required: ['city', 'unit'],
};

const publish = (id: string, input_schema: Record<string, never> | object) =>
  publishVersion({
    ctx: world.olga.ctx,
    input: {
      capability_id: id,
      body: { reason: 'Needed.', input_schema: input_schema as Record<string, string> },
    },
  });
const approve = async (id: string | undefined, extra = {}) =>
  await decideChangeRequest({
    ctx: world.rita.ctx,
    input: { change_request_id: id ?? '', decision: 'approve', comment: '', ...extra },
  });
const versionsOf = async (id: string) =>
  (await listVersions({ ctx: world.olga.ctx, input: { capability_id: id } })).items.map(
    ({ version, current, state }) => `${version}${current ? '*' : ''} ${state}`,
  );

describe('publishing what is live', () => {
  it('makes the next minor of a compatible change', async () => {
    const live = await makeLive(world, 'pub.minor.a');
    const outcome = await publish(live.id, WIDER);
    expect(outcome.capability.version).toBe('1.0');
    expect(outcome.change_request).toMatchObject({ kind: 'publish', status: 'OPEN' });
    const done = await approve(outcome.change_request?.id);
    expect(done.capability).toMatchObject({ version: '1.1', input_schema: WIDER });
    expect(await versionsOf(live.id)).toEqual(['1.1* live', '1.0 live']);
    expect(await auditOf(world.tenantId, live.id)).toContain('capability.publish');
  });

  it('makes the next major of a breaking one, beside the current', async () => {
    const live = await makeLive(world, 'pub.major.a');
    const check = await checkVersion({
      ctx: world.olga.ctx,
      input: { capability_id: live.id, body: { input_schema: NARROWER } },
    });
    expect(check).toMatchObject({ verdict: 'breaking', next_version: '2.0', same: false });
    expect(check.changes[0]?.path).toMatch(/^\/input_schema/);
    const outcome = await publish(live.id, NARROWER);
    const done = await approve(outcome.change_request?.id);
    expect(done.capability.version).toBe('2.0');
    expect(await versionsOf(live.id)).toEqual(['2.0* live', '1.0 live']);
    const {
      items: [, first],
    } = await listVersions({
      ctx: world.olga.ctx,
      input: { capability_id: live.id },
    });
    expect(first?.input_schema).toEqual(live.input_schema);
  });

  it('goes back in one step: to another major as it stands, within a major as a new minor', async () => {
    const live = await makeLive(world, 'pub.back.a');
    await approve((await publish(live.id, NARROWER)).change_request?.id);
    const back = await rollbackVersion({
      ctx: world.olga.ctx,
      input: { capability_id: live.id, version: '1.0', reason: 'Too strict.' },
    });
    expect(back.change_request?.kind).toBe('rollback');
    const done = await approve(back.change_request?.id);
    expect(done.capability).toMatchObject({ version: '1.0', input_schema: live.input_schema });
    expect(await versionsOf(live.id)).toEqual(['2.0 live', '1.0* live']);
  });

  it('changes nothing at once by PATCH, and is refused to its author', async () => {
    const live = await makeLive(world, 'pub.patch.a');
    const outcome = await updateCapability({
      ctx: world.olga.ctx,
      input: {
        capability_id: live.id,
        changes: { row_version: live.row_version, risk: 'MEDIUM', tags: ['weather'] },
      },
    });
    expect(outcome.capability.risk).toBe('LOW');
    expect(outcome.change_request).toMatchObject({ kind: 'edit' });
    const done = await approve(outcome.change_request?.id);
    expect(done.capability).toMatchObject({ risk: 'MEDIUM', tags: ['weather'], version: '1.0' });
  });

  it('keeps what is live fit to be live', async () => {
    const live = await makeLive(world, 'pub.fit.a');
    const outcome = await updateCapability({
      ctx: world.olga.ctx,
      input: {
        capability_id: live.id,
        changes: { row_version: live.row_version, risk: 'HIGH' },
      },
    });
    expect(await failureOf(approve(outcome.change_request?.id))).toMatchObject({
      code: 'PRECONDITION_FAILED',
      path: 'approval_required',
    });
  });

  it('allows one open request of a kind, and refuses one whose ground has moved', async () => {
    const live = await makeLive(world, 'pub.move.a');
    const first = await publish(live.id, WIDER);
    expect(await failureOf(publish(live.id, NARROWER))).toMatchObject({ code: 'CONFLICT' });
    await runtime().db.prisma.capability.updateMany({
      where: { tenantId: world.tenantId, id: live.id },
      data: { inputSchema: { type: 'object' } },
    });
    expect(await failureOf(approve(first.change_request?.id))).toMatchObject({ code: 'CONFLICT' });
    const rebased = await updateChangeRequest({
      ctx: world.ada.ctx,
      input: {
        change_request_id: first.change_request?.id ?? '',
        row_version: first.change_request?.row_version ?? 0,
        reason: 'Looked at again.',
        take: { input_schema: 'mine' },
      },
    });
    expect(rebased.authors).toContain(world.ada.actor.userId);
    const done = await approve(first.change_request?.id);
    expect(done.capability.input_schema).toEqual(WIDER);
  });

  it('takes a rejection without touching anything', async () => {
    const live = await makeLive(world, 'pub.reject.a');
    const outcome = await publish(live.id, WIDER);
    const done = await decideChangeRequest({
      ctx: world.ravi.ctx,
      input: {
        change_request_id: outcome.change_request?.id ?? '',
        decision: 'reject',
        comment: 'Not now.',
      },
    });
    expect(done.capability).toMatchObject({ status: 'PRODUCTION', version: '1.0' });
    expect(done.change_request?.status).toBe('REJECTED');
    expect(await failureOf(approve(outcome.change_request?.id))).toMatchObject({
      code: 'CONFLICT',
    });
  });
});

describe('deprecation', () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const propose = (capability_id: string, over = {}) =>
    deprecateCapability({
      ctx: world.olga.ctx,
      input: {
        capability_id,
        disable_at: inDays(30),
        replacement: null,
        migration_note: 'Use the other one.',
        argument_mapping: { rename: {}, constant: {}, default: {}, drop: [] },
        ...over,
      },
    });
  const deprecate = async (capability_id: string, over = {}) => {
    const proposed = await propose(capability_id, over);
    return await approve(proposed.change_request?.id);
  };

  it('announces the end with a replacement, and can be withdrawn', async () => {
    const [old, next] = [await makeLive(world, 'dep.old.a'), await makeLive(world, 'dep.new.a')];
    const proposed = await propose(old.id, { replacement: { capability_id: next.id } });
    expect(proposed.capability.status).toBe('PRODUCTION');
    expect(proposed.change_request).toMatchObject({ kind: 'deprecate', status: 'OPEN' });
    const done = await approve(proposed.change_request?.id);
    expect(done.capability.status).toBe('DEPRECATED');
    const row = await runtime().db.prisma.deprecation.findFirst({
      where: { tenantId: world.tenantId, capabilityId: old.id },
    });
    expect(row?.compatibility).toMatchObject({ verdict: 'compatible' });
    const back = await withdrawDeprecation({
      ctx: world.olga.ctx,
      input: { capability_id: old.id },
    });
    expect(back.capability.status).toBe('DEPRECATED');
    expect(back.change_request).toMatchObject({ kind: 'withdraw_deprecation', status: 'OPEN' });
    const kept = await approve(back.change_request?.id);
    expect(kept.capability.status).toBe('PRODUCTION');
    expect(await auditOf(world.tenantId, old.id)).toEqual(
      expect.arrayContaining(['capability.deprecate', 'capability.withdraw_deprecation']),
    );
  });

  it('refuses a replacement that is not live or leads back', async () => {
    const [a, b] = [await makeLive(world, 'dep.ring.a'), await makeLive(world, 'dep.ring.b')];
    const to = (capability_id: string) => ({ replacement: { capability_id } });
    expect(await failureOf(deprecate(a.id, to('dep.no.such')))).toMatchObject({
      code: 'PRECONDITION_FAILED',
      path: 'deprecation.replacement',
    });
    expect(await failureOf(deprecate(a.id, to(a.id)))).toMatchObject({
      path: 'deprecation.replacement',
    });
    await deprecate(a.id, to(b.id));
    expect(await failureOf(deprecate(b.id, to(a.id)))).toMatchObject({
      path: 'deprecation.replacement',
    });
  });

  it('ends for good only after the announced day', async () => {
    const live = await makeLive(world, 'dep.end.a');
    await deprecate(live.id);
    const disable = (days: number) =>
      transitionCapability({
        ctx: {
          ...contextOf(world.olga.actor, world.tenantId),
          now: new Date(Date.now() + days * 86_400_000),
        },
        input: { capability_id: live.id, to: 'DISABLED', reason: 'Over.' },
      });
    expect(await failureOf(disable(1))).toMatchObject({
      code: 'PRECONDITION_FAILED',
      path: 'deprecation.disable_at',
    });
    expect((await disable(31)).capability.status).toBe('DISABLED');
    expect(await versionsOf(live.id)).toEqual(['1.0* retired']);
  });

  it('is not for others', async () => {
    const live = await makeLive(world, 'dep.who.a');
    const work = deprecateCapability({
      ctx: world.rita.ctx,
      input: {
        capability_id: live.id,
        disable_at: inDays(3),
        replacement: null,
        migration_note: '',
        argument_mapping: { rename: {}, constant: {}, default: {}, drop: [] },
      },
    });
    expect(await failureOf(work)).toMatchObject({ code: 'FORBIDDEN' });
  });
});
