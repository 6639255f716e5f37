import type { BoundStatement } from '../ledger/records';

/** How many runs of its own an agent may open a minute: the bound behind a made-up run id. */
export const NEW_RUNS_PER_MINUTE = 600;
const FOREVER = new Date(0);

export type Limits = { callsPerRun: number; ratePerMinute: number };
export type LimitScope = {
  tenantId: string;
  agentId: string;
  capability: string;
  runId: string | null;
  now: Date;
};

/** The counters one call touches: its rate and the agent's new runs by minute, its run for good. */
export function counterKeys(scope: LimitScope) {
  const { agentId, capability, runId } = scope;
  return {
    rate: `rate:${agentId}:${capability}`,
    run: runId === null ? null : `run:${agentId}:${runId}:${capability}`,
    newRuns: `runs:${agentId}`,
    minute: new Date(Math.floor(scope.now.getTime() / 60_000) * 60_000),
    forever: FOREVER,
  };
}

/**
 * One statement that counts a call against its run and its rate, and affects a row only if both
 * bounds hold. It runs in the transaction of the start record: a call that is not recorded is
 * not counted, and two at once never pass the last place together.
 */
export function countCall(scope: LimitScope, limits: Limits): BoundStatement {
  const keys = counterKeys(scope);
  return {
    name: 'count_call',
    sql: `WITH rate AS (
        INSERT INTO call_counters AS c (tenant_id, key, window_start, count)
        VALUES ($1, $2, $3, 1)
        ON CONFLICT (tenant_id, key, window_start) DO UPDATE SET count = c.count + 1
          WHERE c.count < $4 RETURNING 1
      ), run AS (
        INSERT INTO call_counters AS c (tenant_id, key, window_start, count)
        SELECT $1, $5::text, $6::timestamptz, 1 WHERE $5::text IS NOT NULL
        ON CONFLICT (tenant_id, key, window_start) DO UPDATE SET count = c.count + 1
          WHERE c.count < $7 RETURNING 1
      ), fresh AS (
        INSERT INTO call_counters AS c (tenant_id, key, window_start, count)
        SELECT $1, $8::text, $3, 1
        WHERE $5::text IS NULL OR NOT EXISTS (
          SELECT 1 FROM call_counters k
          WHERE k.tenant_id = $1 AND k.key = $5::text AND k.window_start = $6::timestamptz)
        ON CONFLICT (tenant_id, key, window_start) DO UPDATE SET count = c.count + 1
        RETURNING c.count
      )
      SELECT 1 FROM rate
      WHERE ($5::text IS NULL OR EXISTS (SELECT 1 FROM run))
        AND NOT EXISTS (SELECT 1 FROM fresh WHERE fresh.count > $9)`,
    values: [
      scope.tenantId,
      keys.rate,
      keys.minute,
      limits.ratePerMinute,
      keys.run,
      keys.forever,
      limits.callsPerRun,
      keys.newRuns,
      NEW_RUNS_PER_MINUTE,
    ],
    mustAffect: 1,
  };
}

export type LimitReason = { message: string; retryAfter: number };

/** Which bound a refused call met, and when to try again (seconds). */
export function limitReason(
  scope: LimitScope,
  limits: Limits,
  counted: { run: number; rate: number },
): LimitReason {
  const secondsLeft = 60 - Math.floor((scope.now.getTime() % 60_000) / 1000);
  if (scope.runId !== null && counted.run >= limits.callsPerRun) {
    return {
      message: `Run "${scope.runId}" has used its ${limits.callsPerRun} calls of this capability.`,
      retryAfter: secondsLeft,
    };
  }
  if (counted.rate >= limits.ratePerMinute) {
    return {
      message: `More than ${limits.ratePerMinute} calls a minute of this capability.`,
      retryAfter: secondsLeft,
    };
  }
  return {
    message: `More than ${NEW_RUNS_PER_MINUTE} new runs a minute.`,
    retryAfter: secondsLeft,
  };
}
