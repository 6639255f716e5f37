import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runtime } from '@/lib/runtime';
import { decideChangeRequest } from '@/lib/services/catalog/decide-change-request';
import { getCapability } from '@/lib/services/catalog/get-capability';
import { transitionCapability } from '@/lib/services/catalog/transition-capability';
import { updateCapability } from '@/lib/services/catalog/update-capability';
import {
  auditOf,
  type CatalogWorld,
  contextOf,
  failureOf,
  makeCatalogAgent,
  makeCatalogWorld,
  makeDraft,
  makeLive,
  makePerson,
  makeSubmitted,
} from '../../support/catalog';
import { bindInHouse } from '../../support/live-capabilities';
import { createWorld, type World } from '../../support/world';

let test: World;
let world: CatalogWorld;
let other: CatalogWorld;

beforeAll(async () => {
  test = await createWorld();
  world = await makeCatalogWorld('life');
  other = await makeCatalogWorld('life-other');
});
afterAll(async () => await test.cleanup());

const approve = (ctx: Parameters<typeof decideChangeRequest>[0]['ctx'], id: string, extra = {}) =>
  decideChangeRequest({
    ctx,
    input: { change_request_id: id, decision: 'approve', comment: 'Fine.', ...extra },
  });

const move = (
  ctx: Parameters<typeof decideChangeRequest>[0]['ctx'],
  id: string,
  to: Parameters<typeof transitionCapability>[0]['input']['to'],
  reason = 'Because.',
) => transitionCapability({ ctx, input: { capability_id: id, to, reason } });

describe('promotion', () => {
  it('writes version 1.0, the major and the audit trail in one go', async () => {
    const { request } = await makeSubmitted(world, 'weather.city.read');
    const { capability, change_request } = await approve(world.rita.ctx, request.id);
    expect(capability).toMatchObject({ status: 'PRODUCTION', version: '1.0' });
    expect(capability.recertify_by).not.toBeNull();
    expect(change_request).toMatchObject({
      status: 'APPROVED',
      authors: [world.olga.actor.userId],
    });
    const key = { tenantId: world.tenantId, capabilityId: 'weather.city.read' };
    const { prisma } = runtime().db;
    const versions = await prisma.capabilityVersion.findMany({ where: key });
    expect(versions).toHaveLength(1);
    expect(versions[0]).toMatchObject({ major: 1, minor: 0, changeRequestId: request.id });
    expect(versions[0]?.schemaHash).toBe(capability.schema_hash);
    expect(await prisma.capabilityMajor.findMany({ where: key })).toMatchObject([
      { major: 1, state: 'live', currentMinor: 0 },
    ]);
    expect(await prisma.capabilityAuthor.count({ where: key })).toBe(0);
    expect(await auditOf(world.tenantId, 'weather.city.read')).toEqual([
      'capability.create',
      'capability.submit',
      'capability.promote',
    ]);
    expect(await auditOf(world.tenantId, request.id)).toEqual([
      'change_request.open',
      'change_request.approve',
    ]);
  });

  it('names the field and the fix of every gate', async () => {
    const { request } = await makeSubmitted(world, 'weather.gates.fail', {
      risk: 'HIGH',
      scopes: { required: [], optional: [], none: false },
    });
    const failure = await failureOf(approve(world.rita.ctx, request.id));
    expect(failure.code).toBe('PRECONDITION_FAILED');
    expect(failure.errors.map((error) => error.path).sort()).toEqual([
      'approval_required',
      'scopes',
    ]);
    const after = await getCapability({
      ctx: world.rita.ctx,
      input: { capability_id: 'weather.gates.fail' },
    });
    expect(after.status).toBe('REVIEW');
  });

  it('is blocked while the owning team has no active member', async () => {
    await runtime().db.prisma.team.create({
      data: { tenantId: world.tenantId, id: 'ghost', name: 'Ghost' },
    });
    await makeDraft(world, 'weather.orphan.read');
    await runtime().db.prisma.capability.updateMany({
      where: { tenantId: world.tenantId, id: 'weather.orphan.read' },
      data: { ownerTeamId: 'ghost' },
    });
    const { change_request } = await move(world.ada.ctx, 'weather.orphan.read', 'REVIEW');
    const failure = await failureOf(approve(world.rita.ctx, change_request?.id ?? ''));
    expect(failure).toMatchObject({ code: 'PRECONDITION_FAILED', path: 'owner' });
  });

  it('answers the waiting change request to whoever asks for PRODUCTION', async () => {
    const { request } = await makeSubmitted(world, 'weather.ask.read');
    const outcome = await move(world.olga.ctx, 'weather.ask.read', 'PRODUCTION');
    expect(outcome.change_request?.id).toBe(request.id);
    expect(outcome.capability.status).toBe('REVIEW');
  });

  it('refuses what the table does not know, and what is done already', async () => {
    await makeDraft(world, 'weather.jump.read');
    expect(await failureOf(move(world.ada.ctx, 'weather.jump.read', 'PRODUCTION'))).toMatchObject({
      code: 'PRECONDITION_FAILED',
      path: 'to',
    });
    expect(await failureOf(move(world.ada.ctx, 'weather.jump.read', 'DRAFT'))).toMatchObject({
      code: 'CONFLICT',
    });
  });
});

describe('four eyes', () => {
  it('refuses the author by session and by token, and invites a second person', async () => {
    const ada2 = await makePerson(world.tenantId, 'ada2', ['admin'], ['core']);
    await makeDraft(world, 'eyes.author.read');
    const { change_request } = await move(ada2.ctx, 'eyes.author.read', 'REVIEW');
    const id = change_request?.id ?? '';
    const bySession = await failureOf(approve(ada2.ctx, id));
    expect(bySession.code).toBe('FORBIDDEN');
    expect(bySession.message).toContain('invite a second person');
    const token = contextOf({ ...ada2.actor, via: 'token' }, world.tenantId);
    expect(await failureOf(approve(token, id))).toMatchObject({ code: 'FORBIDDEN' });
  });

  it('knows the author wherever they are by then: gone from the team, or back', async () => {
    const lou = await makePerson(world.tenantId, 'lou', ['reviewer'], ['core']);
    const draft = await makeDraft(world, 'eyes.leaver.read');
    const changes = { row_version: draft.row_version, title: 'Weather of a city' };
    await updateCapability({ ctx: lou.ctx, input: { capability_id: draft.id, changes } });
    const first = await move(world.olga.ctx, draft.id, 'REVIEW');
    const { prisma } = runtime().db;
    const member = { tenantId: world.tenantId, teamId: 'core', userId: lou.actor.userId };
    await prisma.teamMember.delete({ where: { tenantId_teamId_userId: member } });
    const outside = contextOf({ ...lou.actor, teams: [] }, world.tenantId);
    const firstId = first.change_request?.id ?? '';
    expect(await failureOf(approve(outside, firstId))).toMatchObject({ code: 'FORBIDDEN' });
    // Taken back and submitted again by somebody else, it is still their wording.
    await move(world.olga.ctx, draft.id, 'DRAFT');
    const again = (await move(world.olga.ctx, draft.id, 'REVIEW')).change_request?.id ?? '';
    expect(again).not.toBe(firstId);
    const elsewhere = await makePerson(other.tenantId, 'lou', ['reviewer', 'admin']);
    expect(await failureOf(approve(elsewhere.ctx, again))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await failureOf(approve(outside, again))).toMatchObject({ code: 'FORBIDDEN' });
    await prisma.teamMember.create({ data: member });
    expect(await failureOf(approve(lou.ctx, again))).toMatchObject({ code: 'FORBIDDEN' });
    await approve(world.rita.ctx, again);
  });

  it('refuses an agent of the same person, and tells it nothing of what it may not see', async () => {
    const { request } = await makeSubmitted(world, 'eyes.agent.read');
    const agent = await makeCatalogAgent(world, 'eyes-agent', ['eyes.agent.read']);
    expect(await failureOf(approve(agent.ctx, request.id))).toMatchObject({ code: 'NOT_FOUND' });
    await approve(world.rita.ctx, request.id);
    await bindInHouse(world.tenantId, world.team, ['eyes.agent.read']);
    expect(await failureOf(approve(agent.ctx, request.id))).toMatchObject({ code: 'FORBIDDEN' });
  });

  it('counts who edited a submitted change, and revokes what was decided before', async () => {
    const { request, capability } = await makeSubmitted(world, 'eyes.edit.read');
    const { prisma } = runtime().db;
    await prisma.changeDecision.create({
      data: {
        tenantId: world.tenantId,
        id: 'dec_before',
        changeRequestId: request.id,
        decision: 'approve',
        decidedBy: world.ravi.actor.userId,
        decidedAt: new Date(),
      },
    });
    const edited = await updateCapability({
      ctx: world.ada.ctx,
      input: {
        capability_id: capability.id,
        changes: { row_version: capability.row_version, title: 'City weather' },
      },
    });
    expect(edited.capability.status).toBe('REVIEW');
    const decision = await prisma.changeDecision.findFirst({ where: { id: 'dec_before' } });
    expect(decision?.revokedAt).not.toBeNull();
    expect(await failureOf(approve(world.ada.ctx, request.id))).toMatchObject({
      code: 'FORBIDDEN',
    });
    expect(
      await failureOf(approve(world.rita.ctx, request.id, { row_version: request.row_version })),
    ).toMatchObject({ code: 'CONFLICT' });
    const outcome = await approve(world.rita.ctx, request.id);
    expect(outcome.capability).toMatchObject({ status: 'PRODUCTION', title: 'City weather' });
    expect(outcome.change_request?.authors.sort()).toEqual(
      [world.ada.actor.userId, world.olga.actor.userId].sort(),
    );
  });

  it('lets one of two approvals at once win', async () => {
    const { request } = await makeSubmitted(world, 'eyes.race.read');
    const results = await Promise.allSettled([
      approve(world.rita.ctx, request.id),
      approve(world.ravi.ctx, request.id),
      approve(world.ada.ctx, request.id),
    ]);
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason.code).toBe('CONFLICT');
    }
    const versions = await runtime().db.prisma.capabilityVersion.count({
      where: { tenantId: world.tenantId, capabilityId: 'eyes.race.read' },
    });
    expect(versions).toBe(1);
  });

  it('lets either the edit or the approval win, never both unseen', async () => {
    const { request, capability } = await makeSubmitted(world, 'eyes.race.edit');
    const [edit, decision] = await Promise.allSettled([
      updateCapability({
        ctx: world.olga.ctx,
        input: {
          capability_id: capability.id,
          changes: { row_version: capability.row_version, title: 'Slipped in' },
        },
      }),
      approve(world.rita.ctx, request.id, { row_version: request.row_version }),
    ]);
    const live = await getCapability({
      ctx: world.rita.ctx,
      input: { capability_id: capability.id },
    });
    if (decision.status === 'fulfilled') expect(live.title).toBe('');
    else expect(live).toMatchObject({ status: 'REVIEW' });
    expect(edit.status === 'fulfilled' && decision.status === 'fulfilled').toBe(false);
  });
});

describe('who may not', () => {
  it('a member of neither team nor role, and another tenant sees nothing', async () => {
    const { request } = await makeSubmitted(world, 'who.may.read');
    expect(await failureOf(move(world.mo.ctx, 'who.may.read', 'DRAFT'))).toMatchObject({
      code: 'FORBIDDEN',
    });
    expect(await failureOf(approve(world.mo.ctx, request.id))).toMatchObject({ code: 'FORBIDDEN' });
    for (const work of [
      () => move(other.ada.ctx, 'who.may.read', 'DRAFT'),
      () => approve(other.rita.ctx, request.id),
      () => getCapability({ ctx: other.ada.ctx, input: { capability_id: 'who.may.read' } }),
    ]) {
      expect(await failureOf(work())).toMatchObject({ code: 'NOT_FOUND' });
    }
  });

  it('an agent finds only what it may discover', async () => {
    await makeLive(world, 'who.agent.seen');
    await makeLive(world, 'who.agent.hidden');
    await bindInHouse(world.tenantId, world.team, ['who.agent.seen', 'who.agent.hidden']);
    const agent = await makeCatalogAgent(world, 'who-agent', ['who.agent.seen']);
    const seen = await getCapability({
      ctx: agent.ctx,
      input: { capability_id: 'who.agent.seen' },
    });
    expect(seen).toMatchObject({ version: '1.0', findings: [], created_by: '' });
    for (const id of ['who.agent.hidden', 'who.agent.nothing']) {
      const failure = await failureOf(
        getCapability({ ctx: agent.ctx, input: { capability_id: id } }),
      );
      expect(failure).toMatchObject({ code: 'NOT_FOUND', message: `No capability "${id}" here.` });
    }
  });
});

describe('sending back', () => {
  it('a reviewer sends back with a reason; its authors stay its authors', async () => {
    const { request } = await makeSubmitted(world, 'back.reviewer.read');
    expect(await failureOf(move(world.rita.ctx, 'back.reviewer.read', 'DRAFT', ' '))).toMatchObject(
      { code: 'VALIDATION', path: 'reason' },
    );
    const outcome = await move(world.rita.ctx, 'back.reviewer.read', 'DRAFT', 'Say the unit.');
    expect(outcome.capability.status).toBe('DRAFT');
    expect(outcome.change_request).toMatchObject({ id: request.id, status: 'REJECTED' });
    const again = await move(world.ada.ctx, 'back.reviewer.read', 'REVIEW');
    expect(again.change_request?.authors).toContain(world.olga.actor.userId);
  });

  it('the owner withdraws', async () => {
    const { request } = await makeSubmitted(world, 'back.owner.read');
    const outcome = await move(world.olga.ctx, 'back.owner.read', 'DRAFT', '');
    expect(outcome.change_request).toMatchObject({ id: request.id, status: 'WITHDRAWN' });
    expect(await auditOf(world.tenantId, 'back.owner.read')).toContain('capability.withdraw');
  });
});
