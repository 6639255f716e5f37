import type { OpenIncident } from '@/lib/core/policy/incidents';
import { ServiceError } from '../errors';
import { type CallTargets, keysOf, targetKey } from './targets';

/** How long what was read may be believed without reading again (ms). */
export const LEASE_MS = 750;

export type KillState = { epoch: bigint; open: readonly OpenIncident[] };
export type KillSource = {
  readEpoch(): Promise<bigint>;
  /** Epoch and open incidents of one snapshot. */
  readState(): Promise<KillState>;
};
type Listener = (state: KillState, opened: readonly OpenIncident[]) => void;

/**
 * The open incidents, in memory, for discover and list. Believed for {@link LEASE_MS} after the
 * moment a reading was asked for; a stale set has to be read again before use, so that a replica
 * cut off from the database stops serving by itself.
 */
export class KillSet {
  #state: KillState = { epoch: -1n, open: [] };
  #byKey = new Map<string, OpenIncident>();
  #believedFrom = Number.NEGATIVE_INFINITY;
  #renewing: Promise<void> | null = null;
  #listeners = new Set<Listener>();

  constructor(
    private readonly source: KillSource,
    private readonly clock: () => number = () => performance.now(),
  ) {}

  get epoch(): bigint {
    return this.#state.epoch;
  }

  /** For the policies of core, which weigh incidents against several bindings. */
  open(): readonly OpenIncident[] {
    return this.#state.open;
  }

  state(): KillState {
    return this.#state;
  }

  /** Milliseconds since the reading now believed was asked for. */
  age(): number {
    return this.clock() - this.#believedFrom;
  }

  fresh(): boolean {
    return this.age() < LEASE_MS;
  }

  /** The incident that stops a call, or null. Look at {@link fresh} first. */
  check(call: CallTargets): OpenIncident | null {
    if (this.#byKey.size === 0) return null;
    for (const key of keysOf(call)) {
      const incident = this.#byKey.get(key);
      if (incident) return incident;
    }
    return null;
  }

  /**
   * Makes sure that the set may be believed.
   * @throws ServiceError UNAVAILABLE when it is stale and cannot be read.
   */
  async ensureFresh(): Promise<void> {
    if (this.fresh()) return;
    try {
      // A reading under way began before this call; one that begins now is as good as fresh.
      if (this.#renewing) await this.#renewing;
      if (!this.fresh()) await this.renew();
    } catch {
      throw new ServiceError(
        'UNAVAILABLE',
        'The open incidents cannot be read now, so nothing is served. Try again in a moment.',
        { retryAfter: 1 },
      );
    }
  }

  /** Reads the epoch, and the incidents when it moved. Callers at one time share one reading. */
  renew(): Promise<void> {
    this.#renewing ??= this.#read().finally(() => {
      this.#renewing = null;
    });
    return this.#renewing;
  }

  /** Reads epoch and incidents afresh, after whatever reading is on its way. */
  async reload(): Promise<void> {
    if (this.#renewing) await this.#renewing.catch(() => undefined);
    await this.renew();
  }

  onChange(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async #read(): Promise<void> {
    const asked = this.clock();
    const first = this.#state.epoch < 0n;
    if (!first && (await this.source.readEpoch()) === this.#state.epoch) {
      this.#believedFrom = asked;
      return;
    }
    const askedAgain = this.clock();
    const next = await this.source.readState();
    const known = new Set(this.#state.open.map((incident) => incident.incidentId));
    const opened = next.open.filter((incident) => !known.has(incident.incidentId));
    const changed = next.epoch !== this.#state.epoch;
    this.#state = next;
    this.#byKey = new Map(next.open.map((incident) => [targetKey(incident), incident]));
    this.#believedFrom = askedAgain;
    if (changed) for (const listener of this.#listeners) listener(next, opened);
  }
}
