import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { log } from '@/lib/observability/log';
import { type Receipt, ReceiptWriter } from '@/lib/services/discover/receipts';
import { createTestDatabase, type TestDatabase } from '../../support/db';

let test: TestDatabase;
const said = vi.fn();
beforeAll(async () => {
  test = await createTestDatabase();
  // After the level is set: that makes the methods anew.
  vi.spyOn(log, 'error').mockImplementation(said);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await test?.cleanup();
});

const receipt = (id: string, over: Partial<Receipt> = {}): Receipt => ({
  id,
  tenantId: 'shared',
  agentId: 'a',
  userId: null,
  query: 'x',
  purpose: '',
  request: {},
  preset: 'measured',
  counts: {},
  chosen: [],
  hidden: [],
  cut: [],
  warnings: [],
  tokensFull: 0,
  tokensSent: 0,
  stageMs: {},
  createdAt: new Date(),
  ...over,
});
const outcomes = async (writing: Promise<void>[]) =>
  (await Promise.allSettled(writing)).map((one) =>
    one.status === 'rejected' ? one.reason.code : 'written',
  );

it('loses only the receipt that the database cannot hold, and says why to the log', async () => {
  const writer = new ReceiptWriter(test.db);
  // The first one goes alone; the others wait for it and go together.
  const writing = ['r1', 'r2'].map((id) => writer.write(receipt(id)));
  writing.push(writer.write(receipt('bad', { tokensFull: 2 ** 40 })), writer.write(receipt('r3')));
  expect(await outcomes(writing)).toEqual(['written', 'written', 'UNAVAILABLE', 'written']);
  const { rows } = await test.db.pool.query<{ id: string }>('SELECT id FROM receipts ORDER BY id');
  expect(rows.map((row) => row.id)).toEqual(['r1', 'r2', 'r3']);
  expect(said.mock.calls.map(([what]) => what)).toMatchObject([
    { err: { code: '22003' }, receipts: 3 },
    { err: { code: '22003' }, receipts: 1 },
  ]);
});

it('asks a lost database once, not once a receipt', async () => {
  const query = vi.fn(() => Promise.reject(Object.assign(new Error('gone'), { code: '57P01' })));
  const pool = Object.assign(Object.create(test.db.pool), { query });
  const writer = new ReceiptWriter({ pool });
  const writing = ['a', 'b', 'c', 'd'].map((id) => writer.write(receipt(id)));
  expect(await outcomes(writing)).toEqual(Array(4).fill('UNAVAILABLE'));
  expect(query).toHaveBeenCalledTimes(2);
});
