import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deriveKey } from '@/lib/config/secrets';
import { newId } from '@/lib/services/ids';
import { killSet } from '@/lib/services/incidents/parts';
import { ledger } from '@/lib/services/ledger/ledger';
import { reconcileUnknown } from '@/lib/services/ledger/reconcile-unknown';
import { verifyLedger } from '@/lib/services/ledger/verify-ledger';
import { GroupCommitWriter } from '@/lib/services/ledger/writer';
import { OwnConnection } from '@/lib/services/replicas/own-connection';
import type { TestRuntime } from '../../support/db';
import { contextOf, createLedgerRuntime, endOf, startOf } from '../../support/ledger';

let test: TestRuntime;
beforeAll(async () => {
  test = await createLedgerRuntime();
});
afterAll(async () => {
  await test.cleanup();
});

/** A writer of a process that ended without closing anything. */
async function lostWriter(replicaId: string) {
  const writerId = newId('wri');
  await test.db.pool.query(
    'INSERT INTO ledger_writers (id, replica_id, started_at) VALUES ($1, $2, now())',
    [writerId, replicaId],
  );
  return new GroupCommitWriter({
    writerId,
    connection: new OwnConnection(() => test.db.connectAlone('test-lost')),
    killSet: killSet(),
    key: deriveKey('digest', test.config.secret),
  });
}

describe('calls without an end', () => {
  it('become UNKNOWN once, and only those', async () => {
    const writer = await lostWriter('gone');
    const open = Array.from({ length: 230 }, () => startOf());
    const ended = startOf();
    const refused = startOf({ refused: { status: 'LIMITED', reason: 'Too many.' } });
    await Promise.all([...open, ended, refused].map((start) => writer.start(start)));
    await writer.end(endOf(ended));
    await writer.close();
    const mine = startOf();
    await ledger().start(mine);

    const both = await Promise.all([reconcileUnknown(new Date()), reconcileUnknown(new Date())]);
    expect(Math.max(...both)).toBeGreaterThan(0);
    expect(await reconcileUnknown(new Date())).toBe(0);
    const { rows } = await test.db.pool.query<{ status: string; n: number }>(
      'SELECT status, count(*)::int AS n FROM invocation_ends GROUP BY status ORDER BY status',
    );
    expect(rows).toEqual([
      { status: 'SUCCEEDED', n: 1 },
      { status: 'UNKNOWN', n: 230 },
    ]);
    // The call of this living process is left alone, and its end still counts.
    await ledger().end(endOf(mine));
    const ctx = contextOf({ userId: 'aud', roles: ['auditor'] });
    expect(await verifyLedger({ ctx })).toMatchObject({ ok: true, problems: [] });
  });

  it('keep their UNKNOWN when the paused writer comes back with an end', async () => {
    const writer = await lostWriter('paused');
    const start = startOf();
    await writer.start(start);
    await reconcileUnknown(new Date());
    await writer.end(endOf(start));
    const next = startOf();
    expect(await writer.start(next)).toEqual({ started: true });
    await writer.close();
    const { rows } = await test.db.pool.query(
      'SELECT status FROM invocation_ends WHERE invocation_id = $1',
      [start.invocationId],
    );
    expect(rows).toEqual([{ status: 'UNKNOWN' }]);
    const ctx = contextOf({ userId: 'aud', roles: ['auditor'] });
    expect((await verifyLedger({ ctx })).ok).toBe(true);
  });
});
