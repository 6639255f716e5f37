import { afterAll, beforeAll, expect, it } from 'vitest';
import { counterKeys } from '@/lib/services/invoke/limits';
import { cleanUpCounters } from '@/lib/services/ledger/clean-up-counters';
import { ledger } from '@/lib/services/ledger/ledger';
import type { TestRuntime } from '../../support/db';
import { createLedgerRuntime, startOf } from '../../support/ledger';

const DAY = 86_400_000;
let test: TestRuntime;
beforeAll(async () => {
  test = await createLedgerRuntime();
});
afterAll(async () => {
  await test.cleanup();
});

async function calledIn(runId: string, daysAgo: number): Promise<void> {
  const startedAt = new Date(Date.now() - daysAgo * DAY);
  const start = startOf({ runId, startedAt });
  await ledger().start(start);
  const { run, forever } = counterKeys({
    tenantId: start.tenantId,
    agentId: start.agentId,
    capability: start.capabilityId,
    runId,
    now: startedAt,
  });
  await test.db.pool.query(
    `INSERT INTO call_counters (tenant_id, key, window_start, count) VALUES ($1, $2, $3, 1)
     ON CONFLICT DO NOTHING`,
    [start.tenantId, run, forever],
  );
}

it('forgets the counters of a run a week after its last call, whatever its id holds', async () => {
  await calledIn('old', 8);
  await calledIn('old:with:colons', 30);
  await calledIn('busy', 8);
  await calledIn('busy', 1);
  await calledIn('fresh:with:colons', 6);
  await cleanUpCounters(new Date());
  const { rows } = await test.db.pool.query<{ key: string }>(
    `SELECT key FROM call_counters WHERE key LIKE 'run:%' ORDER BY key`,
  );
  expect(rows.map(({ key }) => key)).toEqual([
    'run:agent-a:busy:demo.echo',
    'run:agent-a:fresh:with:colons:demo.echo',
  ]);
});
