import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '@/lib/services/ids';
import { countsOf, NEW_RUNS_PER_MINUTE } from '@/lib/services/invoke/limits';
import { ledger } from '@/lib/services/ledger/ledger';
import type { StartOutcome } from '@/lib/services/ledger/records';
import { verifyLedger } from '@/lib/services/ledger/verify-ledger';
import type { TestRuntime } from '../../support/db';
import { contextOf, createLedgerRuntime, endOf, startOf } from '../../support/ledger';

let test: TestRuntime;
beforeAll(async () => {
  test = await createLedgerRuntime();
});
afterAll(async () => {
  await test.cleanup();
});

const NOW = new Date('2026-11-30T10:20:30Z');
type Call = { agentId: string; runId?: string; callsPerRun?: number; ratePerMinute?: number };

function limitedStart({ agentId, runId, callsPerRun = 1000, ratePerMinute = 1000 }: Call) {
  const invocationId = newId('inv');
  const scope = {
    tenantId: 'shared',
    agentId,
    capability: 'shared/demo.echo',
    runId: runId ?? null,
    now: NOW,
  };
  return startOf({
    invocationId,
    agentId,
    runId: runId ?? null,
    counts: countsOf(scope, { callsPerRun, ratePerMinute }, invocationId),
  });
}

const ask = (call: Call) => ledger().start(limitedStart(call));
const atOnce = (times: number, call: (index: number) => Call): Promise<StartOutcome[]> =>
  Promise.all(Array.from({ length: times }, (_, index) => ask(call(index))));
const startedOf = (outcomes: StartOutcome[]) => outcomes.filter((one) => one.started).length;
const OVER = { started: false, overLimit: true };

async function counter(key: string): Promise<number> {
  const { rows } = await test.db.pool.query<{ count: number }>(
    'SELECT count FROM call_counters WHERE key = $1',
    [key],
  );
  return rows[0]?.count ?? 0;
}

describe('limits', () => {
  it('let through exactly as many calls of a run as it has, at once and after', async () => {
    const call = { agentId: 'l1', runId: 'r', callsPerRun: 3 };
    const outcomes = await atOnce(20, () => call);
    expect(startedOf(outcomes)).toBe(3);
    expect(outcomes).toContainEqual(OVER);
    expect(await ask(call)).toEqual(OVER);
    expect(await counter('run:l1:r:shared/demo.echo')).toBe(3);
    expect(await counter('rate:l1:shared/demo.echo')).toBe(3);
    expect(await ask({ ...call, runId: 'another' })).toEqual({ started: true });
  });

  it('let through exactly as many calls a minute, whatever runs they name', async () => {
    const outcomes = await atOnce(20, (index) => ({
      agentId: 'l2',
      runId: `r${index % 4}`,
      ratePerMinute: 7,
    }));
    expect(startedOf(outcomes)).toBe(7);
    expect(await counter('rate:l2:shared/demo.echo')).toBe(7);
  });

  it('count a run as new once, however many of its calls come at once', async () => {
    expect(startedOf(await atOnce(10, () => ({ agentId: 'l3', runId: 'same' })))).toBe(10);
    await ask({ agentId: 'l3', runId: 'same' });
    expect(await counter('runs:l3')).toBe(1);
    expect(startedOf(await atOnce(5, () => ({ agentId: 'l3' })))).toBe(5);
    expect(await counter('runs:l3')).toBe(6);
  });

  it('bound how many runs an agent opens a minute, not the calls of those it has', async () => {
    await ask({ agentId: 'l4', runId: 'old' });
    await test.db.pool.query(`UPDATE call_counters SET count = $1 WHERE key = 'runs:l4'`, [
      NEW_RUNS_PER_MINUTE,
    ]);
    expect(await ask({ agentId: 'l4', runId: 'new' })).toEqual(OVER);
    expect(await ask({ agentId: 'l4' })).toEqual(OVER);
    expect(await ask({ agentId: 'l4', runId: 'old' })).toEqual({ started: true });
    expect(await counter('runs:l4')).toBe(NEW_RUNS_PER_MINUTE);
  });

  it('stop nobody else: ends and other agents of the same flush are in', async () => {
    const call = { agentId: 'l5', runId: 'r', callsPerRun: 1 };
    const open = limitedStart({ agentId: 'l6' });
    await Promise.all([ask(call), ledger().start(open)]);
    const [over, ended, other] = await Promise.all([
      ask(call),
      ledger().end(endOf(open)),
      ask({ agentId: 'l6' }),
    ]);
    expect([over, ended, other]).toEqual([OVER, undefined, { started: true }]);
    const { rowCount } = await test.db.pool.query(
      'SELECT 1 FROM invocation_ends WHERE invocation_id = $1',
      [open.invocationId],
    );
    expect(rowCount).toBe(1);
    const ctx = contextOf({ userId: 'ann', roles: ['admin'] });
    expect(await verifyLedger({ ctx })).toMatchObject({ ok: true, problems: [] });
  });

  it('hold also for a run whose name the database cannot keep as it is', async () => {
    const call = { agentId: 'l7', runId: 'a\0b', callsPerRun: 1 };
    expect(await ask(call)).toEqual({ started: true });
    expect(await ask(call)).toEqual(OVER);
  });
});
