import {
  type CircuitBreakerPolicy,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
} from 'cockatiel';
import type { CallCredential } from '../adapter';
import { type ConnectorOptions, connectSession } from './connect';
import { countsAgainstBreaker, failed, toFailure } from './failure';
import type { Era, McpSession } from './session';
import type { McpTarget } from './target';

export type UseOptions = { credential?: CallCredential; signal?: AbortSignal };

/** Where an entry stands in the pool, and for which endpoint it was made. */
export type PoolPlace = {
  key: string;
  provider: string;
  fingerprint: string;
  kind: 'stdio' | 'http';
};

/** What an entry needs of the pool it is in. */
export type Pool = {
  connector: ConnectorOptions;
  idleMs: number;
  /** Failures in a row before the provider is left alone, and for how long. */
  breakAfter: number;
  breakMs: number;
  /** Resolves when one more process may be started; rejects when all are busy. */
  makeRoom: (wanting: PooledSession) => Promise<void>;
  /** Keeps in sight what is ending, so that whoever closes the pool can wait for it. */
  track: (closing: Promise<void>) => Promise<void>;
  onListChanged: (provider: string) => void;
  /** The entry ends: it is nobody's to lend any more. */
  onEnded: (entry: PooledSession) => void;
};

/** How long an older server is taken for one without asking: it may be upgraded meanwhile. */
const ERA_MEMORY_MS = 60 * 60 * 1000;

/**
 * One provider's session through its life: connected when first used, lent to many at once,
 * ended when idle, made again when lost, drained when it was replaced.
 */
export class PooledSession {
  #session: McpSession | null = null;
  #connecting: Promise<McpSession> | null = null;
  #inFlight = 0;
  #lastUsed = Date.now();
  #idleTimer: NodeJS.Timeout | null = null;
  #era: { value: Era; until: number } | null = null;
  /** `draining` answers those who have it already, `ended` nobody. */
  #state: 'live' | 'draining' | 'ended' = 'live';
  readonly #breaker: CircuitBreakerPolicy;

  constructor(
    readonly place: PoolPlace,
    private readonly pool: Pool,
  ) {
    this.#breaker = circuitBreaker(handleWhen(countsAgainstBreaker), {
      breaker: new ConsecutiveBreaker(pool.breakAfter),
      halfOpenAfter: pool.breakMs,
    });
  }

  get session(): McpSession | null {
    return this.#session;
  }
  get inFlight(): number {
    return this.#inFlight;
  }
  get lastUsed(): number {
    return this.#lastUsed;
  }
  /** Whether it has a process, or is about to. */
  get hasChild(): boolean {
    return this.place.kind === 'stdio' && Boolean(this.#session ?? this.#connecting);
  }

  /** Lends the session to `work`; see `McpSessions.use`. Rejects with an McpFailure. */
  async use<T>(
    target: McpTarget,
    options: UseOptions,
    work: (session: McpSession) => Promise<T>,
  ): Promise<T> {
    this.#inFlight += 1;
    this.#stopIdleTimer();
    try {
      return await this.#breaker.execute(() => this.#attempt(target, options, work));
    } catch (error) {
      throw toFailure(error, true);
    } finally {
      this.#inFlight -= 1;
      this.#lastUsed = Date.now();
      this.#rest();
    }
  }

  /** Another takes its place: it ends when its last call is through. */
  drain(): void {
    this.#state = 'draining';
    this.#rest();
  }

  async end(): Promise<void> {
    this.#state = 'ended';
    this.#stopIdleTimer();
    this.pool.onEnded(this);
    await this.#connecting?.catch(() => {});
    await this.discard();
  }

  /** Ends the session, not the entry: the next use connects again. */
  async discard(): Promise<void> {
    const session = this.#session;
    this.#session = null;
    if (session) await this.pool.track(session.close());
  }

  async #attempt<T>(
    target: McpTarget,
    options: UseOptions,
    work: (session: McpSession) => Promise<T>,
  ): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      const session = await this.#connected(target, options);
      try {
        return await work(session);
      } catch (error) {
        const { failure } = toFailure(error, true);
        const isStale = session.closed && session.kind === 'http' && !failure.mayHaveRun;
        const isLost = failure.class === 'connection_lost' && this.#session === session;
        if (isStale || (isLost && session.kind === 'http')) {
          // Others may still be waiting on it for answers that are on their way.
          if (this.#session === session) this.#session = null;
          void this.pool.track(session.retire());
        }
        if (!isStale || attempt > 1) throw error;
      }
    }
  }

  /** Made once however many wait for it; each waits only as long as it may. */
  async #connected(target: McpTarget, options: UseOptions): Promise<McpSession> {
    if (this.#session && !this.#session.closed) return this.#session;
    this.#connecting ??= this.#connect(target, options).finally(() => {
      this.#connecting = null;
    });
    this.#connecting.catch(() => {});
    return untilAborted(this.#connecting, options.signal);
  }

  async #connect(target: McpTarget, options: UseOptions): Promise<McpSession> {
    if (this.place.kind === 'stdio') await this.pool.makeRoom(this);
    const era = this.#era && this.#era.until > Date.now() ? this.#era.value : undefined;
    const session = await connectSession(
      {
        target,
        ...(era && { knownEra: era }),
        ...(options.credential && { credential: options.credential }),
        onListChanged: () => this.pool.onListChanged(target.key),
        onClosed: (closed) => {
          if (this.#session === closed) this.#session = null;
        },
      },
      this.pool.connector,
    );
    if (!era) this.#era = { value: session.era, until: Date.now() + ERA_MEMORY_MS };
    if (this.#state === 'ended') {
      await session.close();
      throw failed('connect_failed', 'The provider was changed meanwhile; try again.');
    }
    if (!session.closed) this.#session = session;
    return session;
  }

  #rest(): void {
    if (this.#inFlight > 0) return;
    if (this.#state !== 'live') {
      void this.end();
      return;
    }
    if (this.#idleTimer) return;
    this.#idleTimer = setTimeout(() => {
      this.#idleTimer = null;
      if (this.#inFlight === 0) void this.discard();
    }, this.pool.idleMs);
    this.#idleTimer.unref();
  }

  #stopIdleTimer(): void {
    if (this.#idleTimer) clearTimeout(this.#idleTimer);
    this.#idleTimer = null;
  }
}

async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  const cancelled = () => failed('cancelled', 'The call was cancelled before it was sent.');
  if (signal.aborted) throw cancelled();
  let onAbort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(cancelled());
    signal.addEventListener('abort', onAbort, { once: true });
  });
  return Promise.race([promise, aborted]).finally(() =>
    signal.removeEventListener('abort', onAbort),
  );
}
