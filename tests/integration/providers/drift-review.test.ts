import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runtime } from '@/lib/runtime';
import { decideChangeRequest } from '@/lib/services/catalog/decide-change-request';
import { getChangeRequestView } from '@/lib/services/catalog/get-change-request-view';
import { publishVersion } from '@/lib/services/catalog/publish-version';
import { updateCapability } from '@/lib/services/catalog/update-capability';
import { updateChangeRequest } from '@/lib/services/catalog/update-change-request';
import { syncProvider } from '@/lib/services/providers/sync-provider';
import { auditOf, failureOf } from '@/tests/support/catalog';
import { promote, readCapability, toolOf } from '@/tests/support/providers';
import { makeSyncWorld, type SyncWorld } from '@/tests/support/sync-world';

let world: SyncWorld;

beforeAll(async () => {
  world = await makeSyncWorld('drift-review');
});
afterAll(async () => await world?.cleanup());

const base = toolOf('forecast');
/** The tool, wanting these arguments: each more than the approved one breaks its callers. */
const wanting = (...names: string[]) => {
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
  const inputSchema = { type: 'object', properties, required: names, additionalProperties: false };
  return toolOf('forecast', { inputSchema });
};

const live = (id: string) => world.liveOf(id);
const sync = (id: string) => world.sync(id);
const requestsOf = (provider: string) =>
  runtime().db.prisma.changeRequest.findMany({
    where: {
      tenantId: world.tenantId,
      capabilityId: `${provider}.forecast`,
      kind: { not: 'promote' },
    },
    orderBy: { submittedAt: 'asc' },
  });
const onlyRequest = async (provider: string) => {
  const [request, ...more] = await requestsOf(provider);
  if (!request || more.length > 0) throw new Error('There should be one change request.');
  return request;
};
const driftsOf = async (provider: string) => {
  const where = { tenantId: world.tenantId, capabilityId: `${provider}.forecast` };
  const rows = await runtime().db.prisma.drift.findMany({ where, orderBy: { detectedAt: 'asc' } });
  return rows.map(({ kind, resolution }) => `${kind} ${resolution ?? 'open'}`);
};
const decide = (
  id: string,
  decision: 'approve' | 'reject' | 'withdraw',
  by: 'rita' | 'olga' | 'ada' = 'rita',
) =>
  decideChangeRequest({
    ctx: world[by].ctx,
    input: { change_request_id: id, decision, comment: 'Decided.' },
  });
const capabilityOf = (provider: string) => readCapability(world.tenantId, `${provider}.forecast`);

describe('breaking drift of what is live', () => {
  it('opens one change request, which a second sync neither repeats nor decides', async () => {
    const server = await live('opens');
    const before = await capabilityOf('opens');
    server.replace({ tools: [wanting('city', 'country')] });
    await sync('opens');
    const request = await onlyRequest('opens');
    expect(request).toMatchObject({
      ...{ kind: 'publish', status: 'OPEN', submittedBy: 'sync', authors: [] },
      title: 'Publish forecast 2.0, as opens lists it now',
      reason: expect.stringContaining('country'),
    });
    expect(request.payload).toMatchObject({
      changes: { input_schema: wanting('city', 'country').inputSchema },
      before: { input_schema: base.inputSchema },
      compatibility: { verdict: 'breaking' },
      drift: { provider: 'opens' },
    });
    expect(Object.keys((request.payload as { changes: object }).changes)).toEqual(['input_schema']);
    expect(await auditOf(world.tenantId, request.id)).toEqual(['change_request.open']);
    await sync('opens');
    expect(await onlyRequest('opens')).toEqual(request);
    const { inputSchema, currentMajor, rowVersion } = before;
    expect(await capabilityOf('opens')).toMatchObject({ inputSchema, currentMajor, rowVersion });
  });

  it('approved by any reviewer: the live definition is the next major, the drift is over', async () => {
    const server = await live('approved');
    server.replace({ tools: [wanting('city', 'country')] });
    // Whoever starts the sync writes no part of it.
    await syncProvider({ ctx: world.ada.ctx, input: { id: 'approved' } });
    const { id } = await onlyRequest('approved');
    const input = { change_request_id: id };
    const view = await getChangeRequestView({ ctx: world.ada.ctx, input });
    expect(view).toMatchObject({
      may: { decide: true },
      publish: { verdict: 'breaking', next: '2.0', breaking: true },
    });
    expect(await failureOf(decide(id, 'approve', 'olga'))).toMatchObject({ code: 'FORBIDDEN' });
    await decide(id, 'approve', 'ada');
    const { inputSchema } = wanting('city', 'country');
    expect(await capabilityOf('approved')).toMatchObject({
      ...{ status: 'PRODUCTION', currentMajor: 2, currentMinor: 0, inputSchema },
    });
    const versions = await runtime().db.prisma.capabilityVersion.findMany({
      where: { tenantId: world.tenantId, capabilityId: 'approved.forecast' },
      orderBy: { major: 'asc' },
    });
    expect(versions.map(({ inputSchema: schema }) => schema)).toEqual([
      base.inputSchema,
      inputSchema,
    ]);
    expect(versions[1]?.compatibility).toMatchObject({ verdict: 'breaking' });
    expect(await driftsOf('approved')).toEqual(['schema-breaking adopted']);
    expect(await sync('approved')).toMatchObject({ unchanged: 1, drift: [] });
    expect(await requestsOf('approved')).toHaveLength(1);
  });

  it('rejected: the approved contract stays, and the next sync does not ask again', async () => {
    const server = await live('rejected');
    server.replace({ tools: [wanting('city', 'country')] });
    await sync('rejected');
    await decide((await onlyRequest('rejected')).id, 'reject');
    expect(await capabilityOf('rejected')).toMatchObject({
      ...{ currentMajor: 1, currentMinor: 0, inputSchema: base.inputSchema },
    });
    expect(await driftsOf('rejected')).toEqual(['schema-breaking rejected']);
    await sync('rejected');
    expect((await onlyRequest('rejected')).status).toBe('REJECTED');
    server.replace({ tools: [wanting('city', 'country', 'unit')] });
    await sync('rejected');
    expect((await requestsOf('rejected')).map(({ status }) => status)).toEqual([
      'REJECTED',
      'OPEN',
    ]);
  });

  it('taken back by the owner: still drift, and the next sync does not ask again', async () => {
    const server = await live('taken');
    server.replace({ tools: [wanting('city', 'country')] });
    await sync('taken');
    await decide((await onlyRequest('taken')).id, 'withdraw', 'olga');
    await sync('taken');
    expect((await onlyRequest('taken')).status).toBe('WITHDRAWN');
    const open = { tenantId: world.tenantId, capabilityId: 'taken.forecast', resolvedAt: null };
    expect(await runtime().db.prisma.drift.count({ where: open })).toBe(1);
  });

  it('follows the provider while it is open, and goes when the drift does', async () => {
    const server = await live('follows');
    server.replace({ tools: [wanting('city', 'country')] });
    await sync('follows');
    const first = await onlyRequest('follows');
    server.replace({ tools: [wanting('city', 'unit')] });
    await sync('follows');
    const second = await onlyRequest('follows');
    expect(second).toMatchObject({ id: first.id, status: 'OPEN', rowVersion: 2 });
    expect(second.payload).toMatchObject({
      changes: { input_schema: wanting('city', 'unit').inputSchema },
    });
    server.replace({ tools: [base] });
    await sync('follows');
    expect((await onlyRequest('follows')).status).toBe('WITHDRAWN');
    expect(await auditOf(world.tenantId, first.id)).toEqual([
      ...['change_request.open', 'change_request.update', 'change_request.withdraw'],
    ]);
  });

  it('belongs to who edits it: no sync writes over it, and the editor does not decide', async () => {
    const server = await live('edited');
    server.replace({ tools: [wanting('city', 'country')] });
    await sync('edited');
    const { id, rowVersion: row_version } = await onlyRequest('edited');
    const input = { change_request_id: id, row_version, reason: 'The vendor says so.' };
    await updateChangeRequest({ ctx: world.ada.ctx, input });
    const theirs = await onlyRequest('edited');
    server.replace({ tools: [wanting('city', 'unit')] });
    await sync('edited');
    server.replace({ tools: [base] });
    await sync('edited');
    expect(await onlyRequest('edited')).toEqual(theirs);
    expect(await failureOf(decide(id, 'approve', 'ada'))).toMatchObject({ code: 'FORBIDDEN' });
  });

  it("waits for a person's own publish, and comes once that is decided", async () => {
    const server = await live('waits');
    const body = { description: `${base.description} Metric units.`, reason: '' };
    const own = await publishVersion({
      ctx: world.olga.ctx,
      input: { capability_id: 'waits.forecast', body },
    });
    server.replace({ tools: [wanting('city', 'country')] });
    await sync('waits');
    expect((await onlyRequest('waits')).id).toBe(own.change_request?.id);
    await decide(own.change_request?.id ?? '', 'reject');
    await sync('waits');
    expect((await requestsOf('waits')).map(({ submittedBy }) => submittedBy)).toEqual([
      world.olga.ctx.actor.kind === 'user' ? world.olga.ctx.actor.userId : '',
      'sync',
    ]);
  });

  it('with worse effects: carries the higher risk; the quarantine is another decision', async () => {
    const server = await live('worse');
    const annotations = { destructiveHint: true };
    const description = 'Deletes the forecast of one city, for good.';
    server.replace({ tools: [{ ...wanting('city', 'country'), annotations, description }] });
    await sync('worse');
    const { id, payload } = await onlyRequest('worse');
    expect(payload).toMatchObject({ changes: { risk: 'HIGH', approval_required: true } });
    await decide(id, 'approve');
    const after = await capabilityOf('worse');
    expect(after).toMatchObject({ risk: 'HIGH', approvalRequired: true, annotations });
    expect(after.quarantinedAt).not.toBeNull();
    expect((await driftsOf('worse')).every((drift) => drift.endsWith('adopted'))).toBe(true);
  });

  it('found while it was a draft: asked about once it is live', async () => {
    const server = await world.draftOf('early');
    const { rowVersion: row_version } = await capabilityOf('early');
    const changes = { row_version, tags: ['sky'] };
    await updateCapability({
      ctx: world.olga.ctx,
      input: { capability_id: 'early.forecast', changes },
    });
    server.replace({ tools: [wanting('city', 'country')] });
    await sync('early');
    expect(await requestsOf('early')).toEqual([]);
    await promote(world, 'early.forecast');
    await sync('early');
    expect(await onlyRequest('early')).toMatchObject({ status: 'OPEN', submittedBy: 'sync' });
  });
});
