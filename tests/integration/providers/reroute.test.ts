import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProviderEntry } from '@/lib/adapters/mcp';
import { runtime } from '@/lib/runtime';
import { createBinding } from '@/lib/services/catalog/bindings';
import { decideChangeRequest } from '@/lib/services/catalog/decide-change-request';
import { transitionCapability } from '@/lib/services/catalog/transition-capability';
import { outbound } from '@/lib/services/outbound';
import { updateProvider } from '@/lib/services/providers/change-provider';
import { getProviderPage } from '@/lib/services/providers/get-provider-page';
import { registerFileProviders } from '@/lib/services/providers/register-file-providers';
import { type CatalogWorld, failureOf, makeCatalogWorld, makeDraft } from '@/tests/support/catalog';
import type { TestRuntime } from '@/tests/support/db';
import { createProvidersRuntime, makeProvider } from '@/tests/support/providers';

const HERE = 'http://127.0.0.1:9/mcp';
const THERE = 'http://127.0.0.1:10/mcp';

let test: TestRuntime;
let world: CatalogWorld;
let other: CatalogWorld;

beforeAll(async () => {
  test = await createProvidersRuntime();
  world = await makeCatalogWorld('reroute');
  other = await makeCatalogWorld('reroute');
});
afterAll(() => test?.cleanup());

const prisma = () => runtime().db.prisma;

/** A capability of Olga's carried out by a provider; answers its submission. */
async function submitted(id: string, provider: string) {
  await makeDraft(world, id);
  const { ctx } = world.olga;
  const binding = { capability_id: id, provider, upstream_name: id };
  await createBinding({ ctx, input: binding });
  const input = { capability_id: id, to: 'REVIEW' as const, reason: 'Ready.' };
  const { change_request } = await transitionCapability({ ctx: world.olga.ctx, input });
  if (!change_request) throw new Error('A submission makes a change request.');
  return change_request;
}

const approve = (id: string, by = world.rita, row_version?: number) =>
  decideChangeRequest({
    ctx: by.ctx,
    input: { change_request_id: id, decision: 'approve', comment: '', row_version },
  });

async function change(id: string, fields: object, by = world.olga) {
  const where = { tenantId_id: { tenantId: world.tenantId, id } };
  const { rowVersion } = await prisma().provider.findUniqueOrThrow({ where });
  return updateProvider({ ctx: by.ctx, input: { id, row_version: rowVersion, ...fields } });
}

describe('the address of a provider', () => {
  it('moves freely while nothing live goes through it', async () => {
    await makeProvider(world, 'fresh', HERE);
    await makeDraft(world, 'fresh.tool');
    const ctx = world.olga.ctx;
    const binding = { capability_id: 'fresh.tool', provider: 'fresh', upstream_name: 'tool' };
    await createBinding({ ctx, input: binding });
    expect(await change('fresh', { endpoint: THERE })).toMatchObject({ endpoint: THERE });
  });

  it('is nobody’s alone to move once a capability is live, nor is its credential', async () => {
    await makeProvider(world, 'solid', HERE);
    await approve((await submitted('solid.tool', 'solid')).id);
    const fields = { endpoint: THERE, credential_ref: 'env:CAPSTAN_CREDENTIAL_OTHER' };
    for (const person of [world.olga, world.ada]) {
      const failure = await failureOf(change('solid', fields, person));
      expect(failure).toMatchObject({ code: 'PRECONDITION_FAILED' });
      expect(failure.errors.map(({ path }) => path)).toEqual(['endpoint', 'credential_ref']);
      expect(failure.message).toMatch(/"solid\.tool" is live.*Register a new provider/);
    }
    const kept = await change('solid', { endpoint: HERE, name: 'Solid', credential_ref: null });
    expect(kept).toMatchObject({ endpoint: HERE, name: 'Solid', credential_ref: null });
    const page = await getProviderPage({ ctx: world.olga.ctx, input: { id: 'solid' } });
    expect(page.why_fixed.endpoint).toContain('"solid.tool"');
    expect(page.why_fixed.credential_ref).toContain('"solid.tool"');
  });

  it('stays while the server only hides the tool from a sync', async () => {
    await makeProvider(world, 'hiding', HERE);
    await approve((await submitted('hiding.tool', 'hiding')).id);
    const where = { tenantId: world.tenantId, providerId: 'hiding' };
    await prisma().binding.updateMany({ where, data: { removedAt: new Date() } });
    const moved = change('hiding', { endpoint: THERE });
    expect(await failureOf(moved)).toMatchObject({ code: 'PRECONDITION_FAILED' });
  });

  it('moves again when what was live has ended', async () => {
    await makeProvider(world, 'ended', HERE);
    await approve((await submitted('ended.tool', 'ended')).id);
    const where = { tenantId: world.tenantId, id: 'ended.tool' };
    await prisma().capability.updateMany({ where, data: { status: 'DEPRECATED' } });
    const early = change('ended', { endpoint: THERE });
    expect(await failureOf(early)).toMatchObject({ code: 'PRECONDITION_FAILED' });
    await prisma().capability.updateMany({ where, data: { status: 'DISABLED' } });
    expect(await change('ended', { endpoint: THERE })).toMatchObject({ endpoint: THERE });
  });

  it('is a part of what a reviewer decides on: who moves it is an author', async () => {
    await makeProvider(world, 'moving', HERE);
    const request = await submitted('moving.tool', 'moving');
    await change('moving', { endpoint: THERE }, world.ada);
    const unseen = approve(request.id, world.rita, request.row_version);
    expect(await failureOf(unseen)).toMatchObject({ code: 'CONFLICT' });
    expect(await failureOf(approve(request.id, world.ada))).toMatchObject({ code: 'FORBIDDEN' });
    const { change_request } = await approve(request.id);
    expect(change_request?.authors).toContain(world.ada.actor.userId);
  });

  it('does not move behind an approval under way', async () => {
    await makeProvider(world, 'racing', HERE);
    const request = await submitted('racing.tool', 'racing');
    const [moved, approved] = await Promise.allSettled([
      change('racing', { endpoint: THERE }),
      approve(request.id, world.rita, request.row_version),
    ]);
    expect([moved.status, approved.status].sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('of another tenant’s provider is not there', async () => {
    const attempt = updateProvider({
      ctx: other.ada.ctx,
      input: { id: 'solid', row_version: 1, endpoint: THERE },
    });
    expect(await failureOf(attempt)).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('the providers file', () => {
  const entry = (over: Partial<ProviderEntry> = {}): ProviderEntry => ({
    id: 'filed',
    name: 'Filed',
    kind: 'mcp',
    tenant: world.tenantId,
    ownerTeam: world.team,
    defaultTags: [],
    riskFloor: 'LOW',
    backend: null,
    location: 'local',
    endpoint: { kind: 'stdio', command: 'node', args: ['one.mjs'], env: { KEY: 'v' }, secrets: {} },
    ...over,
  });
  async function start(...entries: ProviderEntry[]) {
    outbound.set({ ...outbound.get(), entries });
    await registerFileProviders();
    const rows = await prisma().auditEvent.findMany({
      where: { tenantId: world.tenantId, targetKind: 'provider', targetId: 'filed' },
      orderBy: [{ at: 'asc' }, { id: 'asc' }],
    });
    return rows;
  }

  it('may send live ones elsewhere, and the trail names them without saying the command', async () => {
    expect(await start(entry())).toHaveLength(1);
    expect(await start(entry())).toHaveLength(1);
    await approve((await submitted('filed.tool', 'filed')).id);
    const other = { kind: 'stdio', command: 'node', args: ['two.mjs'], env: {}, secrets: {} };
    const rows = await start(entry({ endpoint: { ...other, kind: 'stdio' } }));
    expect(rows.map(({ action }) => action)).toEqual(['provider.register', 'provider.update']);
    expect(rows[1]).toMatchObject({ actorKind: 'system', after: { rerouted: ['filed.tool'] } });
    expect(JSON.stringify(rows)).not.toContain('two.mjs');
    const renamed = await start(entry({ name: 'New name', endpoint: { ...other, kind: 'stdio' } }));
    expect(renamed[2]).toMatchObject({ before: { name: 'Filed' }, after: { name: 'New name' } });
  });
});
