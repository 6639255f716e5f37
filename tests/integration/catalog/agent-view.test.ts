import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runtime } from '@/lib/runtime';
import { capabilityFilterSchema } from '@/lib/schemas/capabilities';
import { discoverInputSchema } from '@/lib/schemas/discover';
import { announce } from '@/lib/services/announce';
import { getCapability } from '@/lib/services/catalog/get-capability';
import { listCapabilities } from '@/lib/services/catalog/list-capabilities-view';
import { describeCapability } from '@/lib/services/discover/describe-capability';
import { discover } from '@/lib/services/discover/discover';
import { openIncident } from '@/lib/services/incidents/open-incident';
import { archiveProvider } from '@/lib/services/providers/change-provider';
import {
  type CatalogWorld,
  failureOf,
  makeCatalogAgent,
  makeCatalogWorld,
} from '../../support/catalog';
import { indexSettled, makeLiveCapabilities } from '../../support/live-capabilities';
import { createWorld, type World } from '../../support/world';

let test: World;
let world: CatalogWorld;
let agent: Awaited<ReturnType<typeof makeCatalogAgent>>;

/** Capability -> provider; all live, granted by name, and found by one word. */
const MADE = {
  'view.kept.read': 'kept',
  'view.archived.read': 'archived',
  'view.removed.read': 'kept',
  'view.stopped.read': 'kept',
  'view.quarantined.read': 'kept',
  'view.foreign.read': 'kept',
};
const ALL = [...Object.keys(MADE), 'view.alone.read', 'view.skill.use'].sort();

beforeAll(async () => {
  test = await createWorld();
  world = await makeCatalogWorld('view');
  const { tenantId, team } = world;
  await runtime().db.prisma.provider.createMany({
    data: ['kept', 'archived'].map((id) => ({
      tenantId,
      id,
      name: id,
      kind: 'internal',
      location: 'local',
      transport: 'none',
      ownerTeamId: team,
      createdBy: 'test',
    })),
  });
  const description = 'Reads one meadow and changes nothing.';
  await makeLiveCapabilities(tenantId, team, [
    ...Object.entries(MADE).map(([id, providerId]) => ({
      id,
      description,
      binding: { providerId, upstreamName: id },
    })),
    { id: 'view.alone.read', description },
    { id: 'view.skill.use', description, type: 'SKILL' as const },
  ]);
  agent = await makeCatalogAgent(world, 'viewer', ALL);
});
afterAll(() => test?.cleanup());

/** What each verb lets the agent know of. */
async function seenByEachVerb(): Promise<Record<string, string[]>> {
  const { ctx } = agent;
  const input = discoverInputSchema.parse({ query: 'meadow', top_k: 20 });
  const found = await discover({ ctx, input });
  const page = { ...capabilityFilterSchema.parse({}), limit: 50 };
  const listed = await listCapabilities({ ctx, input: page });
  const reachedBy = async (work: (id: string) => Promise<unknown>) => {
    const reached: string[] = [];
    for (const id of ALL) {
      const code = await work(id).then(
        () => null,
        (error: { code: string }) => error.code,
      );
      if (code === null) reached.push(id);
      else expect(code).toBe('NOT_FOUND');
    }
    return reached;
  };
  return {
    discover: found.capabilities.map((item) => item.id).sort(),
    list: listed.items.map((item) => item.id).sort(),
    get: await reachedBy((id) => getCapability({ ctx, input: { capability_id: id } })),
    describe: await reachedBy((id) => describeCapability({ ctx, input: { id } })),
  };
}

const everywhere = (ids: string[]) => ({ discover: ids, list: ids, get: ids, describe: ids });

describe('the verbs agree about what an agent may see', () => {
  it('when all is well', async () => {
    expect(await seenByEachVerb()).toEqual(everywhere(ALL));
  });

  it('and when providers, tools, tenants, incidents and drift take some away', async () => {
    const { tenantId } = world;
    const { prisma } = runtime().db;
    await archiveProvider({ ctx: world.ada.ctx, input: { id: 'archived', row_version: 1 } });
    const bindingOf = (capabilityId: string) => ({ where: { tenantId, capabilityId } });
    const removedAt = new Date();
    await prisma.binding.updateMany({ ...bindingOf('view.removed.read'), data: { removedAt } });
    await prisma.binding.deleteMany(bindingOf('view.alone.read'));
    await prisma.binding.updateMany({
      ...bindingOf('view.foreign.read'),
      data: { forTenantId: 'shared' },
    });
    await prisma.capability.updateMany({
      where: { tenantId, id: 'view.quarantined.read' },
      data: { quarantinedAt: removedAt },
    });
    await openIncident({
      ctx: world.ada.ctx,
      input: { target: { kind: 'capability', id: 'view.stopped.read' }, reason: 'It reads wrong.' },
    });
    await announce('catalog', { tenantId });
    await indexSettled();
    // A skill is instructions: nothing has to carry it out.
    expect(await seenByEachVerb()).toEqual(everywhere(['view.kept.read', 'view.skill.use']));
  });

  it('and tells an admin why one without a provider is hidden', async () => {
    const input = discoverInputSchema.parse({
      query: 'meadow',
      explain: true,
      agent_id: agent.actor.agentId,
    });
    const { hidden } = await discover({ ctx: world.ada.ctx, input });
    for (const id of ['view.archived.read', 'view.removed.read', 'view.alone.read']) {
      expect(hidden?.find((item) => item.id === id)?.reasons).toEqual([
        'No provider offers it: they were archived, or took it away.',
      ]);
    }
  });

  it('to another tenant nothing of it exists', async () => {
    const stranger = await makeCatalogAgent(await makeCatalogWorld('view-other'), 'other', ALL);
    const get = getCapability({ ctx: stranger.ctx, input: { capability_id: 'view.kept.read' } });
    expect(await failureOf(get)).toMatchObject({ code: 'NOT_FOUND' });
  });
});
