import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runtime } from '@/lib/runtime';
import { createCapability } from '@/lib/services/catalog/create-capability';
import { getChangeRequestView } from '@/lib/services/catalog/get-change-request-view';
import { listVersions } from '@/lib/services/catalog/list-versions';
import { publishVersion } from '@/lib/services/catalog/publish-version';
import { updateChangeRequest } from '@/lib/services/catalog/update-change-request';
import { bulkApprove } from '@/lib/services/change-requests/bulk-approve';
import { commentChangeRequest, listComments } from '@/lib/services/change-requests/comments';
import { escalateWaiting } from '@/lib/services/change-requests/escalate-waiting';
import type { Context } from '@/lib/services/context';
import {
  auditOf,
  type CatalogWorld,
  draftInput,
  failureOf,
  makeCatalogAgent,
  makeCatalogWorld,
  makeLive,
  makePerson,
  makeSubmitted,
} from '@/tests/support/catalog';
import { createWorld, type World } from '@/tests/support/world';
import { decide, propose, read, rowVersionOf } from './support';

let test: World;
let world: CatalogWorld;
let other: CatalogWorld;

beforeAll(async () => {
  test = await createWorld();
  world = await makeCatalogWorld('decide');
  other = await makeCatalogWorld('decide-other');
});
afterAll(async () => await test.cleanup());

const CRITICAL = { risk: 'CRITICAL', approval_required: true } as const;
const told = async (person: { actor: { userId: string } }, kind: string) =>
  await runtime().db.prisma.notification.count({ where: { userId: person.actor.userId, kind } });

describe('a CRITICAL change', () => {
  it('takes two different people; the first yes is recorded and moves nothing', async () => {
    const { request } = await makeSubmitted(world, 'two.people.a', CRITICAL);
    expect(request.approvals).toEqual({ given: 0, needed: 2 });
    const first = await decide(world.rita, request.id);
    expect(first.capability.status).toBe('REVIEW');
    expect(first.change_request).toMatchObject({
      status: 'OPEN',
      approvals: { given: 1, needed: 2 },
    });
    expect(await failureOf(decide(world.rita, request.id))).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('second person'),
    });
    const second = await decide(world.ravi, request.id);
    expect(second.capability.status).toBe('PRODUCTION');
    expect(second.change_request?.status).toBe('APPROVED');
    const trail = await auditOf(world.tenantId, request.id);
    expect(trail.filter((action) => action === 'change_request.approve')).toHaveLength(2);
  });

  it('is one that leads to CRITICAL, and one that leads away from it', async () => {
    const live = await makeLive(world, 'two.people.b');
    const up = await propose(world, live.id, CRITICAL);
    expect(up.approvals.needed).toBe(2);
    await decide(world.rita, up.id);
    await decide(world.ravi, up.id);
    const down = await propose(world, live.id, { risk: 'LOW' });
    expect(down).toMatchObject({ risk: 'CRITICAL', approvals: { needed: 2 } });
    expect((await decide(world.ravi, down.id)).change_request?.status).toBe('OPEN');
    expect((await decide(world.ada, down.id)).capability.risk).toBe('LOW');
  });

  it('loses its first yes by an edit, which shows as revoked', async () => {
    const { request } = await makeSubmitted(world, 'two.people.c', CRITICAL);
    await decide(world.rita, request.id);
    const { row_version } = await read(world.rita, request.id);
    const edited = await updateChangeRequest({
      ctx: world.olga.ctx,
      input: { change_request_id: request.id, row_version, reason: 'Said better.' },
    });
    expect(edited.approvals).toEqual({ given: 0, needed: 2 });
    expect((await read(world.rita, request.id)).decisions).toMatchObject([
      { decided_by: world.rita.actor.userId, revoked_reason: 'It was edited afterwards.' },
    ]);
    expect((await decide(world.ravi, request.id)).change_request?.status).toBe('OPEN');
  });

  it('does not count the yes of an account or a role that is gone', async () => {
    const { request } = await makeSubmitted(world, 'two.people.d', CRITICAL);
    await decide(world.rita, request.id);
    const key = { tenantId: world.tenantId, userId: world.rita.actor.userId, role: 'reviewer' };
    await runtime().db.prisma.roleAssignment.deleteMany({ where: key });
    try {
      const second = await decide(world.ravi, request.id);
      expect(second.change_request?.status).toBe('OPEN');
    } finally {
      await runtime().db.prisma.roleAssignment.create({ data: key });
    }
  });

  it('is closed by one rejection', async () => {
    const { request } = await makeSubmitted(world, 'two.people.e', CRITICAL);
    await decide(world.rita, request.id);
    const closed = await decide(world.ravi, request.id, { decision: 'reject', comment: 'No.' });
    expect(closed.change_request?.status).toBe('REJECTED');
    expect(closed.capability.status).toBe('DRAFT');
  });

  it('refuses a first yes to what a gate would stop', async () => {
    const { request } = await makeSubmitted(world, 'two.people.f', {
      ...CRITICAL,
      scopes: undefined,
    });
    expect(await failureOf(decide(world.rita, request.id))).toMatchObject({
      code: 'PRECONDITION_FAILED',
      path: 'scopes',
    });
    expect((await read(world.rita, request.id)).decisions).toEqual([]);
  });
});

describe('a ruling', () => {
  const schemaWith = (city: string) => ({
    type: 'object',
    properties: { city: { type: 'string', default: city } },
  });

  it('takes a written reason, and stands on the version', async () => {
    const live = await makeLive(world, 'rule.a', {
      input_schema: schemaWith('Bern'),
    });
    const request = await propose(world, live.id, {
      input_schema: schemaWith('Basel'),
    });
    const ruled = { rule_compatible: true };
    expect(await failureOf(decide(world.rita, request.id, ruled))).toMatchObject({
      code: 'VALIDATION',
      path: 'comment',
    });
    const comment = 'Nobody leaves it out.';
    const done = await decide(world.rita, request.id, { ...ruled, comment });
    expect(done.capability.version).toBe('1.1');
    const input = { capability_id: live.id };
    const { items } = await listVersions({ ctx: world.olga.ctx, input });
    expect(items[0]?.compatibility).toMatchObject({
      verdict: 'unknown',
      ruled_by: world.rita.actor.userId,
      ruling: comment,
    });
  });
});

describe('comments', () => {
  const say = (by: { ctx: CatalogWorld['olga']['ctx'] }, id: string, text: string) =>
    commentChangeRequest({ ctx: by.ctx, input: { change_request_id: id, text } });

  it('are kept with author and time, and told to authors and those who decided', async () => {
    const { request } = await makeSubmitted(world, 'talk.a', CRITICAL);
    await decide(world.rita, request.id);
    const before = await told(world.rita, 'change_request.commented');
    await say(world.ravi, request.id, 'Why CRITICAL? 为什么？ <script>alert(1)</script>');
    const { items } = await listComments({
      ctx: world.olga.ctx,
      input: { change_request_id: request.id },
    });
    expect(items).toMatchObject([
      {
        text: 'Why CRITICAL? 为什么？ <script>alert(1)</script>',
        written_by: world.ravi.actor.userId,
      },
    ]);
    expect(await told(world.rita, 'change_request.commented')).toBe(before + 1);
    expect(await told(world.olga, 'change_request.commented')).toBeGreaterThan(0);
    expect(await auditOf(world.tenantId, request.id)).toContain('change_request.comment');
  });

  it('end with the request, and are nothing for others', async () => {
    const { request } = await makeSubmitted(world, 'talk.b');
    expect(await failureOf(say(world.mo, request.id, 'Hi'))).toMatchObject({ code: 'FORBIDDEN' });
    expect(await failureOf(say(other.rita, request.id, 'Hi'))).toMatchObject({ code: 'NOT_FOUND' });
    const agent = await makeCatalogAgent(world, 'talker', ['talk.b']);
    expect(await failureOf(say(agent, request.id, 'Hi'))).toMatchObject({ code: 'NOT_FOUND' });
    await decide(world.rita, request.id);
    expect(await failureOf(say(world.olga, request.id, 'Hi'))).toMatchObject({ code: 'CONFLICT' });
  });
});

describe('many at once', () => {
  it('approves what is LOW, each for itself, and never someone’s own', async () => {
    const low = await makeSubmitted(world, 'bulk.low');
    const high = await makeSubmitted(world, 'bulk.high', { risk: 'HIGH', approval_required: true });
    const stale = await makeSubmitted(world, 'bulk.stale');
    const rising = await propose(world, (await makeLive(world, 'bulk.rising')).id, {
      risk: 'MEDIUM',
    });
    const items = [
      ...[low, high].map(({ request: { id, row_version } }) => ({ id, row_version })),
      { id: stale.request.id, row_version: stale.request.row_version + 1 },
      { id: rising.id, row_version: rising.row_version },
      { id: 'chg_nothing', row_version: 1 },
    ];
    const input = { items, comment: '' };
    const { results } = await bulkApprove({ ctx: world.rita.ctx, input });
    expect(results.map(({ status, error }) => error?.code ?? status)).toEqual([
      ...['APPROVED', 'PRECONDITION_FAILED', 'CONFLICT', 'PRECONDITION_FAILED', 'NOT_FOUND'],
    ]);
    const own = { items: [{ id: stale.request.id, row_version: 1 }], comment: '' };
    const ownRole = {
      ...world.olga.ctx,
      actor: { ...world.olga.actor, rolesByTenant: { [world.tenantId]: ['admin' as const] } },
    };
    const mine = await bulkApprove({ ctx: ownRole, input: own });
    expect(mine.results[0]?.error?.code).toBe('FORBIDDEN');
  });
});

describe('waiting too long', () => {
  it('is told to the admins once, also by two processes', async () => {
    const { request } = await makeSubmitted(other, 'wait.a');
    const at = (days: number) => new Date(Date.now() + days * 86_400_000);
    expect(await told(other.ada, 'change_request.waiting')).toBe(0);
    await escalateWaiting(at(2.9));
    expect(await told(other.ada, 'change_request.waiting')).toBe(0);
    await Promise.all([escalateWaiting(at(3.1)), escalateWaiting(at(3.1))]);
    await escalateWaiting(at(9));
    expect(await told(other.ada, 'change_request.waiting')).toBe(1);
    expect(await told(other.rita, 'change_request.waiting')).toBe(0);
    expect(await auditOf(other.tenantId, request.id)).toContain('change_request.escalate');
  });
});

describe('who is told', () => {
  it('of a submission: those who may decide it; of the decision: its authors', async () => {
    const before = await told(world.rita, 'change_request.submitted');
    const decided = await told(world.olga, 'change_request.decided');
    const live = await makeLive(world, 'told.a');
    const request = await propose(world, live.id, { tags: ['new'] });
    expect(await told(world.rita, 'change_request.submitted')).toBe(before + 2);
    expect(await told(world.olga, 'change_request.submitted')).toBe(0);
    await decide(world.rita, request.id, { decision: 'reject', comment: 'No.' });
    expect(await told(world.olga, 'change_request.decided')).toBe(decided + 2);
    expect(await rowVersionOf(world, live.id)).toBe(live.row_version);
  });
});

describe('a publish that is written anew', () => {
  const city = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
  const more = { ...city, properties: { ...city.properties, unit: { type: 'string' } } };

  it('says what the new wording would be, not the first', async () => {
    const live = await makeLive(world, 'anew.publish', { input_schema: city });
    const { change_request } = await publishVersion({
      ctx: world.olga.ctx,
      input: { capability_id: live.id, body: { reason: '', input_schema: more } },
    });
    expect(change_request).toMatchObject({
      title: 'Publish publish 1.1',
      payload: { compatibility: { verdict: 'compatible' } },
    });
    const input_schema = { ...more, required: ['city', 'unit'] };
    const edited = await updateChangeRequest({
      ctx: world.olga.ctx,
      input: {
        change_request_id: change_request?.id ?? '',
        row_version: change_request?.row_version ?? 0,
        changes: { input_schema },
      },
    });
    expect(edited).toMatchObject({
      title: 'Publish publish 2.0',
      payload: { compatibility: { verdict: 'breaking' } },
    });
    const view = await getChangeRequestView({
      ctx: world.rita.ctx,
      input: { change_request_id: edited.id },
    });
    expect(view.check).toMatchObject({ verdict: 'breaking', next_version: '2.0' });
  });
});

describe('who is hit by a change of something shared', () => {
  it('is named to nobody of another tenant', async () => {
    const { prisma } = runtime().db;
    const admin = await makePerson('shared', `sam-${other.tenantId}`, ['admin']);
    await prisma.team.create({ data: { tenantId: 'shared', id: 'hit-team', name: 'Hit' } });
    const id = 'hit.shared.read';
    const input = draftInput(id, { owner: 'hit-team' });
    await createCapability({ ctx: admin.ctx, input });
    await prisma.capability.updateMany({
      where: { tenantId: 'shared', id },
      data: { status: 'PRODUCTION', currentMajor: 1, currentMinor: 0 },
    });
    for (const one of [world, other]) await makeCatalogAgent(one, 'bot-of-hit', [id]);
    const { change_request } = await publishVersion({
      ctx: admin.ctx,
      input: { capability_id: id, body: { reason: '', title: 'Weather' } },
    });
    const seen = async (by: { ctx: Context }) => {
      const view = { ctx: by.ctx, input: { change_request_id: change_request?.id ?? '' } };
      const { check } = await getChangeRequestView(view);
      return check?.impact.affected.map((agent) => agent.tenant_id).sort();
    };
    expect(await seen(admin)).toEqual([world.tenantId, other.tenantId].sort());
    expect(await seen(other.mo)).toEqual([other.tenantId]);
  });
});
