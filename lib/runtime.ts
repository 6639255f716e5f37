import type { Config } from '@/lib/config/env';
import type { Database } from '@/lib/db/client';
import { ServiceError } from '@/lib/services/errors';

/**
 * What must exist once in a process, whichever bundle asks: instrumentation, pages
 * and tests are separate module graphs and meet on this one slot of `globalThis`.
 */
export type Runtime = {
  config: Config;
  db: Database;
  /** Names this process among the replicas; new at every start. */
  replicaId: string;
  startedAt: Date;
  /** The Hono app's door, for server.mjs and the mount. */
  fetch?: (request: Request) => Response | Promise<Response>;
  /** Lines shown once the server is ready: how to sign in, where passwords were written. */
  welcome: string[];
  /** Aborted when the process stops: long answers and calls end on it. */
  shutdown: AbortController;
  /** Ends everything in reverse order and closes the database. */
  stop(): Promise<void>;
  /** Use {@link runtimePart} instead of reading this. */
  parts: Map<string, unknown>;
};

const slot = globalThis as { __capstan?: Runtime };

/** @throws ServiceError UNAVAILABLE before the process has started, or after it stopped */
export function runtime(): Runtime {
  if (slot.__capstan) return slot.__capstan;
  throw new ServiceError('UNAVAILABLE', 'Capstan is still starting, or is stopping.', {
    retryAfter: 1,
  });
}

export function hasRuntime(): boolean {
  return slot.__capstan !== undefined;
}

export function setRuntime(value: Runtime): void {
  slot.__capstan = value;
}

export function clearRuntime(): void {
  delete slot.__capstan;
}

export type RuntimePart<T> = {
  /** @throws ServiceError UNAVAILABLE while nothing was put there */
  get(): T;
  find(): T | null;
  set(value: T): void;
};

/**
 * A typed place on the slot for something another folder owns (search index, kill
 * set, sessions): `export const searchIndex = runtimePart<SearchIndex>('search-index')`.
 */
export function runtimePart<T>(name: string): RuntimePart<T> {
  const find = (): T | null => asPart<T>(slot.__capstan?.parts.get(name));
  return {
    find,
    get() {
      const value = find();
      if (value !== null) return value;
      throw new ServiceError('UNAVAILABLE', `Capstan is still starting (${name}).`, {
        retryAfter: 1,
      });
    },
    set(value) {
      runtime().parts.set(name, value);
    },
  };
}

/** The one cast of the slot: `set` and `get` of a name are made by the same call. */
function asPart<T>(value: unknown): T | null {
  return value === undefined ? null : (value as T);
}
