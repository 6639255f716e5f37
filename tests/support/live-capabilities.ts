import { type CapabilityType, needsProvider, type Risk } from '@/lib/core/shared/domain';
import type { JsonObject } from '@/lib/core/shared/json';
import { runtime } from '@/lib/runtime';
import { announce } from '@/lib/services/announce';
import { catalogIndex } from '@/lib/services/discover/catalog-index';
import { newId } from '@/lib/services/ids';

export type MadeCapability = {
  id: string;
  type?: CapabilityType;
  description?: string;
  tags?: string[];
  risk?: Risk;
  inputSchema?: JsonObject;
  /** A provider that carries it out, and its name there; an in-house one when absent. */
  binding?: { providerId: string; upstreamName: string };
};

/** Live capabilities of version 1.0, written straight to the database in a few statements. */
export async function makeLiveCapabilities(
  tenantId: string,
  ownerTeamId: string,
  list: readonly MadeCapability[],
): Promise<void> {
  const { prisma } = runtime().db;
  const key = (id: string) => ({ tenantId, capabilityId: id });
  await prisma.capability.createMany({
    data: list.map((item) => ({
      tenantId,
      id: item.id,
      surfaceId: `test:${tenantId}:${item.id}`,
      name: item.id.split('.').at(-1) ?? item.id,
      type: item.type ?? 'NATIVE_TOOL',
      surface: 'tool',
      description: item.description ?? `Reads ${item.id}.`,
      ownerTeamId,
      tags: item.tags ?? [],
      risk: item.risk ?? 'LOW',
      status: 'PRODUCTION',
      currentMajor: 1,
      currentMinor: 0,
      schemaHash: item.id,
      scopesNone: true,
      createdBy: 'test',
    })),
  });
  await prisma.capabilityVersion.createMany({
    data: list.map((item) => ({
      ...key(item.id),
      major: 1,
      minor: 0,
      description: item.description ?? `Reads ${item.id}.`,
      inputSchema: item.inputSchema ?? { type: 'object', properties: {} },
      schemaHash: `${tenantId}/${item.id}`,
      effectiveFrom: new Date(0),
      createdBy: 'test',
    })),
  });
  await prisma.capabilityMajor.createMany({
    data: list.map((item) => ({ ...key(item.id), major: 1, currentMinor: 0 })),
  });
  await prisma.binding.createMany({
    data: list.flatMap(({ id, binding }) =>
      binding ? [{ ...key(id), id: newId('bnd'), surface: 'tool', ...binding }] : [],
    ),
  });
  const alone = list.filter((item) => !item.binding && needsProvider(item.type ?? 'NATIVE_TOOL'));
  await bindInHouse(
    tenantId,
    ownerTeamId,
    alone.map((item) => item.id),
  );
}

/** Gives capabilities a provider that offers them, so that agents are shown them at all. */
export async function bindInHouse(
  tenantId: string,
  ownerTeamId: string,
  ids: readonly string[],
): Promise<void> {
  const { prisma } = runtime().db;
  const provider = { tenantId, id: 'in-house', name: 'In-house', ownerTeamId, createdBy: 'test' };
  await prisma.provider.createMany({
    data: [{ ...provider, kind: 'internal', location: 'local', transport: 'none' }],
    skipDuplicates: true,
  });
  await prisma.binding.createMany({
    data: ids.map((capabilityId) => ({
      tenantId,
      id: newId('bnd'),
      capabilityId,
      providerId: provider.id,
      surface: 'tool',
      upstreamName: capabilityId,
    })),
  });
  await announce('catalog', { tenantId });
  await indexSettled();
}

export type MadeProvider = {
  tenantId: string;
  ownerTeamId: string;
  id: string;
  /** Where it is; nothing looks whether anybody answers there. */
  endpoint: string;
  backendId?: string | null;
};

/** An MCP server over HTTP, as a row: registered by nobody, synced never. */
export async function makeHttpProvider(provider: MadeProvider): Promise<void> {
  await runtime().db.prisma.provider.create({
    data: {
      ...provider,
      name: provider.id,
      kind: 'mcp',
      location: 'remote',
      transport: 'streamable_http',
      createdBy: 'test',
    },
  });
}

/** Waits until the index has worked in every notice sent so far: notices arrive in their order. */
export async function indexSettled(): Promise<void> {
  const { notices } = runtime().db;
  await new Promise<void>((resolve, reject) => {
    const end = notices.subscribe('tests', () => {
      end();
      resolve();
    });
    notices.publish('tests').catch(reject);
  });
  await catalogIndex.get().settled();
}

export type MadeGrant = {
  kind: 'capability' | 'provider' | 'tag' | 'type';
  target: string;
  invoke?: boolean;
};

export async function grantAgent(
  tenantId: string,
  agentId: string,
  grants: readonly MadeGrant[],
): Promise<void> {
  await runtime().db.prisma.grant.createMany({
    data: grants.map(({ kind, target, invoke = false }) => ({
      id: newId('grant'),
      tenantId,
      agentId,
      targetKind: kind,
      target,
      discover: true,
      invoke,
      grantedBy: 'test',
    })),
  });
}
