import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SHARED_TENANT } from '@/lib/core/shared/domain';
import { runtime } from '@/lib/runtime';
import { bulkTriageSchema } from '@/lib/schemas/capabilities';
import { attestCapability } from '@/lib/services/catalog/attest-capability';
import { bulkTriage } from '@/lib/services/catalog/bulk-triage';
import { createCapability } from '@/lib/services/catalog/create-capability';
import { dismissCapability } from '@/lib/services/catalog/dismiss-capability';
import { getCapabilityView } from '@/lib/services/catalog/get-capability-view';
import { updateCapability } from '@/lib/services/catalog/update-capability';
import { updateSettings } from '@/lib/services/settings/update-settings';
import {
  auditOf,
  type CatalogWorld,
  contextOf,
  draftInput,
  failureOf,
  makeCatalogAgent,
  makeCatalogWorld,
  makeDraft,
  makeLive,
  makePerson,
} from '../../support/catalog';
import { createTestRuntime, type TestRuntime } from '../../support/db';

let test: TestRuntime;
let world: CatalogWorld;
let other: CatalogWorld;

beforeAll(async () => {
  test = await createTestRuntime();
  world = await makeCatalogWorld('rec');
  other = await makeCatalogWorld('rec-other');
});
afterAll(async () => await test.cleanup());

describe('registering', () => {
  it('makes a draft of the owner team, with its author, surface id and audit row', async () => {
    const made = await makeDraft(world, 'mail.message.send', { type: 'NATIVE_TOOL' });
    expect(made).toMatchObject({
      status: 'DRAFT',
      owner: 'core',
      surface: 'tool',
      surface_id: 'internal:local:tool:send',
      version: null,
      row_version: 1,
    });
    expect(made.schema_hash).toMatch(/^sha256:[0-9a-f]{64}$/);
    const authors = await runtime().db.prisma.capabilityAuthor.findMany({
      where: { tenantId: world.tenantId, capabilityId: made.id },
    });
    expect(authors.map((row) => row.userId)).toEqual([world.olga.actor.userId]);
    expect(await auditOf(world.tenantId, made.id)).toEqual(['capability.create']);
  });

  it('lints what is written', async () => {
    const made = await makeDraft(world, 'mail.message.best', {
      description: 'The best and most powerful mail tool ever.',
    });
    expect(made.findings.map((finding) => finding.rule)).toContain('marketing');
    expect(made.findings.every((finding) => finding.path === 'description')).toBe(true);
  });

  it('names a schema that does not compile at its field', async () => {
    const made = await makeDraft(world, 'mail.message.broken', {
      input_schema: { type: 'object', properties: { a: { type: 'nonsense' } } },
    });
    expect(made.findings).toContainEqual(
      expect.objectContaining({ rule: 'schema-invalid', path: 'input_schema', severity: 'error' }),
    );
  });

  it('refuses wrong people, agents and teams', async () => {
    const input = draftInput('mail.message.no');
    expect(await failureOf(createCapability({ ctx: world.mo.ctx, input }))).toMatchObject({
      code: 'FORBIDDEN',
    });
    const agent = await makeCatalogAgent(world, 'rec-agent');
    expect(await failureOf(createCapability({ ctx: agent.ctx, input }))).toMatchObject({
      code: 'FORBIDDEN',
    });
    const nowhere = { ...input, owner: 'nowhere' };
    expect(await failureOf(createCapability({ ctx: world.ada.ctx, input: nowhere }))).toMatchObject(
      { code: 'VALIDATION', path: 'owner' },
    );
  });
});

describe('ids', () => {
  const create = (where: CatalogWorld, id: string) =>
    createCapability({ ctx: where.ada.ctx, input: draftInput(id) });

  it('are never reused, also not after a rename', async () => {
    const made = await makeDraft(world, 'ids.first.name');
    await updateCapability({
      ctx: world.olga.ctx,
      input: {
        capability_id: made.id,
        changes: { row_version: made.row_version, id: 'ids.second.name' },
      },
    });
    expect(await auditOf(world.tenantId, 'ids.second.name')).toContain('capability.rename');
    for (const id of ['ids.first.name', 'ids.second.name']) {
      expect(await failureOf(create(world, id))).toMatchObject({ code: 'VALIDATION', path: 'id' });
    }
    const again = await makeDraft(world, 'ids.third.name');
    const rename = updateCapability({
      ctx: world.olga.ctx,
      input: {
        capability_id: again.id,
        changes: { row_version: again.row_version, id: 'ids.first.name' },
      },
    });
    expect(await failureOf(rename)).toMatchObject({ code: 'VALIDATION', path: 'id' });
  });

  it('in shared are taken for all; two tenants may use the same one', async () => {
    await runtime().db.prisma.team.create({
      data: { tenantId: SHARED_TENANT, id: 'core', name: 'Core' },
    });
    const root = await makePerson(SHARED_TENANT, 'root', ['admin']);
    await createCapability({ ctx: root.ctx, input: draftInput('ids.shared.one') });
    expect(await failureOf(create(world, 'ids.shared.one'))).toMatchObject({ path: 'id' });
    await create(world, 'ids.both.tenants');
    await create(other, 'ids.both.tenants');
    const inShared = createCapability({ ctx: root.ctx, input: draftInput('ids.both.tenants') });
    expect(await failureOf(inShared)).toMatchObject({ path: 'id' });
  });

  it('go to one of two who ask at once; the other gets the field error', async () => {
    const results = await Promise.allSettled([
      create(world, 'ids.at.once'),
      create(world, 'ids.at.once'),
    ]);
    const lost = results.find((result) => result.status === 'rejected');
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    expect(lost?.reason).toMatchObject({ code: 'VALIDATION' });
    expect(lost?.reason.details.errors[0].path).toBe('id');
  });

  it('are fixed once submitted', async () => {
    const live = await makeLive(world, 'ids.live.fixed');
    const rename = updateCapability({
      ctx: world.olga.ctx,
      input: {
        capability_id: live.id,
        changes: { row_version: live.row_version, id: 'ids.live.moved' },
      },
    });
    expect(await failureOf(rename)).toMatchObject({ code: 'VALIDATION', path: 'id' });
  });
});

describe('editing', () => {
  const edit = (ctx: typeof world.olga.ctx, id: string, row_version: number, changes: object) =>
    updateCapability({ ctx, input: { capability_id: id, changes: { row_version, ...changes } } });

  it('writes only what differs, and says so in the trail', async () => {
    const made = await makeDraft(world, 'edit.only.diff');
    const same = await edit(world.olga.ctx, made.id, made.row_version, { name: made.name });
    expect(same.capability.row_version).toBe(made.row_version);
    const changed = await edit(world.ada.ctx, made.id, made.row_version, {
      name: made.name,
      risk: 'MEDIUM',
      tags: ['Weather', 'weather'].map((tag) => tag.toLowerCase()),
    });
    expect(changed.capability).toMatchObject({ risk: 'MEDIUM', row_version: 2 });
    const event = await runtime().db.prisma.auditEvent.findFirst({
      where: { tenantId: world.tenantId, targetId: made.id, action: 'capability.update' },
    });
    expect(event?.before).toEqual({ risk: 'LOW', tags: [] });
    expect(event?.actorId).toBe(world.ada.actor.userId);
  });

  it('loses no update: the second of two is told', async () => {
    const made = await makeDraft(world, 'edit.lost.race');
    const results = await Promise.allSettled([
      edit(world.olga.ctx, made.id, made.row_version, { title: 'One' }),
      edit(world.ada.ctx, made.id, made.row_version, { title: 'Two' }),
    ]);
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(
      await failureOf(edit(world.ada.ctx, made.id, made.row_version, { title: 'Three' })),
    ).toMatchObject({ code: 'CONFLICT' });
  });

  it('refuses who may not, and hides it from another tenant', async () => {
    const made = await makeDraft(world, 'edit.not.mine');
    expect(await failureOf(edit(world.mo.ctx, made.id, 1, { title: 'x' }))).toMatchObject({
      code: 'FORBIDDEN',
    });
    expect(await failureOf(edit(other.ada.ctx, made.id, 1, { title: 'x' }))).toMatchObject({
      code: 'NOT_FOUND',
    });
    const idle = contextOf({ ...world.olga.actor, active: false }, world.tenantId);
    expect(await failureOf(edit(idle, made.id, 1, { title: 'x' }))).toMatchObject({
      code: 'FORBIDDEN',
    });
  });
});

describe('bulk triage', () => {
  it('does each by itself: one failure never blocks the others', async () => {
    const ids = ['bulk.one.a', 'bulk.one.b', 'bulk.one.c'];
    for (const id of ids) await makeDraft(world, id);
    await dismissCapability({
      ctx: world.olga.ctx,
      input: { capability_id: 'bulk.one.b', dismissed: true },
    });
    const run = (input: object) =>
      bulkTriage({ ctx: world.olga.ctx, input: bulkTriageSchema.parse(input) });
    const edited = await run({
      act: 'edit',
      ids: [...ids, 'bulk.no.such'],
      risk: 'MEDIUM',
      add_tags: ['new'],
    });
    expect(edited).toMatchObject({ done: 3, failed: 1 });
    expect(edited.results.at(-1)).toMatchObject({ id: 'bulk.no.such', code: 'NOT_FOUND' });
    const submitted = await run({ act: 'submit', ids });
    expect(submitted.results.map((result) => result.ok)).toEqual([true, false, true]);
    expect(await auditOf(world.tenantId, 'bulk.one.a')).toEqual([
      'capability.create',
      'capability.update',
      'capability.submit',
    ]);
    expect(await auditOf(world.tenantId, 'bulk.one.b')).toEqual([
      'capability.create',
      'capability.dismiss',
      'capability.update',
    ]);
    const dismissed = await run({ act: 'dismiss', ids: ['bulk.one.a'] });
    expect(dismissed.results[0]).toMatchObject({ ok: false, code: 'PRECONDITION_FAILED' });
  });
});

describe('attesting and the page', () => {
  it('counts the days its tenant has set, from a promotion and from an attestation', async () => {
    const strict = await makeCatalogWorld('attest');
    const set = (recertify_days: number, row_version: number) =>
      updateSettings({ ctx: strict.ada.ctx, input: { recertify_days, row_version } });
    const daysUntil = (at: string | null | undefined) =>
      Math.round((Date.parse(at ?? '') - Date.now()) / 86_400_000);
    const { row_version } = await set(30, 0);
    const promoted = await makeLive(strict, 'attest.days.a');
    expect(daysUntil(promoted.recertify_by)).toBe(30);
    await set(7, row_version);
    const input = { capability_id: 'attest.days.a' };
    const attested = await attestCapability({ ctx: strict.olga.ctx, input });
    expect(daysUntil(attested.recertify_by)).toBe(7);
  });

  it('moves the recertification date and keeps the submission valid', async () => {
    const made = await makeDraft(world, 'attest.one.a');
    const attested = await attestCapability({
      ctx: world.olga.ctx,
      input: { capability_id: made.id },
    });
    const days = (Date.parse(attested.recertify_by ?? '') - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(180);
    expect(await auditOf(world.tenantId, made.id)).toContain('capability.attest');
    expect(
      await failureOf(attestCapability({ ctx: world.rita.ctx, input: { capability_id: made.id } })),
    ).toMatchObject({ code: 'FORBIDDEN' });
  });

  it('answers one object with everything the page shows', async () => {
    await makeLive(world, 'page.view.one', { tags: ['seen'] });
    await makeCatalogAgent(world, 'page-agent', ['page.view.one']);
    const input = { capability_id: 'page.view.one' };
    const view = await getCapabilityView({ ctx: world.ada.ctx, input });
    expect(view).toMatchObject({
      owner_name: 'Core team',
      capability: { status: 'PRODUCTION', version: '1.0' },
      calls: { calls24h: 0 },
      next: null,
    });
    expect(view.versions).toHaveLength(1);
    expect(view.access.map((row) => row.agent_id)).toEqual(['page-agent']);
    expect(view.history?.map((row) => row.action)).toContain('capability.promote');
    const asMember = await getCapabilityView({ ctx: world.mo.ctx, input });
    expect(asMember.history).toBeNull();
    expect(asMember.may.edit).toBe(false);
  });
});
