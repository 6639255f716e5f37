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
