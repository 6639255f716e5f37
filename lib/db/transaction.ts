import { setTimeout as sleep } from 'node:timers/promises';
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
