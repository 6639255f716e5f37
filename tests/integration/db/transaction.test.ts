import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isUniqueViolation } from '@/lib/db/errors';
import { inTransaction } from '@/lib/db/transaction';
import { createTestDatabase, type TestDatabase } from '../../support/db';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.cleanup());

const make = (id: string) =>
  inTransaction(test.db, (tx) => tx.tenant.create({ data: { id, name: id } }));

describe('inTransaction', () => {
  it('commits what it wrote and answers the result', async () => {
    await expect(make('one')).resolves.toMatchObject({ id: 'one' });
    const { rows } = await test.db.pool.query('SELECT id FROM tenants WHERE id = $1', ['one']);
    expect(rows).toEqual([{ id: 'one' }]);
  });

  it('leaves nothing behind when it fails, and passes the failure on', async () => {
    const failure = inTransaction(test.db, async (tx) => {
      await tx.tenant.create({ data: { id: 'gone', name: 'Gone' } });
      throw new Error('changed my mind');
    });
    await expect(failure).rejects.toThrow('changed my mind');
    await expect(test.db.prisma.tenant.findUnique({ where: { id: 'gone' } })).resolves.toBeNull();
  });

  it('answers CONFLICT with the constraint for a second row of one id, without the row', async () => {
    await make('twice');
    const error = await make('twice').catch((e: unknown) => e);
    expect(error).toMatchObject({ code: 'CONFLICT', details: { constraint: 'tenants_pkey' } });
    expect(isUniqueViolation(error, 'tenants_pkey')).toBe(true);
  });

  it('answers PRECONDITION_FAILED for a reference to nothing', async () => {
    const error = await inTransaction(test.db, (tx) =>
      tx.team.create({ data: { id: 't', tenantId: 'no-such-tenant', name: 'T' } }),
    ).catch((e: unknown) => e);
    expect(error).toMatchObject({ code: 'PRECONDITION_FAILED' });
  });

  it('answers NOT_FOUND for a change of a row that is not there', async () => {
    const error = await inTransaction(test.db, (tx) =>
      tx.tenant.update({ where: { id: 'nowhere' }, data: { name: 'x' } }),
    ).catch((e: unknown) => e);
    expect(error).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('lets many run at once without mixing their statements', async () => {
    const seen = await Promise.all(
      Array.from({ length: 60 }, async (_, i) => {
        const client = await test.db.pool.connect();
        await client.query('BEGIN');
        const text = 'x'.repeat(i * 3_000);
        const { rows } = await client.query('SELECT $1::int AS i, length($2) AS l', [i, text]);
        if (i % 7 === 0) await client.query('SELECT 1 / $1::int', [0]).catch(() => {});
        await client.query('COMMIT');
        client.release();
        return rows[0];
      }),
    );
    expect(seen).toEqual(Array.from({ length: 60 }, (_, i) => ({ i, l: i * 3_000 })));
  });

  it('starts over when the database gave the transaction up', async () => {
    await make('counter');
    await test.db.pool.query(`UPDATE tenants SET name = '0' WHERE id = 'counter'`);
    const add = () =>
      inTransaction(
        test.db,
        async (tx) => {
          const row = await tx.tenant.findUniqueOrThrow({ where: { id: 'counter' } });
          await tx.tenant.update({
            where: { id: 'counter' },
            data: { name: String(Number(row.name) + 1) },
          });
        },
        { isolation: 'Serializable' },
      );
    await Promise.all([add(), add(), add()]);
    const row = await test.db.prisma.tenant.findUniqueOrThrow({ where: { id: 'counter' } });
    expect(row.name).toBe('3');
  });
});

describe('notices', () => {
  it('reach subscribers of their topic and nobody else', async () => {
    const got: string[] = [];
    const arrived = new Promise<void>((done) => {
      test.db.notices.subscribe('catalog', (payload) => {
        got.push(payload);
        done();
      });
    });
    await test.db.notices.publish('other', 'no');
    await test.db.notices.publish('catalog', 'cap 1 changed');
    await arrived;
    expect(got).toEqual(['cap 1 changed']);
  });

  it('refuse what the server would cut', async () => {
    await expect(test.db.notices.publish('catalog', 'x'.repeat(8_000))).rejects.toThrow('7900');
  });
});
