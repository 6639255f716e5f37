import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { deriveKey } from '@/lib/config/secrets';
import { systemContext } from '@/lib/services/context';
import { newId } from '@/lib/services/ids';
import { killSet } from '@/lib/services/incidents/parts';
import { checkpointLedger } from '@/lib/services/ledger/checkpoint-ledger';
import { ledger } from '@/lib/services/ledger/ledger';
import { INSERT_ENDS } from '@/lib/services/ledger/sql';
import { verifyLedger } from '@/lib/services/ledger/verify-ledger';
import { GroupCommitWriter } from '@/lib/services/ledger/writer';
import { OwnConnection } from '@/lib/services/replicas/own-connection';
import type { TestRuntime } from '../../support/db';
import { createLedgerRuntime, endOf, startOf } from '../../support/ledger';

let test: TestRuntime;
beforeAll(async () => {
  test = await createLedgerRuntime();
});
afterAll(async () => {
  await test.cleanup();
});

function auditor() {
  const actor = {
    kind: 'user' as const,
    userId: 'auditor',
    email: 'auditor@example.com',
    name: 'Auditor',
    active: true,
    rolesByTenant: { shared: ['auditor' as const] },
    teams: [],
    via: 'session' as const,
  };
  return { ...systemContext('test', 'shared'), actor };
}

async function count(sql: string, values: unknown[] = []): Promise<number> {
  const { rows } = await test.db.pool.query<{ n: string }>(sql, values);
  return Number(rows[0]?.n);
}

describe('start and end records', () => {
  it('are committed when answered and form a chain that verifies', async () => {
    const start = startOf();
    expect(await ledger().start(start)).toEqual({ started: true });
    await ledger().end(endOf(start));
    const found = await test.db.pool.query(
      `SELECT e.status, s.writer_id, e.cost FROM invocation_starts s
       JOIN invocation_ends e USING (invocation_id) WHERE invocation_id = $1`,
      [start.invocationId],
    );
    expect(found.rows).toEqual([
      { status: 'SUCCEEDED', writer_id: ledger().writerId, cost: '0.250000' },
    ]);
    const report = await verifyLedger({ ctx: auditor() });
    expect(report).toMatchObject({ ok: true, problems: [] });
  });

  it('keeps 200 starts at once, in order and without holes', async () => {
    const before = await count('SELECT count(*) AS n FROM invocation_starts');
    const starts = Array.from({ length: 200 }, () => startOf());
    const outcomes = await Promise.all(starts.map((start) => ledger().start(start)));
    expect(outcomes.every((outcome) => outcome.started)).toBe(true);
    await Promise.all(starts.map((start) => ledger().end(endOf(start))));
    expect(await count('SELECT count(*) AS n FROM invocation_starts')).toBe(before + 200);
    const report = await verifyLedger({ ctx: auditor() });
    expect(report).toMatchObject({ ok: true, problems: [] });
  });

  it('records a refused call without an end', async () => {
    const start = startOf({ refused: { status: 'DENIED', reason: 'No grant.' } });
    expect(await ledger().start(start)).toEqual({ started: true });
    const { rows } = await test.db.pool.query(
      'SELECT refused, refused_reason FROM invocation_starts WHERE invocation_id = $1',
      [start.invocationId],
    );
    expect(rows).toEqual([{ refused: 'DENIED', refused_reason: 'No grant.' }]);
  });

  it('keeps text the database cannot hold from failing the flush', async () => {
    const odd = startOf({ runId: 'a\0b\ud800', argumentShape: { 'x\0': 'string' } });
    const fine = startOf();
    const outcomes = await Promise.all([ledger().start(odd), ledger().start(fine)]);
    expect(outcomes).toEqual([{ started: true }, { started: true }]);
    expect((await verifyLedger({ ctx: auditor() })).ok).toBe(true);
  });

  it('refuses one record the database cannot take, and takes the others', async () => {
    const bad = startOf({ refused: { status: 'NEVER' as 'DENIED', reason: '' } });
    const good = startOf();
    const results = await Promise.allSettled([ledger().start(bad), ledger().start(good)]);
    expect(results[0]).toMatchObject({ status: 'rejected', reason: { code: 'UNAVAILABLE' } });
    expect(results[1]).toEqual({ status: 'fulfilled', value: { started: true } });
    expect((await verifyLedger({ ctx: auditor() })).ok).toBe(true);
  });
});

describe('statements bound to a start', () => {
  const key = newId('key');
  const take = (limit: number) => ({
    name: 'bound_1',
    sql: `INSERT INTO call_counters AS c (tenant_id, key, window_start, count)
      VALUES ('shared', $1, 'epoch', 1)
      ON CONFLICT (tenant_id, key, window_start) DO UPDATE SET count = c.count + 1
      WHERE c.count < $2`,
    values: [key, limit],
    mustAffect: 1,
  });

  it('lets through exactly as many as the counter has places', async () => {
    const starts = Array.from({ length: 20 }, () => startOf({ inSameTransaction: [take(7)] }));
    const outcomes = await Promise.all(starts.map((start) => ledger().start(start)));
    const passed = outcomes.filter((outcome) => outcome.started);
    expect(passed).toHaveLength(7);
    expect(outcomes.filter((outcome) => !outcome.started)).toContainEqual({
      started: false,
      failedStatement: 0,
    });
    expect(await count('SELECT count AS n FROM call_counters WHERE key = $1', [key])).toBe(7);
    const ids = starts.map((start) => start.invocationId);
    const sql = 'SELECT count(*) AS n FROM invocation_starts WHERE invocation_id = ANY($1)';
    expect(await count(sql, [ids])).toBe(7);
  });

  it('undoes earlier statements of the record when a later one fails', async () => {
    const other = { ...take(1000), values: [newId('key'), 1000] };
    const never = {
      name: 'bound_never',
      sql: 'UPDATE approvals SET status = status WHERE id = $1',
      values: ['none'],
    };
    const start = startOf({ inSameTransaction: [other, { ...never, mustAffect: 1 }] });
    expect(await ledger().start(start)).toEqual({ started: false, failedStatement: 1 });
    const sql = 'SELECT count(*) AS n FROM call_counters WHERE key = $1';
    expect(await count(sql, [other.values[0]])).toBe(0);
  });
});

describe('an end the database does not take', () => {
  /** A connection that breaks on ends while it is told to. */
  class Breaking extends OwnConnection {
    broken = false;
    override prepared: OwnConnection['prepared'] = (statement, values) =>
      this.broken && statement.name === INSERT_ENDS.name
        ? Promise.reject(new Error('The connection is gone.'))
        : super.prepared(statement, values);
  }

  it('is told as a call that was made, and comes on record later', async () => {
    const connection = new Breaking(() => test.db.connectAlone('test-breaking'));
    const writer = new GroupCommitWriter({
      writerId: newId('wri'),
      connection,
      killSet: killSet(),
      key: deriveKey('digest', test.config.secret),
      settleMs: 50,
    });
    await test.db.pool.query(
      'INSERT INTO ledger_writers (id, replica_id, started_at) VALUES ($1, $2, now())',
      [writer.writerId, 'test-replica'],
    );
    const start = startOf();
    expect(await writer.start(start)).toEqual({ started: true });
    connection.broken = true;
    const failure = await writer.end(endOf(start)).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('The call was made'),
      details: { invocation_id: start.invocationId },
    });
    expect(failure).not.toHaveProperty('details.retryAfter');
    connection.broken = false;
    const sql = 'SELECT count(*) AS n FROM invocation_ends WHERE invocation_id = $1';
    await vi.waitFor(async () => expect(await count(sql, [start.invocationId])).toBe(1), {
      timeout: 10_000,
    });
    await writer.close();
    expect((await verifyLedger({ ctx: auditor() })).ok).toBe(true);
  });
});

describe('an append-only ledger', () => {
  it.each([
    "UPDATE invocation_starts SET agent_id = 'x'",
    'DELETE FROM invocation_starts',
    "UPDATE invocation_ends SET status = 'SUCCEEDED'",
    'DELETE FROM invocation_ends',
    'TRUNCATE invocation_ends',
  ])('refuses %s', async (sql) => {
    await expect(test.db.pool.query(sql)).rejects.toMatchObject({ code: '23001' });
  });

  it('shows records changed or cut off behind its back', async () => {
    const start = startOf();
    await ledger().start(start);
    await checkpointLedger(new Date());
    await ledger().end(endOf(start));
    expect(await checkpointLedger(new Date())).toBe(1);
    expect(await checkpointLedger(new Date())).toBe(0);
    expect((await verifyLedger({ ctx: auditor() })).ok).toBe(true);
    const tamper = async (...statements: string[]) => {
      await test.db.pool.query('ALTER TABLE invocation_starts DISABLE TRIGGER USER');
      await test.db.pool.query('ALTER TABLE invocation_ends DISABLE TRIGGER USER');
      for (const sql of statements) await test.db.pool.query(sql, [start.invocationId]);
    };
    await tamper("UPDATE invocation_starts SET agent_id = 'other' WHERE invocation_id = $1");
    const changed = await verifyLedger({ ctx: auditor() });
    expect(changed.problems.map((problem) => problem.problem)).toEqual(['broken']);
    await tamper(
      `UPDATE invocation_starts SET agent_id = '${start.agentId}' WHERE invocation_id = $1`,
      'DELETE FROM invocation_ends WHERE invocation_id = $1',
    );
    const cut = await verifyLedger({ ctx: auditor() });
    expect(cut.problems.map((problem) => problem.problem)).toEqual(['cut_off']);
  });
});
