import type { OpenIncident } from '@/lib/core/policy/incidents';
import { type CallTargets, keysOf, type TargetRef, targetKey } from './targets';

type Call = { keys: ReadonlySet<string>; abort: (incident: OpenIncident) => void };

/** The calls this process has out, so that an incident can cancel the ones it covers. */
export class InflightCalls {
  #calls = new Map<string, Call>();

  /** Returns what takes the call off the list again; call it in a `finally`. */
  register(
    invocationId: string,
    targets: CallTargets,
    abort: (incident: OpenIncident) => void,
  ): () => void {
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
      try {
        call.abort(incident);
      } catch {
        // One call that cannot be aborted must not keep the others going.
      }
    }
    return aborted;
  }

  count(target?: TargetRef): number {
    if (!target) return this.#calls.size;
    const key = targetKey(target);
    let found = 0;
    for (const call of this.#calls.values()) if (call.keys.has(key)) found += 1;
    return found;
  }
}
