import type { Count } from '../ledger/records';

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
 * What a call counts against: its rate, its run, and the new runs of its agent. Counted in the
 * transaction of the start record: a call that is not recorded is not counted, and two at once
 * never pass the last place together.
 */
export function countsOf(scope: LimitScope, limits: Limits, invocationId: string): Count[] {
  const { tenantId } = scope;
  const keys = counterKeys(scope);
  const one = { tenantId, name: invocationId, unlessKey: null };
  const counts: Count[] = [
    { ...one, key: keys.rate, windowStart: keys.minute, bound: limits.ratePerMinute },
    {
      ...one,
      key: keys.newRuns,
      windowStart: keys.minute,
      bound: NEW_RUNS_PER_MINUTE,
      name: keys.run ?? invocationId,
      unlessKey: keys.run,
    },
  ];
  if (keys.run !== null) {
    counts.push({ ...one, key: keys.run, windowStart: keys.forever, bound: limits.callsPerRun });
  }
  return counts;
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
