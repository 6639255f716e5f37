import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runtime } from '@/lib/runtime';
import { capabilityChangesSchema } from '@/lib/schemas/capabilities';
import { decideChangeRequest } from '@/lib/services/catalog/decide-change-request';
import { getChangeRequestView } from '@/lib/services/catalog/get-change-request-view';
import { updateCapability } from '@/lib/services/catalog/update-capability';
import { updateChangeRequest } from '@/lib/services/catalog/update-change-request';
import type { Context } from '@/lib/services/context';
import { decideOffer } from '@/lib/services/ownership/decide-offer';
import { expireOffers } from '@/lib/services/ownership/expire-offers';
import { countOffersForMe, getOffer, listOffers } from '@/lib/services/ownership/list-offers';
import { offerOwnership } from '@/lib/services/ownership/offer-ownership';
import {
  auditOf,
  type CatalogWorld,
  failureOf,
  makeCatalogAgent,
  makeCatalogWorld,
  makeDraft,
  makeLive,
  makePerson,
  makeSubmitted,
  type Person,
} from '../../support/catalog';
import { createTestRuntime, type TestRuntime } from '../../support/db';

let test: TestRuntime;
let world: CatalogWorld;
/** Members of the team that receives. */
let nina: Person;
let noah: Person;

beforeAll(async () => {
  test = await createTestRuntime();
  world = await makeCatalogWorld('own');
  const { tenantId } = world;
  await runtime().db.prisma.team.create({ data: { tenantId, id: 'next', name: 'Next team' } });
  await runtime().db.prisma.team.create({ data: { tenantId, id: 'solo', name: 'Solo' } });
  nina = await makePerson(tenantId, 'nina', ['member'], ['next']);
  noah = await makePerson(tenantId, 'noah', ['member'], ['next']);
});
afterAll(() => test.cleanup());

const target = (
  id: string,
  kind: 'capability' | 'provider' | 'agent' | 'backend' = 'capability',
) => ({
  kind,
  id,
});
const offer = (ctx: Context, id: string, to = 'next') =>
  offerOwnership({ ctx, input: { target: target(id), to, reason: 'We built it for them.' } });
const decide = (
  ctx: Context,
  offerId: string,
  decision: 'accept' | 'decline' | 'withdraw' = 'accept',
) => decideOffer({ ctx, input: { offer_id: offerId, decision, comment: '' } });
const ownerOf = async (id: string) =>
  (
    await runtime().db.prisma.capability.findUniqueOrThrow({
      where: { tenantId_id: { tenantId: world.tenantId, id } },
      select: { ownerTeamId: true },
    })
  ).ownerTeamId;
const toldOf = (person: Person, kind: string) =>
  runtime().db.prisma.notification.count({ where: { userId: person.actor.userId, kind } });

describe('an offer of a draft', () => {
  it('moves it at the yes of the receiving team, and not before', async () => {
    await makeDraft(world, 'own.draft');
    const made = await offer(world.olga.ctx, 'own.draft');
    expect(made).toMatchObject({ status: 'OPEN', missing: ['to'], from: { id: 'core' } });
    expect(await ownerOf('own.draft')).toBe('core');
    expect(await toldOf(nina, 'ownership.offered')).toBe(1);
    expect(await countOffersForMe(nina.ctx)).toBe(1);
    expect(await decide(nina.ctx, made.id)).toMatchObject({ status: 'ACCEPTED', missing: [] });
    expect(await ownerOf('own.draft')).toBe('next');
    expect(await auditOf(world.tenantId, 'own.draft')).toEqual(
      expect.arrayContaining(['ownership.offer', 'ownership.accept']),
    );
    expect(await toldOf(world.olga, 'ownership.decided')).toBe(1);
  });

  it('is what a change of the owner in the form makes', async () => {
    const draft = await makeDraft(world, 'own.form');
    const outcome = await updateCapability({
      ctx: world.olga.ctx,
      input: {
        capability_id: draft.id,
        changes: { row_version: draft.row_version, owner: 'next', title: 'Forecast' },
      },
    });
    expect(outcome).toMatchObject({
      capability: { owner: 'core', title: 'Forecast' },
      ownership_offer: { to: 'next' },
    });
    const again = await updateCapability({
      ctx: world.olga.ctx,
      input: {
        capability_id: draft.id,
        changes: { row_version: outcome.capability.row_version, owner: 'next' },
      },
    });
    expect(again.ownership_offer).toEqual(outcome.ownership_offer);
  });

  it('stays with it under a new id', async () => {
    const draft = await makeDraft(world, 'own.old_name');
    const made = await offer(world.olga.ctx, draft.id);
    await updateCapability({
      ctx: world.olga.ctx,
      input: {
        capability_id: draft.id,
        changes: { row_version: draft.row_version, id: 'own.new_name' },
      },
    });
    await decide(nina.ctx, made.id);
    expect(await ownerOf('own.new_name')).toBe('next');
  });

  it('makes who offered and who agreed authors of what is in review, and revokes approvals', async () => {
    const { request } = await makeSubmitted(world, 'own.review');
    const made = await offer(world.olga.ctx, 'own.review');
    await decide(nina.ctx, made.id);
    const { prisma } = runtime().db;
    const after = await prisma.changeRequest.findUniqueOrThrow({
      where: { tenantId_id: { tenantId: world.tenantId, id: request.id } },
    });
    expect(after.rowVersion).toBeGreaterThan(request.row_version);
    expect(after.authors).toEqual(
      expect.arrayContaining([world.olga.actor.userId, nina.actor.userId]),
    );
  });
});

describe('who may agree', () => {
  it('is never who offered, whichever team they have joined since', async () => {
    await makeDraft(world, 'own.both');
    const both = await makePerson(world.tenantId, 'both', ['admin'], ['core', 'next']);
    const made = await offer(both.ctx, 'own.both');
    expect(made.may).toEqual({ accept: false, decline: true, withdraw: true });
    expect(await failureOf(decide(both.ctx, made.id))).toMatchObject({ code: 'FORBIDDEN' });
    expect(await ownerOf('own.both')).toBe('core');
  });

  it('is a member of the team, not an admin, a reviewer or an agent', async () => {
    await makeDraft(world, 'own.who');
    const made = await offer(world.olga.ctx, 'own.who');
    for (const person of [world.ada, world.rita, world.mo, world.olga]) {
      expect(await failureOf(decide(person.ctx, made.id))).toMatchObject({ code: 'FORBIDDEN' });
    }
    const agent = await makeCatalogAgent(world, 'own-bot');
    expect(await failureOf(decide(agent.ctx, made.id))).toMatchObject({ code: 'FORBIDDEN' });
    const elsewhere = await makeCatalogWorld('own-else');
    expect(await failureOf(decide(elsewhere.ada.ctx, made.id))).toMatchObject({
      code: 'NOT_FOUND',
    });
    const off = { ...nina.ctx, actor: { ...nina.actor, active: false } };
    expect(await failureOf(decide(off, made.id))).toMatchObject({ code: 'FORBIDDEN' });
  });

  it('is also the old team, where an admin offers what it owns', async () => {
    await makeDraft(world, 'own.admin');
    const made = await offer(world.ada.ctx, 'own.admin');
    expect(made.missing).toEqual(['from', 'to']);
    expect(await decide(nina.ctx, made.id)).toMatchObject({ status: 'OPEN', missing: ['from'] });
    expect(await ownerOf('own.admin')).toBe('core');
    expect(await decide(world.olga.ctx, made.id)).toMatchObject({ status: 'ACCEPTED' });
    expect(await ownerOf('own.admin')).toBe('next');
  });

  it('is only the receiving team, where nobody is left in the old one', async () => {
    const { tenantId } = world;
    const { prisma } = runtime().db;
    await prisma.team.create({ data: { tenantId, id: 'gone', name: 'Gone' } });
    await makeDraft(world, 'own.orphan');
    await prisma.capability.updateMany({
      where: { tenantId, id: 'own.orphan' },
      data: { ownerTeamId: 'gone' },
    });
    const made = await offer(world.ada.ctx, 'own.orphan');
    expect(made).toMatchObject({ orphaned: true, missing: ['to'] });
    expect(await failureOf(decide(world.ada.ctx, made.id))).toMatchObject({ code: 'FORBIDDEN' });
    await decide(noah.ctx, made.id);
    expect(await ownerOf('own.orphan')).toBe('next');
  });

  it.each([
    ['a team that is not there', 'nowhere'],
    ['a team without anybody else', 'solo'],
    ['the team that has it', 'core'],
  ])('refuses %s at the field', async (_what, to) => {
    const id = `own.refused_${to}`;
    await makeDraft(world, id);
    expect(await failureOf(offer(world.olga.ctx, id, to))).toMatchObject({ code: 'VALIDATION' });
  });

  it('refuses an offer by somebody who does not own it', async () => {
    await makeDraft(world, 'own.stranger');
    expect(await failureOf(offer(nina.ctx, 'own.stranger'))).toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('an offer of what is live', () => {
  const approve = (id: string) =>
    decideChangeRequest({
      ctx: world.rita.ctx,
      input: { change_request_id: id, decision: 'approve', comment: '' },
    });

  it('is a change request that the receiving team has to agree to first', async () => {
    await makeLive(world, 'own.live');
    const made = await offer(world.olga.ctx, 'own.live');
    const id = made.change_request_id ?? '';
    const view = await getChangeRequestView({
      ctx: world.rita.ctx,
      input: { change_request_id: id },
    });
    expect(view.gates).toMatchObject([{ field: 'owner', severity: 'error' }]);
    expect(await failureOf(approve(id))).toMatchObject({
      code: 'PRECONDITION_FAILED',
      path: 'owner',
    });
    await decide(nina.ctx, made.id);
    expect(await ownerOf('own.live')).toBe('core');
    await approve(id);
    expect(await ownerOf('own.live')).toBe('next');
  });

  it('does not carry the yes of one team over to another', async () => {
    const { prisma } = runtime().db;
    const { tenantId } = world;
    await prisma.team.create({ data: { tenantId, id: 'third', name: 'Third' } });
    const tess = await makePerson(tenantId, 'tess', ['member'], ['third']);
    await makeLive(world, 'own.switch');
    const made = await offer(world.olga.ctx, 'own.switch');
    await decide(nina.ctx, made.id);
    const id = made.change_request_id ?? '';
    const loaded = await prisma.changeRequest.findUniqueOrThrow({
      where: { tenantId_id: { tenantId, id } },
    });
    await updateChangeRequest({
      ctx: world.olga.ctx,
      input: {
        change_request_id: id,
        row_version: loaded.rowVersion,
        changes: capabilityChangesSchema.parse({ owner: 'third' }),
      },
    });
    expect(await getOffer({ ctx: nina.ctx, input: { id: made.id } })).toMatchObject({
      status: 'WITHDRAWN',
    });
    expect(await failureOf(approve(id))).toMatchObject({ path: 'owner' });
    const { items } = await listOffers({
      ctx: tess.ctx,
      input: { limit: 10, status: 'OPEN', team: 'third' },
    });
    await decide(tess.ctx, items[0]?.id ?? '');
    await approve(id);
    expect(await ownerOf('own.switch')).toBe('third');
  });

  it('goes with its change request', async () => {
    await makeLive(world, 'own.taken_back');
    const made = await offer(world.olga.ctx, 'own.taken_back');
    await decideChangeRequest({
      ctx: world.olga.ctx,
      input: {
        change_request_id: made.change_request_id ?? '',
        decision: 'withdraw',
        comment: '',
      },
    });
    expect(await failureOf(decide(nina.ctx, made.id))).toMatchObject({ code: 'CONFLICT' });
  });

  it('becomes one when it went live while it was offered', async () => {
    const { request } = await makeSubmitted(world, 'own.meanwhile');
    const made = await offer(world.olga.ctx, 'own.meanwhile');
    await approve(request.id);
    const done = await decide(nina.ctx, made.id);
    expect(await ownerOf('own.meanwhile')).toBe('core');
    await approve(done.change_request_id ?? '');
    expect(await ownerOf('own.meanwhile')).toBe('next');
  });

  it('is decided by nobody who offered it, also when it went live in between', async () => {
    const { request } = await makeSubmitted(world, 'own.between');
    const made = await offer(world.ada.ctx, 'own.between');
    await approve(request.id);
    await decide(world.olga.ctx, made.id);
    const { change_request_id: id } = await decide(nina.ctx, made.id);
    const input = { change_request_id: id ?? '', decision: 'approve' as const, comment: '' };
    const work = decideChangeRequest({ ctx: world.ada.ctx, input });
    expect(await failureOf(work)).toMatchObject({ code: 'FORBIDDEN' });
    expect(await ownerOf('own.between')).toBe('core');
  });
});

describe('an offer that is over', () => {
  it('is open once, however often it is made', async () => {
    await makeDraft(world, 'own.twice');
    const made = await Promise.allSettled([1, 2, 3].map(() => offer(world.olga.ctx, 'own.twice')));
    expect(made.some((one) => one.status === 'fulfilled')).toBe(true);
    const { tenantId } = world;
    const open = { tenantId, targetId: 'own.twice', status: 'OPEN' };
    expect(await runtime().db.prisma.ownershipOffer.count({ where: open })).toBe(1);
  });

  it('has one winner when two decide at once', async () => {
    await makeDraft(world, 'own.race');
    const made = await offer(world.olga.ctx, 'own.race');
    const both = await Promise.allSettled([
      decide(nina.ctx, made.id, 'accept'),
      decide(noah.ctx, made.id, 'decline'),
    ]);
    expect(both.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    const after = await getOffer({ ctx: nina.ctx, input: { id: made.id } });
    expect(await ownerOf('own.race')).toBe(after.status === 'ACCEPTED' ? 'next' : 'core');
  });

  it('runs out by the clock, and the job writes it down once', async () => {
    await makeDraft(world, 'own.late');
    const made = await offer(world.olga.ctx, 'own.late');
    const later = new Date(Date.parse(made.expires_at) + 1000);
    expect(await failureOf(decide({ ...nina.ctx, now: later }, made.id))).toMatchObject({
      code: 'CONFLICT',
    });
    const done = await Promise.all([expireOffers(later), expireOffers(later)]);
    const ofThis = await auditOf(world.tenantId, 'own.late');
    expect(ofThis.filter((action) => action === 'ownership.expire')).toHaveLength(1);
    expect(done[0] + done[1]).toBeGreaterThan(0);
    expect(await offer({ ...world.olga.ctx, now: later }, 'own.late')).toMatchObject({
      status: 'OPEN',
    });
  });

  it('is no longer to be had when the target has another owner', async () => {
    await makeDraft(world, 'own.elsewhere');
    const made = await offer(world.olga.ctx, 'own.elsewhere');
    await runtime().db.prisma.capability.updateMany({
      where: { tenantId: world.tenantId, id: 'own.elsewhere' },
      data: { ownerTeamId: 'solo' },
    });
    expect(await failureOf(decide(nina.ctx, made.id))).toMatchObject({ code: 'CONFLICT' });
    expect(await ownerOf('own.elsewhere')).toBe('solo');
  });
});

describe('providers, agents and backends', () => {
  it.each(['provider', 'agent', 'backend'] as const)('a %s moves the same way', async (kind) => {
    const { prisma } = runtime().db;
    const { tenantId } = world;
    const row = { tenantId, id: `moved-${kind}`, name: kind, ownerTeamId: 'core' };
    if (kind === 'agent') await prisma.agent.create({ data: row });
    if (kind === 'backend') await prisma.backend.create({ data: row });
    if (kind === 'provider') {
      const rest = {
        kind: 'mcp',
        location: 'remote',
        transport: 'streamable_http',
        endpoint: 'http://127.0.0.1:9/mcp',
      };
      await prisma.provider.create({ data: { ...row, ...rest, createdBy: 'test' } });
    }
    const made = await offerOwnership({
      ctx: world.olga.ctx,
      input: { target: target(row.id, kind), to: 'next', reason: '' },
    });
    await decide(nina.ctx, made.id);
    const where = { tenantId, id: row.id, ownerTeamId: 'next' };
    const counts = {
      agent: () => prisma.agent.count({ where }),
      backend: () => prisma.backend.count({ where }),
      provider: () => prisma.provider.count({ where }),
    };
    expect(await counts[kind]()).toBe(1);
  });
});
