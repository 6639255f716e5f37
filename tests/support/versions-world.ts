import type { JsonObject } from '@/lib/core/shared/json';
import { runtime } from '@/lib/runtime';
import { deprecationBodySchema } from '@/lib/schemas/deprecation';
import { discoverInputSchema } from '@/lib/schemas/discover';
import { announce } from '@/lib/services/announce';
import { decideChangeRequest } from '@/lib/services/catalog/decide-change-request';
import { deprecateCapability } from '@/lib/services/catalog/deprecate-capability';
import { publishVersion } from '@/lib/services/catalog/publish-version';
import type { Context } from '@/lib/services/context';
import { discover } from '@/lib/services/discover/discover';
import { newId } from '@/lib/services/ids';
import { invokeCapability } from '@/lib/services/invoke/invoke-capability';
import { type CatalogWorld, makeCatalogWorld, makeLive } from './catalog';
import { indexSettled, makeHttpProvider } from './live-capabilities';
import { type ReplayServer, startReplayServer } from './replay-server';
import { createWorld, type World } from './world';

/** A running catalog with people, and one provider that answers every call. */
export type VersionsWorld = CatalogWorld & {
  world: World;
  upstream: ReplayServer;
  cleanup(): Promise<void>;
};

export async function makeVersionsWorld(name: string): Promise<VersionsWorld> {
  const world = await createWorld();
  const people = await makeCatalogWorld(name);
  const upstream = await startReplayServer({
    serverInfo: { name: 'weather' },
    tools: [{ name: 'get_forecast', inputSchema: { type: 'object' } }],
  });
  const { tenantId, team: ownerTeamId } = people;
  await makeHttpProvider({ tenantId, ownerTeamId, id: 'weather', endpoint: upstream.url });
  return Object.assign(people, {
    world,
    upstream,
    async cleanup() {
      await upstream.close();
      await world.cleanup();
    },
  });
}

/** Live, bound to the provider, in the index. */
export async function makeCallable(world: VersionsWorld, id: string, over: object = {}) {
  const capability = await makeLive(world, id, {
    type: 'MCP_TOOL',
    output_schema: null,
    input_schema: V1,
    limits: { rate_per_minute: 10_000, calls_per_run: 10_000 },
    ...over,
  });
  await runtime().db.prisma.binding.create({
    data: {
      tenantId: world.tenantId,
      id: newId('bnd'),
      capabilityId: id,
      providerId: 'weather',
      surface: 'tool',
      upstreamName: 'get_forecast',
    },
  });
  await settled(world);
  return capability;
}

export async function settled(world: VersionsWorld): Promise<void> {
  await announce('catalog', { tenantId: world.tenantId });
  await indexSettled();
}

const TEXT = { type: 'string' };
export const V1: JsonObject = {
  type: 'object',
  properties: { city: TEXT, force: { type: 'boolean' } },
  required: ['city'],
};
/** `city` is called `place`, `force` is gone, a mode is asked for. */
export const V2: JsonObject = {
  type: 'object',
  properties: { place: TEXT, mode: { enum: ['fast', 'full'] } },
  required: ['place', 'mode'],
};
export const V1_TO_V2 = {
  rename: { city: 'place' },
  constant: { mode: 'full' },
  default: {},
  drop: ['force'],
};

export async function approve(world: CatalogWorld, id: string | undefined, now?: Date) {
  return await decideChangeRequest({
    ctx: { ...world.rita.ctx, ...(now ? { now } : {}) },
    input: { change_request_id: id ?? '', decision: 'approve', comment: 'Looked at it.' },
  });
}

/** Proposed by Olga, approved by Rita. */
export async function publishInput(
  world: VersionsWorld,
  id: string,
  input_schema: JsonObject,
  over: { effective_from?: string; now?: Date } = {},
) {
  const { now, ...rest } = over;
  const outcome = await publishVersion({
    ctx: { ...world.olga.ctx, ...(now ? { now } : {}) },
    input: { capability_id: id, body: { reason: 'Needed.', input_schema, ...rest } },
  });
  const done = await approve(world, outcome.change_request?.id, now);
  await settled(world);
  return done.capability;
}

/** Proposed by Olga, approved by Rita. */
export async function endIt(world: VersionsWorld, id: string, body: object, now?: Date) {
  const outcome = await deprecateCapability({
    ctx: { ...world.olga.ctx, ...(now ? { now } : {}) },
    input: { capability_id: id, ...deprecationBodySchema.parse(body) },
  });
  const done = await approve(world, outcome.change_request?.id, now);
  await settled(world);
  return done;
}

/** `agentId`: a person looks as this agent. */
export async function discovered(ctx: Context, id: string, agentId?: string) {
  const input = discoverInputSchema.parse({
    query: 'weather',
    only: [id],
    include_schemas: true,
    ...(agentId ? { agent_id: agentId } : {}),
  });
  const answer = await discover({ ctx, input });
  return answer.capabilities.find((one) => one.id === id) ?? null;
}

export async function call(ctx: Context, id: string, args: JsonObject, version?: string) {
  const input = { id, arguments: args, ...(version ? { version } : {}) };
  return await invokeCapability({ ctx, input });
}

export const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
