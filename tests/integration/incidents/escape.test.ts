import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProviderEntry } from '@/lib/adapters/mcp';
import { createBinding } from '@/lib/services/catalog/bindings';
import { openIncident } from '@/lib/services/incidents/open-incident';
import { restoreIncident } from '@/lib/services/incidents/restore-incident';
import { outbound } from '@/lib/services/outbound';
import { createBackend } from '@/lib/services/providers/backends';
import { archiveProvider, updateProvider } from '@/lib/services/providers/change-provider';
import { registerFileProviders } from '@/lib/services/providers/register-file-providers';
import { type CatalogWorld, failureOf, makeCatalogWorld, makeDraft } from '@/tests/support/catalog';
import { makeProvider } from '@/tests/support/providers';
import { createWorld, type World } from '@/tests/support/world';

let world: World;
let people: CatalogWorld;
let other: CatalogWorld;
let serial = 0;

beforeAll(async () => {
  world = await createWorld();
  people = await makeCatalogWorld('escape');
  other = await makeCatalogWorld('escape');
});
afterAll(() => world?.cleanup());

function address(): string {
  serial += 1;
  return `http://127.0.0.1:9/escape${serial}/mcp`;
}

async function stop(kind: 'provider' | 'backend', id: string): Promise<string> {
  const input = { target: { kind, id }, reason: 'It sends data away.' };
  return (await openIncident({ ctx: people.ada.ctx, input })).id;
}

describe('an open incident on a provider', () => {
  it('is not escaped by another id for its address, until a second person restores it', async () => {
    const at = address();
    const { row_version } = await makeProvider(people, 'mail', at);
    const elsewhere = await makeProvider(people, 'calm', address());
    const incident = await stop('provider', 'mail');
    for (const again of [at, `${at}/?x=1`, at.replace('127', '%31%32%37')]) {
      const failure = await failureOf(makeProvider(people, 'mail2', again));
      expect(failure).toMatchObject({ code: 'PRECONDITION_FAILED', path: 'endpoint' });
      expect(failure.message).toContain(`"mail", which incident ${incident} stops`);
    }
    const input = { id: 'calm', row_version: elsewhere.row_version, endpoint: at };
    expect(await failureOf(updateProvider({ ctx: people.olga.ctx, input }))).toMatchObject({
      code: 'PRECONDITION_FAILED',
      path: 'endpoint',
    });
    // Neither does archiving the stopped one free its address.
    await archiveProvider({ ctx: people.olga.ctx, input: { id: 'mail', row_version } });
    expect(await failureOf(makeProvider(people, 'mail2', at))).toMatchObject({ path: 'endpoint' });
    // The incident is this tenant's: another one's providers are its own affair.
    expect(await makeProvider(other, 'mail', at)).toMatchObject({ endpoint: at });

    const restore = { id: incident, reason: 'Repaired.' };
    await restoreIncident({ ctx: people.rita.ctx, input: restore });
    expect(await makeProvider(people, 'mail2', at)).toMatchObject({ endpoint: at });
  });

  it('keeps capabilities from being bound to it, or to a twin registered before', async () => {
    const at = address();
    await makeProvider(people, 'first', at);
    await makeProvider(people, 'twin', at);
    await makeDraft(people, 'escape.bound');
    const incident = await stop('provider', 'first');
    for (const provider of ['first', 'twin']) {
      const binding = { capability_id: 'escape.bound', provider, upstream_name: 'bound' };
      const failure = await failureOf(createBinding({ ctx: people.olga.ctx, input: binding }));
      expect(failure).toMatchObject({ code: 'PRECONDITION_FAILED', path: 'provider' });
      expect(failure.message).toContain(incident);
    }
  });

  it('counts through its backend as well', async () => {
    const at = address();
    const input = { id: 'silo', name: 'Silo', description: '', owner: 'core' };
    await createBackend({ ctx: people.olga.ctx, input });
    await makeProvider(people, 'behind', at, { backend: 'silo' });
    await stop('backend', 'silo');
    expect(await failureOf(makeProvider(people, 'behind2', at))).toMatchObject({
      code: 'PRECONDITION_FAILED',
      path: 'endpoint',
    });
  });

  it('leaves a new entry of the providers file out, and the others in', async () => {
    const at = address();
    await makeProvider(people, 'filed', at);
    await stop('provider', 'filed');
    const entry = (id: string, url: string): ProviderEntry => ({
      id,
      name: id,
      kind: 'mcp',
      tenant: people.tenantId,
      ownerTeam: people.team,
      defaultTags: [],
      riskFloor: 'LOW',
      backend: null,
      location: 'remote',
      endpoint: { kind: 'http', url, headersFromSecret: {} },
    });
    const entries = [entry('from-file', at), entry('harmless', address())];
    outbound.set({ ...outbound.get(), entries });
    await registerFileProviders();
    const rows = await world.db.prisma.provider.findMany({
      where: { tenantId: people.tenantId, source: 'file' },
      select: { id: true },
    });
    expect(rows).toEqual([{ id: 'harmless' }]);
  });
});
