import { seal, unseal } from '@/lib/config/secrets';
import { runtime } from '@/lib/runtime';
import type { Invoked } from '@/lib/schemas/invoke';
import { ServiceError } from '../errors';
import type { BoundStatement } from '../ledger/records';

const KEPT_MS = 24 * 60 * 60 * 1000;
/** A reservation that has not come to its start record in this time (ms) is of a process gone. */
const ABANDONED_MS = 2 * 60 * 1000;

export type Reservation =
  /** The caller goes on and must finish with {@link keepAnswer} or {@link release}. */
  { kind: 'reserved' } | { kind: 'replay'; answer: Invoked };

/** What a call came to after its start: its answer, or what its caller was told instead. */
type Kept = { answer: Invoked } | { failure: Pick<ServiceError, 'code' | 'message' | 'details'> };

export type IdempotencyScope = { tenantId: string; agentId: string; key: string };

const RESERVE = {
  name: 'idempotency_reserve',
  text: `INSERT INTO idempotency_keys (tenant_id, agent_id, key, digest, created_at, expires_at)
    VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (tenant_id, agent_id, key) DO UPDATE
      SET digest = excluded.digest, state = 'RUNNING', invocation_id = NULL,
          http_status = NULL, response_sealed = NULL,
          created_at = excluded.created_at, expires_at = excluded.expires_at
      WHERE idempotency_keys.expires_at <= excluded.created_at
        OR (idempotency_keys.state = 'RUNNING' AND idempotency_keys.invocation_id IS NULL
          AND idempotency_keys.created_at < $7)`,
};

/**
 * Takes an Idempotency-Key for one call, or finds what it answered before. Exactly one of two
 * calls that come at once gets the reservation.
 * @throws ServiceError what the first call ended with, where it failed after its start; CONFLICT
 *   when the key was used for another request, while the first call is still running, or when the
 *   first call's outcome was lost.
 */
export async function reserve(
  scope: IdempotencyScope,
  digest: string,
  now: Date,
): Promise<Reservation> {
  const { pool } = runtime().db;
  const expires = new Date(now.getTime() + KEPT_MS);
  const abandoned = new Date(now.getTime() - ABANDONED_MS);
  const values = [scope.tenantId, scope.agentId, scope.key, digest, now, expires, abandoned];
  const inserted = await pool.query({ ...RESERVE, values });
  if (inserted.rowCount === 1) return { kind: 'reserved' };
  const found = await pool.query<{
    digest: string;
    state: string;
    invocation_id: string | null;
    response_sealed: Buffer | null;
  }>({
    name: 'idempotency_find',
    text: `SELECT digest, state, invocation_id, response_sealed
      FROM idempotency_keys WHERE tenant_id = $1 AND agent_id = $2 AND key = $3`,
    values: [scope.tenantId, scope.agentId, scope.key],
  });
  const row = found.rows[0];
  if (!row) return reserve(scope, digest, now);
  if (row.digest !== digest) {
    throw new ServiceError('CONFLICT', 'This Idempotency-Key was used for another request.');
  }
  if (row.state === 'RUNNING' || !row.response_sealed) {
    throw new ServiceError('CONFLICT', await stillRunning(row.invocation_id));
  }
  const kept = JSON.parse(unseal(row.response_sealed).toString('utf8')) as Kept;
  if ('answer' in kept) return { kind: 'replay', answer: kept.answer };
  const { code, message, details } = kept.failure;
  throw new ServiceError(code, message, details);
}

async function stillRunning(invocationId: string | null): Promise<string> {
  if (invocationId === null) return 'The first call with this Idempotency-Key is still running.';
  const end = await runtime().db.pool.query<{ status: string }>({
    name: 'idempotency_end',
    text: 'SELECT status FROM invocation_ends WHERE invocation_id = $1',
    values: [invocationId],
  });
  const status = end.rows[0]?.status;
  return status === undefined
    ? `The first call with this Idempotency-Key (${invocationId}) is still running.`
    : `The first call with this Idempotency-Key (${invocationId}) ended ${status}, but its answer was lost. Use a new key if repeating it is safe.`;
}

export const LINK = 'idempotency_link';

/**
 * The statement that ties the reservation to its invocation, for the start record's transaction.
 * It fails where another call took the reservation over and was first.
 */
export function linkStatement(scope: IdempotencyScope, invocationId: string): BoundStatement {
  return {
    name: LINK,
    sql: `UPDATE idempotency_keys SET invocation_id = $1
      WHERE tenant_id = $2 AND agent_id = $3 AND key = $4 AND invocation_id IS NULL`,
    values: [invocationId, scope.tenantId, scope.agentId, scope.key],
    mustAffect: 1,
  };
}

/** Keeps the answer, encrypted, for repeats of the same request. */
export async function keepAnswer(scope: IdempotencyScope, answer: Invoked): Promise<void> {
  await keep(scope, 200, { answer });
}

/** The same for a call that failed after its start: a repeat must not make it again. */
export async function keepFailure(scope: IdempotencyScope, error: ServiceError): Promise<void> {
  const { code, message, details } = error;
  await keep(scope, null, { failure: { code, message, details } });
}

async function keep(scope: IdempotencyScope, status: number | null, kept: Kept): Promise<void> {
  const sealed = seal(Buffer.from(JSON.stringify(kept)));
  await runtime().db.pool.query({
    name: 'idempotency_keep',
    text: `UPDATE idempotency_keys SET state = 'DONE', http_status = $4, response_sealed = $5
      WHERE tenant_id = $1 AND agent_id = $2 AND key = $3`,
    values: [scope.tenantId, scope.agentId, scope.key, status, sealed],
  });
}

/** Gives the key back: what was answered must be judged afresh next time. */
export async function release(scope: IdempotencyScope): Promise<void> {
  await runtime().db.pool.query({
    name: 'idempotency_release',
    text: `DELETE FROM idempotency_keys
      WHERE tenant_id = $1 AND agent_id = $2 AND key = $3 AND state = 'RUNNING'
        AND invocation_id IS NULL`,
    values: [scope.tenantId, scope.agentId, scope.key],
  });
}
