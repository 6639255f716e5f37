import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { deriveKey } from '@/lib/config/secrets';
import { newId } from '@/lib/services/ids';
import { KillSet } from '@/lib/services/incidents/kill-set';
import { killSource } from '@/lib/services/incidents/kill-source';
import { openIncident } from '@/lib/services/incidents/open-incident';
import { ledger } from '@/lib/services/ledger/ledger';
import type { LedgerWriter } from '@/lib/services/ledger/records';
import { GroupCommitWriter } from '@/lib/services/ledger/writer';
import { OwnConnection } from '@/lib/services/replicas/own-connection';
import type { TestRuntime } from '../../support/db';
import { contextOf, createLedgerRuntime, seedCatalog, seededStart } from '../../support/ledger';

let test: TestRuntime;
let second: LedgerWriter;
let connection: OwnConnection;

beforeAll(async () => {
  test = await createLedgerRuntime();
  // A replica that hears no notice and renews no lease: only the start record can hold it back.
  connection = new OwnConnection(() => test.db.connectAlone('test-second'));
  const deaf = new KillSet(killSource(connection));
  await deaf.renew();
  const writerId = newId('wri');
  await test.db.pool.query(
    'INSERT INTO ledger_writers (id, replica_id, started_at) VALUES ($1, $2, now())',
    [writerId, 'second'],
  );
  second = new GroupCommitWriter({
    writerId,
    connection: new OwnConnection(() => test.db.connectAlone('test-second-ledger')),
    killSet: deaf,
    key: deriveKey('digest', test.config.secret),
  });
});
afterAll(async () => {
  await second.close();
  await connection.close();
  await test.cleanup();
});

const SEEN = `SELECT
  (SELECT count(*)::int FROM incidents WHERE target_id = $1) AS open,
  (SELECT count(*)::int FROM invocation_starts WHERE capability_id = $1) AS starts`;

describe('an incident against starts under way', () => {
  it('lets no start commit after the incident, on any replica', { timeout: 90_000 }, async () => {
    for (let round = 0; round < 8; round += 1) {
      const seed = await seedCatalog(test.db, `race${round}`);
      const target = `race${round}.read`;
      let over = false;
      const writers = [ledger(), ledger(), second, second, second];
      const outcomes: boolean[][] = writers.map(() => []);
      const pump = async (writer: LedgerWriter, index: number) => {
        while (!over) {
          const outcome = await writer.start(seededStart(seed, 'a', 'read'));
          outcomes[index]?.push(outcome.started);
          // A refused start costs no I/O; without a breath the loop would starve the process.
          await new Promise((resolve) => setImmediate(resolve));
        }
      };
      const everyPump = (seen: (own: boolean[]) => boolean) =>
        vi.waitFor(() => expect(outcomes.every(seen)).toBe(true), { interval: 2, timeout: 30_000 });
      // One statement is one snapshot: what it counts was there when the incident was.
      let startsAtCommit = -1;
      const watch = async () => {
        while (startsAtCommit < 0) {
          const { rows } = await test.db.pool.query<{ open: number; starts: number }>(SEEN, [
            target,
          ]);
          if (rows[0] && rows[0].open > 0) startsAtCommit = rows[0].starts;
        }
      };
      const pumps = writers.map(pump);
      const watching = watch();
      await everyPump((own) => own.includes(true));
      const opened = await openIncident({
        ctx: contextOf({ userId: 'admin', roles: ['admin'] }),
        input: { target: { kind: 'capability', id: target }, reason: 'It deletes too much.' },
      });
      await watching;
      await everyPump((own) => own.includes(false));
      over = true;
      await Promise.all(pumps);
      const { rows } = await test.db.pool.query<{ starts: number }>(SEEN, [target]);
      expect(rows[0]?.starts).toBe(startsAtCommit);
      expect(outcomes.flat().filter(Boolean)).toHaveLength(startsAtCommit);
      expect(startsAtCommit).toBeGreaterThan(0);
      expect(opened.replicas.map((replica) => replica.id)).toContain('test-replica');
    }
  });
});
