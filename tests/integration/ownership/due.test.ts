import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runtime } from '@/lib/runtime';
import { ownershipQuerySchema } from '@/lib/schemas/ownership';
import { decideChangeRequest } from '@/lib/services/catalog/decide-change-request';
import { attestMany } from '@/lib/services/ownership/attest-many';
import { findOrphaning } from '@/lib/services/ownership/find-orphaning';
import { listOwnershipView } from '@/lib/services/ownership/list-ownership-view';
import { remindDue } from '@/lib/services/ownership/remind-due';
import { updateSettings } from '@/lib/services/settings/update-settings';
import {
  type CatalogWorld,
  failureOf,
  makeCatalogAgent,
  makeCatalogWorld,
  makeDraft,
  makeLive,
  makeSubmitted,
} from '../../support/catalog';
import { createTestRuntime, type TestRuntime } from '../../support/db';

let test: TestRuntime;
beforeAll(async () => {
  test = await createTestRuntime();
});
afterAll(() => test.cleanup());

const DAY = 24 * 3600 * 1000;
const NOW = new Date('2026-06-01T12:00:00Z');
const inDays = (days: number) => new Date(NOW.getTime() + days * DAY);
const setDue = ({ tenantId }: CatalogWorld, id: string, recertifyBy: Date) =>
  runtime().db.prisma.capability.updateMany({ where: { tenantId, id }, data: { recertifyBy } });
const told = async ({ olga }: CatalogWorld) => {
  const where = { userId: olga.actor.userId, kind: 'capability.due' };
  const rows = await runtime().db.prisma.notification.findMany({ where, orderBy: { id: 'asc' } });
  return rows.map((row) => row.title);
};

describe('reminders', () => {
  it('are told 30 days before, 7 days before and when overdue, each once with two processes', async () => {
    const world = await makeCatalogWorld('remind');
    await makeLive(world, 'due.one');
    await setDue(world, 'due.one', inDays(30));
    await remindDue(inDays(-1));
    expect(await told(world)).toHaveLength(0);
    await Promise.all([remindDue(NOW), remindDue(NOW)]);
    await remindDue(inDays(1));
    expect(await told(world)).toHaveLength(1);
    await Promise.all([remindDue(inDays(24)), remindDue(inDays(24))]);
    expect(await told(world)).toHaveLength(2);
    await Promise.all([remindDue(inDays(31)), remindDue(inDays(32))]);
    const titles = await told(world);
    expect(titles).toHaveLength(3);
    expect(titles[2]).toContain('overdue');
  });

  it('start anew after an attestation', async () => {
    const world = await makeCatalogWorld('remind-again');
    await makeLive(world, 'due.again');
    await setDue(world, 'due.again', inDays(5));
    await remindDue(NOW);
    await setDue(world, 'due.again', inDays(100));
    await remindDue(NOW);
    expect(await told(world)).toHaveLength(1);
    await remindDue(inDays(95));
    expect(await told(world)).toHaveLength(2);
  });

  it('tell only of the most urgent when several days have passed unseen', async () => {
    const world = await makeCatalogWorld('remind-late');
    await makeLive(world, 'due.late');
    await setDue(world, 'due.late', inDays(-1));
    await remindDue(NOW);
    await remindDue(NOW);
    expect(await told(world)).toEqual([expect.stringContaining('overdue')]);
  });

  it('keep to the days a tenant has set, and tell of many at once in one message', async () => {
    const world = await makeCatalogWorld('remind-many');
    await updateSettings({ ctx: world.ada.ctx, input: { row_version: 0, remind_days: [3] } });
    for (const n of [1, 2, 3, 4, 5]) {
      await makeLive(world, `due.many_${n}`);
      await setDue(world, `due.many_${n}`, inDays(20));
    }
    await remindDue(NOW);
    expect(await told(world)).toHaveLength(0);
    await remindDue(inDays(17));
    expect(await told(world)).toEqual([expect.stringContaining('5 capabilities')]);
  });
});

describe('the list of what needs an owner', () => {
  it('holds orphans first, then overdue, then due; by team, mine and state; page by page', async () => {
    const world = await makeCatalogWorld('due-list');
    const { tenantId } = world;
    const { prisma } = runtime().db;
    await prisma.team.create({ data: { tenantId, id: 'empty', name: 'Empty' } });
    for (const id of ['a.fine', 'b.due', 'c.overdue', 'd.orphan']) await makeLive(world, id);
    const now = new Date();
    const at = (days: number) => new Date(now.getTime() + days * DAY);
    await setDue(world, 'b.due', at(10));
    await setDue(world, 'c.overdue', at(-3));
    const where = { tenantId, id: 'd.orphan' };
    await prisma.capability.updateMany({ where, data: { ownerTeamId: 'empty' } });
    const list = async (query: Record<string, unknown> = {}) => {
      const input = ownershipQuerySchema.parse(query);
      return await listOwnershipView({ ctx: { ...world.olga.ctx, now }, input });
    };
    const ids = async (query?: Record<string, unknown>) =>
      (await list(query)).items.map((item) => item.capability_id);
    expect(await ids()).toEqual(['d.orphan', 'c.overdue', 'b.due']);
    expect(await ids({ state: 'orphan' })).toEqual(['d.orphan']);
    expect(await ids({ state: 'overdue' })).toEqual(['c.overdue']);
    expect(await ids({ state: 'due' })).toEqual(['b.due']);
    expect(await ids({ team: 'empty' })).toEqual(['d.orphan']);
    expect(await ids({ mine: 'true' })).toEqual(['c.overdue', 'b.due']);
    const first = await list({ limit: '2' });
    expect(await ids({ limit: '2', cursor: first.next_cursor })).toEqual(['b.due']);
    expect(first.items[0]).toMatchObject({
      orphan: true,
      orphan_reason: 'empty',
      may_attest: false,
    });
    const agent = await makeCatalogAgent(world, 'due-bot');
    const asked = listOwnershipView({ ctx: agent.ctx, input: ownershipQuerySchema.parse({}) });
    expect(await failureOf(asked)).toMatchObject({ code: 'FORBIDDEN' });
  });

  it('is worked off many at once; what may not be recertified says why', async () => {
    const world = await makeCatalogWorld('due-bulk');
    for (const id of ['x.one', 'x.two']) await makeLive(world, id);
    await setDue(world, 'x.one', inDays(-9));
    const answer = await attestMany({
      ctx: world.olga.ctx,
      input: { ids: ['x.one', 'x.two', 'x.none', 'x.one'] },
    });
    expect(answer).toMatchObject({ done: 2, failed: 1 });
    expect(answer.results[2]).toMatchObject({ id: 'x.none', code: 'NOT_FOUND' });
    const other = await attestMany({ ctx: world.mo.ctx, input: { ids: ['x.one'] } });
    expect(other.results).toMatchObject([{ ok: false, code: 'FORBIDDEN' }]);
  });

  it('says what an archived or empty team would orphan', async () => {
    const world = await makeCatalogWorld('due-orphaning');
    await makeDraft(world, 'y.one');
    await makeCatalogAgent(world, 'y-bot');
    expect(await findOrphaning({ ctx: world.ada.ctx, input: { team: 'core' } })).toMatchObject({
      capabilities: 1,
      agents: 1,
      examples: [
        { kind: 'capability', id: 'y.one' },
        { kind: 'agent', id: 'y-bot' },
      ],
    });
  });

  it('blocks promotion while it is overdue', async () => {
    const world = await makeCatalogWorld('due-block');
    const { request } = await makeSubmitted(world, 'z.late');
    await setDue(world, 'z.late', inDays(-400));
    const input = { change_request_id: request.id, decision: 'approve' as const, comment: '' };
    expect(await failureOf(decideChangeRequest({ ctx: world.rita.ctx, input }))).toMatchObject({
      code: 'PRECONDITION_FAILED',
      path: 'recertified_at',
    });
  });
});
