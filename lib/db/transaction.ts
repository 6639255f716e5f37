import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { LIMITS } from '@/lib/config/limits';
import type { Database } from './client';
import { isRetryable, toServiceError } from './errors';
import type { Prisma } from './generated/client';

/**
 * A transaction's client. Inside a transaction every query must go through it: the
 * embedded database has one connection, and a query beside it waits for the
 * transaction to end, which waits for the query.
 */
export type Tx = Prisma.TransactionClient;

export type TransactionOptions = {
  isolation?: 'ReadCommitted' | 'RepeatableRead' | 'Serializable';
  /** Milliseconds the whole transaction may take. */
  timeoutMs?: number;
};

/**
 * Runs `fn` in one transaction; starts over, a bounded number of times, when the
 * database asks for it (serialization failure, deadlock). `fn` may so run more than
 * once and must do nothing but query.
 *
 * @throws ServiceError: database failures are translated, others pass as they are
 */
export async function inTransaction<T>(
  db: Pick<Database, 'prisma'>,
  fn: (tx: Tx) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  return await withRetry(() =>
    db.prisma.$transaction(fn, {
      maxWait: LIMITS.connectionWaitMs,
      timeout: options.timeoutMs ?? LIMITS.transactionMs,
      ...(options.isolation ? { isolationLevel: options.isolation } : {}),
    }),
  );
}

/** The same on a plain connection, for the statements of the hot path. */
export async function inSqlTransaction<T>(
  db: Pick<Database, 'pool'>,
  fn: (client: PoolClient) => Promise<T>,
): Promise<T> {
  return await withRetry(async () => {
    const client = await db.pool.connect();
    let broken: Error | undefined;
    try {
      await client.query('BEGIN');
      const result = await fn(client);
      await client.query('COMMIT');
      return result;
    } catch (error) {
      await client.query('ROLLBACK').catch((failure: Error) => {
        broken = failure;
      });
      throw error;
    } finally {
      client.release(broken);
    }
  });
}

async function withRetry<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await attempt();
    } catch (error) {
      if (!isRetryable(error) || tried >= LIMITS.transactionAttempts) throw toServiceError(error);
      await sleep(Math.random() * 20 * 2 ** tried);
    }
  }
}
