import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runtime } from '@/lib/runtime';
import { updateCapability } from '@/lib/services/catalog/update-capability';
import { updateChangeRequest } from '@/lib/services/catalog/update-change-request';
import { applyScheduled } from '@/lib/services/change-requests/apply-scheduled';
import { listComments } from '@/lib/services/change-requests/comments';
import {
  auditOf,
  type CatalogWorld,
  failureOf,
  makeCatalogWorld,
  makeLive,
  makeSubmitted,
} from '@/tests/support/catalog';
import { daysAhead, inDays } from '@/tests/support/days';
import { createWorld, type World } from '@/tests/support/world';
import { decide, propose, read, rowVersionOf } from './support';

let test: World;
let world: CatalogWorld;

beforeAll(async () => {
  test = await createWorld();
  world = await makeCatalogWorld('schedule');
});
afterAll(async () => await test.cleanup());

const _DAY = 86_400_000;
const later = { apply_at: inDays(2) };
const tagsOf = async (id: string) =>
  (
    await runtime().db.prisma.capability.findUniqueOrThrow({
      where: { tenantId_id: { tenantId: world.tenantId, id } },
    })
  ).tags;

async function scheduled(id: string, over = {}) {
  const live = await makeLive(world, id, { tags: ['base'], ...over });
  const request = await propose(world, live.id, { tags: ['new'] });
  const { change_request } = await decide(world.rita, request.id, later);
  expect(change_request?.status).toBe('SCHEDULED');
  return request;
}

describe('a change for later', () => {
  it('waits under a word of its own, and is carried out at its time, once, by two processes', async () => {
    const request = await scheduled('later.a');
    expect(await tagsOf('later.a')).toEqual(['base']);
    expect(await applyScheduled(daysAhead(1.9))).toBe(0);
    const done = await Promise.all([
      applyScheduled(daysAhead(2.1)),
      applyScheduled(daysAhead(2.1)),
    ]);
    expect(done.toSorted()).toEqual([0, 1]);
    expect(await applyScheduled(daysAhead(2.2))).toBe(0);
    expect(await tagsOf('later.a')).toEqual(['new']);
    const after = await read(world.rita, request.id);
    expect(after).toMatchObject({ status: 'APPROVED', decisions: [{ revoked_at: null }] });
    expect(
      (await listComments({ ctx: world.olga.ctx, input: { change_request_id: request.id } })).items,
    ).toEqual([]);
    const trail = await auditOf(world.tenantId, request.id);
    expect(trail.filter((action) => action === 'change_request.carry_out')).toHaveLength(1);
  });

  it('promotes a submission at its time', async () => {
    const { request } = await makeSubmitted(world, 'later.promote');
    await decide(world.rita, request.id, later);
    await applyScheduled(daysAhead(2.1));
    expect(await read(world.rita, request.id)).toMatchObject({ status: 'APPROVED' });
  });

  it.each([
    ['has passed', () => daysAhead(-1)],
    ['is more than 90 days ahead', () => daysAhead(91)],
  ])('refuses a time that %s', async (name, at) => {
    const live = await makeLive(world, `later.time${name.length}`);
    const request = await propose(world, live.id, { tags: ['new'] });
    const apply_at = at().toISOString();
    expect(await failureOf(decide(world.rita, request.id, { apply_at }))).toMatchObject({
      code: 'VALIDATION',
      path: 'apply_at',
    });
  });

  it('is refused at once when it could not be carried out now', async () => {
    const { request } = await makeSubmitted(world, 'later.gate', { scopes: undefined });
    expect(await failureOf(decide(world.rita, request.id, later))).toMatchObject({
      code: 'PRECONDITION_FAILED',
      path: 'scopes',
    });
  });

  it('is withdrawn or rejected before its time, and approved only once', async () => {
    const first = await scheduled('later.b');
    expect(await failureOf(decide(world.ravi, first.id))).toMatchObject({ code: 'CONFLICT' });
    const gone = await decide(world.olga, first.id, { decision: 'withdraw' });
    expect(gone.change_request?.status).toBe('WITHDRAWN');
    const second = await scheduled('later.c');
    await decide(world.ravi, second.id, { decision: 'reject', comment: 'Not now.' });
    expect(await applyScheduled(daysAhead(3))).toBe(0);
    expect(await tagsOf('later.b')).toEqual(['base']);
    expect(await tagsOf('later.c')).toEqual(['base']);
  });

  it('goes back to open with the reason when its base has moved, and is told', async () => {
    const request = await scheduled('later.d');
    await runtime().db.prisma.capability.updateMany({
      where: { tenantId: world.tenantId, id: 'later.d' },
      data: { tags: ['theirs'] },
    });
    expect(await applyScheduled(daysAhead(3))).toBe(0);
    const after = await read(world.rita, request.id);
    expect(after).toMatchObject({
      status: 'OPEN',
      apply_at: null,
      decisions: [{ revoked_reason: 'It could not be carried out at its time.' }],
      conflicts: [{ field: 'tags' }],
    });
    const { items } = await listComments({
      ctx: world.olga.ctx,
      input: { change_request_id: request.id },
    });
    expect(items[0]?.text).toContain('Changed since this was proposed: tags');
    const told = { userId: world.olga.actor.userId, href: `/change-requests/${request.id}` };
    expect(
      await runtime().db.prisma.notification.count({
        where: { ...told, kind: 'change_request.commented' },
      }),
    ).toBe(1);
    expect(await applyScheduled(daysAhead(4))).toBe(0);
  });

  it('goes back to open when a gate fails, and when its approver is gone', async () => {
    const request = await scheduled('later.e');
    const row = { tenantId: world.tenantId, id: 'later.e' };
    const { prisma } = runtime().db;
    await prisma.capability.updateMany({ where: row, data: { recertifyBy: daysAhead(-1) } });
    await applyScheduled(daysAhead(3));
    expect(await read(world.rita, request.id)).toMatchObject({ status: 'OPEN' });
    await prisma.capability.updateMany({ where: row, data: { recertifyBy: daysAhead(99) } });
    await decide(world.ravi, request.id, later);
    await prisma.user.update({ where: { id: world.ravi.actor.userId }, data: { active: false } });
    try {
      await applyScheduled(daysAhead(3));
      expect(await read(world.rita, request.id)).toMatchObject({ status: 'OPEN' });
      expect(await tagsOf('later.e')).toEqual(['base']);
    } finally {
      await prisma.user.update({ where: { id: world.ravi.actor.userId }, data: { active: true } });
    }
  });

  it('loses its approval by an edit, of the request or of what it promotes', async () => {
    const request = await scheduled('later.f');
    const { row_version } = await read(world.olga, request.id);
    await updateChangeRequest({
      ctx: world.olga.ctx,
      input: { change_request_id: request.id, row_version, title: 'Another title' },
    });
    expect(await read(world.olga, request.id)).toMatchObject({
      status: 'OPEN',
      approvals: { given: 0 },
    });
    const { request: promotion } = await makeSubmitted(world, 'later.g');
    await decide(world.rita, promotion.id, later);
    await updateCapability({
      ctx: world.olga.ctx,
      input: {
        capability_id: 'later.g',
        changes: { row_version: await rowVersionOf(world, 'later.g'), tags: ['sneaked'] },
      },
    });
    expect(await applyScheduled(daysAhead(3))).toBe(0);
    expect(await read(world.olga, promotion.id)).toMatchObject({ status: 'OPEN' });
  });
});

describe('two at once', () => {
  const settled = async (...work: Promise<unknown>[]) =>
    (await Promise.allSettled(work)).map((one) =>
      one.status === 'fulfilled' ? 'won' : (one.reason as { code: string }).code,
    );

  it('two reviewers approve: one wins, the other is told of a conflict', async () => {
    const { request } = await makeSubmitted(world, 'race.a');
    const result = await settled(decide(world.rita, request.id), decide(world.ravi, request.id));
    expect(result.toSorted()).toEqual(['CONFLICT', 'won']);
    const { decisions } = await read(world.rita, request.id);
    expect(decisions).toHaveLength(1);
  });

  it('an edit races an approval: what is approved is what was looked at', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { request, capability } = await makeSubmitted(world, `race.edit${round}`);
      const edit = updateCapability({
        ctx: world.olga.ctx,
        input: {
          capability_id: capability.id,
          changes: { row_version: capability.row_version, tags: ['edited'] },
        },
      });
      const { row_version } = request;
      const approval = decide(world.rita, request.id, { row_version });
      const [approved, edited] = await settled(approval, edit);
      expect([approved, edited].toSorted()).toEqual(['CONFLICT', 'won']);
      const after = await read(world.rita, request.id);
      expect(after.status).toBe(approved === 'won' ? 'APPROVED' : 'OPEN');
    }
  });

  it('an approval races what touches the row, as a sync does: one of them, never half', async () => {
    const { prisma } = runtime().db;
    const seen = new Set<string | undefined>();
    for (let round = 0; round < 3; round += 1) {
      const id = `race.sync${round}`;
      const { request } = await makeSubmitted(world, id);
      let running = true;
      const deciding = settled(decide(world.rita, request.id)).finally(() => {
        running = false;
      });
      while (running) {
        await prisma.capability.updateMany({
          where: { tenantId: world.tenantId, id, status: 'REVIEW' },
          data: { rowVersion: { increment: 1 } },
        });
      }
      const [result] = await deciding;
      seen.add(result);
      const after = await read(world.rita, request.id);
      expect([result, after.status, after.decisions.length]).toEqual(
        result === 'won' ? ['won', 'APPROVED', 1] : ['CONFLICT', 'OPEN', 0],
      );
    }
    expect(seen).toContain('CONFLICT');
  });

  it('a withdrawal races the clock: one of them', async () => {
    const request = await scheduled('race.clock');
    const [withdrawn] = await settled(
      decide(world.olga, request.id, { decision: 'withdraw' }),
      applyScheduled(daysAhead(3)),
    );
    const after = await read(world.olga, request.id);
    expect(after.status).toBe(withdrawn === 'won' ? 'WITHDRAWN' : 'APPROVED');
    expect(await tagsOf('race.clock')).toEqual([withdrawn === 'won' ? 'base' : 'new']);
  });
});
