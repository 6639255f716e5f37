import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenIncident } from '@/lib/core/policy/incidents';
import { type CallTargets, keysOf, type TargetRef, targetKey } from './targets';

/** Why a call is cut off: an incident covers it, or the process stops. */
export type CutOff = OpenIncident | 'stopping';
type Call = { keys: ReadonlySet<string>; abort: (why: CutOff) => void };

/** The calls this process has out, so that an incident can cancel the ones it covers. */
export class InflightCalls {
  #calls = new Map<string, Call>();

  /** Returns what takes the call off the list again; call it in a `finally`. */
  register(invocationId: string, targets: CallTargets, abort: (why: CutOff) => void): () => void {
    this.#calls.set(invocationId, { keys: new Set(keysOf(targets)), abort });
    return () => {
      this.#calls.delete(invocationId);
    };
  }

  /** Aborts every call an incident covers; answers how many. */
  abortCovered(incident: OpenIncident): number {
    const key = targetKey(incident);
    let aborted = 0;
    for (const [invocationId, call] of this.#calls) {
      if (!call.keys.has(key)) continue;
      this.#calls.delete(invocationId);
      aborted += 1;
      abort(call, incident);
    }
    return aborted;
  }

  /**
   * Cuts off every call, then waits until their ends are on record, at most so long (ms). Answers
   * how many are still out: their ends become UNKNOWN.
   */
  async endAll(patienceMs: number): Promise<number> {
    for (const call of this.#calls.values()) abort(call, 'stopping');
    const until = performance.now() + patienceMs;
    while (this.#calls.size > 0 && performance.now() < until) await sleep(10);
    return this.#calls.size;
  }

  count(target?: TargetRef): number {
    if (!target) return this.#calls.size;
    const key = targetKey(target);
    let found = 0;
    for (const call of this.#calls.values()) if (call.keys.has(key)) found += 1;
    return found;
  }
}

function abort(call: Call, why: CutOff): void {
  try {
    call.abort(why);
  } catch {
    // One call that cannot be aborted must not keep the others going.
  }
}
