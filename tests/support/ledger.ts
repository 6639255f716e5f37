import type { Role } from '@/lib/core/shared/domain';
import type { Database } from '@/lib/db/client';
import type { Context } from '@/lib/services/context';
import { newId } from '@/lib/services/ids';
import { startKillWatch } from '@/lib/services/incidents/start-kill-watch';
import type { StartRecord } from '@/lib/services/ledger/records';
import { startLedger } from '@/lib/services/ledger/start-ledger';
import { createTestRuntime, type TestRuntime } from './db';

/** A test runtime with its kill watch and ledger writer running. */
export async function createLedgerRuntime(): Promise<TestRuntime> {
  const test = await createTestRuntime();
  const stopWatch = await startKillWatch(test.runtime);
  const stopLedger = await startLedger(test.runtime);
  return {
    ...test,
    async cleanup() {
      await stopLedger();
      await stopWatch();
      await test.cleanup();
    },
  };
}

/** A start record of a harmless call; change what matters to the test. */
export function startOf(changes: Partial<StartRecord> = {}): StartRecord {
  return {
    invocationId: newId('inv'),
    tenantId: 'shared',
    runId: null,
    agentId: 'agent-a',
    agentName: 'Agent A',
    subject: 'agent-a',
    capabilityTenantId: 'shared',
    capabilityId: 'demo.echo',
    capabilityName: 'echo',
    version: '1.0',
    risk: 'LOW',
    providerId: 'demo',
    backendId: null,
    door: 'rest',
    requestId: newId('req'),
    argumentShape: { message: 'string' },
    argumentsDigest: 'digest',
    startedAt: new Date(),
    ...changes,
  };
}

export function endOf(start: StartRecord, changes: Record<string, unknown> = {}) {
  return {
    invocationId: start.invocationId,
    tenantId: start.tenantId,
    status: 'SUCCEEDED' as const,
    providerId: start.providerId ?? null,
    latencyMs: 12,
    cost: 0.25,
    outputBytes: 10,
    endedAt: new Date(),
    ...changes,
  };
}

type Person = {
  userId: string;
  tenantId?: string;
  roles?: Role[];
  /** Ids of teams of the same tenant. */
  teams?: string[];
};

/** A person's call, in one tenant. */
export function contextOf(person: Person): Context {
  const tenantId = person.tenantId ?? 'shared';
  return {
    actor: {
      kind: 'user',
      userId: person.userId,
      email: `${person.userId}@example.com`,
      name: person.userId,
      active: true,
      rolesByTenant: { [tenantId]: person.roles ?? ['member'] },
      teams: (person.teams ?? []).map((teamId) => ({ tenantId, teamId })),
      via: 'session',
    },
    tenantId,
    requestId: newId('req'),
    now: new Date(),
    door: 'console',
  };
}

/**
 * A small catalog of one tenant: team `owners`, provider `<prefix>-server` on backend
 * `<prefix>-system`, capabilities `<prefix>.read` and `<prefix>.write` in production, agents
 * `<prefix>-a` (granted both by provider) and `<prefix>-b` (granted read by name).
 */
export async function seedCatalog(db: Database, prefix: string, tenantId = 'shared') {
  const { prisma } = db;
  const ownerTeamId = `${prefix}-owners`;
  const readers = `${prefix}-readers`;
  const provider = `${prefix}-server`;
  const backend = `${prefix}-system`;
  await prisma.tenant.upsert({
    where: { id: tenantId },
    create: { id: tenantId, name: tenantId },
    update: {},
  });
  for (const id of [ownerTeamId, readers]) {
    await prisma.team.create({ data: { tenantId, id, name: id } });
  }
  await prisma.backend.create({ data: { tenantId, id: backend, name: backend, ownerTeamId } });
  await prisma.provider.create({
    data: {
      tenantId,
      id: provider,
      name: provider,
      kind: 'mcp',
      location: 'remote',
      transport: 'streamable_http',
      endpoint: 'https://example.com/mcp',
      ownerTeamId,
      backendId: backend,
      createdBy: 'test',
    },
  });
  for (const name of ['read', 'write']) {
    const id = `${prefix}.${name}`;
    await prisma.capability.create({
      data: {
        tenantId,
        id,
        surfaceId: `mcp:remote:tool:${provider}:${name}`,
        name,
        type: 'MCP_TOOL',
        surface: 'tool',
        description: `Does ${name}.`,
        ownerTeamId,
        risk: 'LOW',
        status: 'PRODUCTION',
        schemaHash: 'hash',
        currentMajor: 1,
        currentMinor: 0,
        createdBy: 'test',
      },
    });
    await prisma.binding.create({
      data: {
        tenantId,
        id: `${id}-binding`,
        capabilityId: id,
        providerId: provider,
        surface: 'tool',
        upstreamName: name,
      },
    });
  }
  for (const [id, team] of [
    [`${prefix}-a`, ownerTeamId],
    [`${prefix}-b`, readers],
  ] as const) {
    await prisma.agent.create({ data: { tenantId, id, name: id, ownerTeamId: team } });
  }
  const grant = { tenantId, discover: true, invoke: true, grantedBy: 'test' };
  await prisma.grant.createMany({
    data: [
      {
        ...grant,
        id: newId('gra'),
        agentId: `${prefix}-a`,
        targetKind: 'provider',
        target: provider,
      },
      {
        ...grant,
        id: newId('gra'),
        agentId: `${prefix}-b`,
        targetKind: 'capability',
        target: `${prefix}.read`,
      },
    ],
  });
  return { tenantId, ownerTeamId, readers, provider, backend, prefix };
}

/** A start of one of the seeded agents and capabilities. */
export function seededStart(
  seed: { prefix: string; tenantId: string; provider: string; backend: string },
  agent: 'a' | 'b',
  capability: 'read' | 'write',
  changes: Partial<StartRecord> = {},
): StartRecord {
  return startOf({
    tenantId: seed.tenantId,
    agentId: `${seed.prefix}-${agent}`,
    agentName: `${seed.prefix}-${agent}`,
    subject: `${seed.prefix}-${agent}`,
    capabilityTenantId: seed.tenantId,
    capabilityId: `${seed.prefix}.${capability}`,
    capabilityName: capability,
    providerId: seed.provider,
    backendId: seed.backend,
    ...changes,
  });
}
