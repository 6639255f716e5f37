import type { AllowedSet } from './allowed-set';

/** What a set depends on. Two equal stamps mean the same set, until `validUntil`. */
export type AllowedStamp = {
  /** `SearchIndex.revision` */
  catalog: number;
  /** Moves with the agent's grants, roles, lists, and with incidents. */
  policy: string;
};

/** `validUntil` in epoch milliseconds: the first moment at which the clock alone changes the set. */
export type AllowedEntry = { set: AllowedSet; validUntil: number };

const MAX_AGENTS = 512;

/**
 * Allowed sets by agent, so that the policy filter over the whole catalogue runs once for each
 * (catalogue, policy) revision and not once a query. Least recently used ones go first; at 10,000
 * capabilities an entry takes some 2 KB, plus the document frequencies of the terms asked for.
 */
export class AllowedCache {
  private readonly entries = new Map<string, { stamp: AllowedStamp; value: AllowedEntry }>();

  constructor(private readonly limit = MAX_AGENTS) {}

  /** @param now epoch milliseconds */
  get(
    agentKey: string,
    stamp: AllowedStamp,
    now: number,
    compute: () => AllowedEntry,
  ): AllowedEntry {
    const found = this.entries.get(agentKey);
    this.entries.delete(agentKey);
    const value = found && isCurrent(found, stamp, now) ? found.value : compute();
    this.entries.set(agentKey, { stamp, value });
    if (this.entries.size > this.limit) this.dropOldest();
    return value;
  }

  private dropOldest(): void {
    for (const key of this.entries.keys()) {
      this.entries.delete(key);
      return;
    }
  }
}

function isCurrent(
  found: { stamp: AllowedStamp; value: AllowedEntry },
  stamp: AllowedStamp,
  now: number,
): boolean {
  return (
    found.stamp.catalog === stamp.catalog &&
    found.stamp.policy === stamp.policy &&
    now < found.value.validUntil
  );
}
