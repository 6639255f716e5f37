import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '@/lib/http/app';
import { runtime } from '@/lib/runtime';
import { createProviderSchema, updateProviderSchema } from '@/lib/schemas/providers';
import { createBackend, getBackend, updateBackend } from '@/lib/services/providers/backends';
import {
  archiveProvider,
  createProvider,
  updateProvider,
} from '@/lib/services/providers/change-provider';
import { getProvider } from '@/lib/services/providers/get-provider';
import { getProviderPage } from '@/lib/services/providers/get-provider-page';
import { listProvidersTable } from '@/lib/services/providers/list-providers-table-view';
import {
  auditOf,
  type CatalogWorld,
  failureOf,
  makeCatalogAgent,
  makeCatalogWorld,
} from '@/tests/support/catalog';
import type { TestRuntime } from '@/tests/support/db';
import { createProvidersRuntime, makeProvider } from '@/tests/support/providers';

let test: TestRuntime;
let world: CatalogWorld;
let other: CatalogWorld;
const ADDRESS = 'http://127.0.0.1:9/mcp';

beforeAll(async () => {
  test = await createProvidersRuntime({ CAPSTAN_EGRESS_ALLOW: '127.0.0.1' });
  world = await makeCatalogWorld('providers');
  other = await makeCatalogWorld('providers');
});
afterAll(() => test?.cleanup());

const inputOf = (over: Record<string, unknown>) =>
  createProviderSchema.parse({ id: 'p', name: 'P', endpoint: ADDRESS, owner: 'core', ...over });
const create = (over: Record<string, unknown>) =>
  createProvider({ ctx: world.olga.ctx, input: inputOf(over) });

describe('registering a provider', () => {
  it('keeps it, with an audit line, in the tenant of who registers', async () => {
    const made = await create({ id: 'first', default_tags: ['a'], risk_floor: 'MEDIUM' });
    expect(made).toMatchObject({
      id: 'first',
      tenant_id: world.tenantId,
      transport: 'streamable_http',
      source: 'catalog',
      health: 'UNKNOWN',
      risk_floor: 'MEDIUM',
    });
    expect(await auditOf(world.tenantId, 'first')).toEqual(['provider.register']);
    expect(await failureOf(create({ id: 'first' }))).toMatchObject({
      code: 'VALIDATION',
      path: 'id',
    });
  });

  it('is for owners and admins', async () => {
    const attempt = (ctx: typeof world.mo.ctx) =>
      failureOf(createProvider({ ctx, input: inputOf({ id: 'nope' }) }));
    expect(await attempt(world.mo.ctx)).toMatchObject({ code: 'FORBIDDEN' });
    expect(await attempt(world.rita.ctx)).toMatchObject({ code: 'FORBIDDEN' });
  });

  it.each([
    ['http://10.0.0.7/mcp', 'private'],
    ['http://169.254.169.254/latest/meta-data', 'metadata'],
    ['http://[::1]:3000/mcp', 'loopback'],
    ['http://192.168.1.10/mcp', 'private'],
  ])('refuses %s (%s)', async (endpoint) => {
    expect(await failureOf(create({ id: 'inner', endpoint }))).toMatchObject({
      code: 'VALIDATION',
      path: 'endpoint',
    });
  });

  it('takes a credential by the name of a variable set aside for it, and nothing else', () => {
    const parse = (credential_ref: string) =>
      createProviderSchema.safeParse({ ...inputOf({}), credential_ref }).success;
    expect(parse('env:CAPSTAN_CREDENTIAL_GITHUB')).toBe(true);
    for (const bad of ['env:CAPSTAN_SECRET', 'file:/etc/passwd', 'sk-123', 'env:PATH']) {
      expect(parse(bad)).toBe(false);
    }
  });

  it('names the team or backend that does not exist', async () => {
    expect(await failureOf(create({ id: 'x', backend: 'nowhere' }))).toMatchObject({
      code: 'VALIDATION',
      path: 'backend',
    });
    const ctx = world.ada.ctx;
    const failure = failureOf(
      createProvider({ ctx, input: inputOf({ id: 'x', owner: 'ghosts' }) }),
    );
    expect(await failure).toMatchObject({ code: 'VALIDATION' });
  });
});

describe('commands', () => {
  it('cannot be registered through the REST door', async () => {
    const app = buildApp();
    const response = await app.fetch(
      new Request('http://127.0.0.1:3000/api/v1/providers', {
        method: 'POST',
        headers: {
          authorization: `Bearer ${world.olga.token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({
          id: 'shell',
          name: 'Shell',
          owner: 'core',
          transport: 'stdio',
          command: 'sh',
          args: ['-c', 'id'],
        }),
      }),
    );
    expect(response.status).toBe(422);
    const key = { tenantId_id: { tenantId: world.tenantId, id: 'shell' } };
    expect(await runtime().db.prisma.provider.findUnique({ where: key })).toBeNull();
  });
});

describe('changing a provider', () => {
  it('writes an audit line with before and after; the second of two writers loses', async () => {
    const made = await makeProvider(world, 'change', ADDRESS);
    const edit = (name: string) =>
      updateProvider({
        ctx: world.olga.ctx,
        input: {
          ...updateProviderSchema.parse({ row_version: made.row_version, name }),
          id: 'change',
        },
      });
    const results = await Promise.allSettled([edit('One'), edit('Two')]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const lost = results.find((item) => item.status === 'rejected');
    expect(lost).toMatchObject({ reason: { code: 'CONFLICT' } });
    const audit = await auditOf(world.tenantId, 'change');
    expect(audit).toEqual(['provider.register', 'provider.update']);
  });

  it('leaves to the providers file what the file says', async () => {
    const made = await makeProvider(world, 'filed', ADDRESS);
    const where = { tenantId: world.tenantId, id: 'filed' };
    await runtime().db.prisma.provider.updateMany({ where, data: { source: 'file' } });
    const { row_version } = made;
    const ctx = world.olga.ctx;
    const rename = updateProvider({ ctx, input: { id: 'filed', row_version, name: 'Mine' } });
    expect(await failureOf(rename)).toMatchObject({ code: 'VALIDATION', path: 'name' });
    const described = await updateProvider({
      ctx,
      input: { id: 'filed', row_version, description: 'Ours.', sync_every_seconds: 300 },
    });
    expect(described).toMatchObject({ description: 'Ours.', sync_every_seconds: 300 });
    const gone = archiveProvider({ ctx, input: { id: 'filed', row_version: row_version + 1 } });
    expect(await failureOf(gone)).toMatchObject({ code: 'PRECONDITION_FAILED' });
  });

  it('archives: out of the lists, its id stays taken', async () => {
    const { row_version } = await makeProvider(world, 'old', ADDRESS);
    await archiveProvider({ ctx: world.olga.ctx, input: { id: 'old', row_version } });
    const read = getProvider({ ctx: world.olga.ctx, input: { id: 'old' } });
    expect(await failureOf(read)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await failureOf(create({ id: 'old' }))).toMatchObject({ path: 'id' });
    expect(await auditOf(world.tenantId, 'old')).toContain('provider.archive');
  });

  it("answers NOT_FOUND for another tenant's, on every verb", async () => {
    const { row_version } = await makeProvider(world, 'mine', ADDRESS);
    const ctx = other.ada.ctx;
    const attempts = [
      () => getProvider({ ctx, input: { id: 'mine' } }),
      () => getProviderPage({ ctx, input: { id: 'mine' } }),
      () => updateProvider({ ctx, input: { id: 'mine', row_version, name: 'Taken' } }),
      () => archiveProvider({ ctx, input: { id: 'mine', row_version } }),
    ];
    for (const attempt of attempts) {
      expect(await failureOf(attempt())).toMatchObject({ code: 'NOT_FOUND' });
    }
  });
});

describe('the table', () => {
  const query = { q: '', sort: { id: 'name', desc: false }, filters: {}, page: 1, pageSize: 50 };

  it('filters, searches, sorts, and says who may sync', async () => {
    await makeProvider(world, 'zulu', ADDRESS, { name: 'zulu two' });
    const all = await listProvidersTable({ ctx: world.mo.ctx, input: query });
    expect(all.total).toBe(all.rows.length);
    expect(all.rows.every((row) => !row.may_sync && row.owner_name === 'Core team')).toBe(true);
    const desc = { ...query, sort: { id: 'name', desc: true } };
    const [last] = (await listProvidersTable({ ctx: world.olga.ctx, input: desc })).rows;
    expect(last).toMatchObject({ id: 'zulu', may_sync: true, sync: null });
    const found = await listProvidersTable({ ctx: world.mo.ctx, input: { ...query, q: 'ZULU T' } });
    expect(found.rows.map(({ id }) => id)).toEqual(['zulu']);
    const filters = { health: ['UNHEALTHY'] };
    const sick = await listProvidersTable({ ctx: world.mo.ctx, input: { ...query, filters } });
    expect(sick).toEqual({ rows: [], total: 0 });
    const foreign = await listProvidersTable({ ctx: other.ada.ctx, input: query });
    expect(foreign.rows.map(({ id }) => id)).not.toContain('zulu');
  });

  it('is for people', async () => {
    const { ctx } = await makeCatalogAgent(world, 'robot');
    const refused = failureOf(listProvidersTable({ ctx, input: query }));
    expect(await refused).toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('backends', () => {
  it('are registered, changed under a version, and audited; others may not', async () => {
    const ctx = world.olga.ctx;
    const input = { id: 'orders', name: 'Orders', description: '', owner: 'core' };
    const made = await createBackend({ ctx, input });
    expect(made).toMatchObject({ id: 'orders', providers: [] });
    expect(await failureOf(createBackend({ ctx, input }))).toMatchObject({ path: 'id' });
    const refused = createBackend({ ctx: world.mo.ctx, input: { ...input, id: 'other' } });
    expect(await failureOf(refused)).toMatchObject({ code: 'FORBIDDEN' });
    await makeProvider(world, 'orders-api', ADDRESS, { backend: 'orders' });
    expect((await getBackend({ ctx, input: { id: 'orders' } })).providers).toEqual(['orders-api']);
    const { row_version } = made;
    await updateBackend({ ctx, input: { id: 'orders', row_version, name: 'Orders DB' } });
    const late = updateBackend({ ctx, input: { id: 'orders', row_version, name: 'Late' } });
    expect(await failureOf(late)).toMatchObject({ code: 'CONFLICT' });
    const foreign = getBackend({ ctx: other.ada.ctx, input: { id: 'orders' } });
    expect(await failureOf(foreign)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await auditOf(world.tenantId, 'orders')).toEqual(['backend.register', 'backend.update']);
  });
});
