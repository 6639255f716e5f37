import { runtime } from '@/lib/runtime';
import { createProviderSchema } from '@/lib/schemas/providers';
import { decideChangeRequest } from '@/lib/services/catalog/decide-change-request';
import { transitionCapability } from '@/lib/services/catalog/transition-capability';
import { updateCapability } from '@/lib/services/catalog/update-capability';
import { createProvider } from '@/lib/services/providers/change-provider';
import { startOutbound } from '@/lib/services/providers/start-outbound';
import type { CatalogWorld } from './catalog';
import { createTestRuntime, type TestRuntime } from './db';

/** A runtime that may reach replay servers on loopback. */
export async function createProvidersRuntime(
  variables: Record<string, string> = {},
): Promise<TestRuntime> {
  const test = await createTestRuntime({ CAPSTAN_EGRESS_ALLOW: '127.0.0.0/8', ...variables });
  const stop = await startOutbound(test.runtime);
  return {
    ...test,
    async cleanup() {
      await stop();
      await test.cleanup();
    },
  };
}

/** Registered by the world's owner for their team. */
export async function makeProvider(
  world: CatalogWorld,
  id: string,
  endpoint: string,
  over: Record<string, unknown> = {},
) {
  const input = createProviderSchema.parse({ id, name: id, endpoint, owner: world.team, ...over });
  return createProvider({ ctx: world.olga.ctx, input });
}

export async function readCapability(tenantId: string, id: string) {
  const where = { tenantId_id: { tenantId, id } };
  return runtime().db.prisma.capability.findUniqueOrThrow({ where });
}

/** Takes a synced draft to PRODUCTION: Olga declares scopes and submits, Rita approves. */
export async function promote(world: CatalogWorld, id: string): Promise<void> {
  const { ctx } = world.olga;
  const { rowVersion } = await readCapability(world.tenantId, id);
  const changes = { row_version: rowVersion, scopes: { none: true, required: [], optional: [] } };
  await updateCapability({ ctx, input: { capability_id: id, changes } });
  const { change_request } = await transitionCapability({
    ctx: world.olga.ctx,
    input: { capability_id: id, to: 'REVIEW', reason: 'Ready.' },
  });
  if (!change_request) throw new Error('A submission makes a change request.');
  await decideChangeRequest({
    ctx: world.rita.ctx,
    input: { change_request_id: change_request.id, decision: 'approve', comment: '' },
  });
}

/** A tool that passes every gate. */
export function toolOf(name: string, over: Record<string, unknown> = {}) {
  return {
    name,
    description: `Returns the ${name.replaceAll('_', ' ')} of one city and changes nothing.`,
    inputSchema: {
      type: 'object',
      properties: { city: { type: 'string', description: 'Name of the city' } },
      required: ['city'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true },
    ...over,
  };
}
