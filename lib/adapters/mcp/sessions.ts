import { createHash } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { Implementation } from '@modelcontextprotocol/client';
import {
  type CircuitBreakerPolicy,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
} from 'cockatiel';
import { canonicalJson } from '@/lib/core/shared/json';
import type { AdapterLog, CallCredential } from '../adapter';
import type { Egress } from '../egress/guarded-fetch';
import { type ConnectorOptions, connectSession } from './connect';
import { countsAgainstBreaker, failed, toFailure } from './failure';
import type { Era, McpSession } from './session';
import type { McpEndpoint, McpTarget, ResolveSecret } from './target';

export type SessionsOptions = {
  egress: Egress;
  log: AdapterLog;
  resolveSecret: ResolveSecret;
  clientInfo?: Implementation;
  /** Children at once, over all providers. Default 32. */
  maxChildren?: number;
  /** A session nobody used for this long is ended. Default five minutes. */
  idleMs?: number;
  /** Default 20 s: some servers take their time to start. */
  connectTimeoutMs?: number;
  /** Bytes of one message from a server. Default 16 MiB. */
  maxMessageBytes?: number;
  /** Between closing stdin, SIGTERM and SIGKILL. Default 2 s. */
  graceMs?: number;
  /** Failures in a row before a provider is left alone, and for how long. Defaults 5, 10 s. */
  breakAfter?: number;
  breakMs?: number;
};

export type UseOptions = { credential?: CallCredential; signal?: AbortSignal };

type Entry = {
  key: string;
  provider: string;
  partition: string;
  fingerprint: string;
  kind: 'stdio' | 'http';
  session: McpSession | null;
  connecting: Promise<McpSession> | null;
  breaker: CircuitBreakerPolicy;
  inFlight: number;
  idleTimer: NodeJS.Timeout | null;
  lastUsed: number;
  era: { value: Era; until: number } | null;
  retired: boolean;
};

/** How long an older server is taken for one without asking: it may be upgraded meanwhile. */
const ERA_MEMORY_MS = 60 * 60 * 1000;

/**
 * The live sessions of this process, one a provider, shared by calls and syncs alike. Started on
 * first use, ended when idle, replaced when broken or when the provider's endpoint changes.
 */
export class McpSessions {
  readonly #entries = new Map<string, Entry>();
  /** Replaced while in use; ended when their last call is. */
  readonly #draining = new Set<Entry>();
  readonly #fingerprints = new WeakMap<McpEndpoint, string>();
  readonly #events = new EventEmitter();
  readonly #connector: ConnectorOptions;
  readonly #closing = new Set<Promise<void>>();
  #closed = false;

  constructor(private readonly options: SessionsOptions) {
    this.#events.setMaxListeners(0);
    this.#connector = {
      egress: options.egress,
      log: options.log,
      resolveSecret: options.resolveSecret,
      clientInfo: options.clientInfo ?? { name: 'capstan', version: '0.1.0' },
      connectTimeoutMs: options.connectTimeoutMs ?? 20_000,
      maxMessageBytes: options.maxMessageBytes ?? 16 * 1024 * 1024,
      graceMs: options.graceMs ?? 2_000,
    };
  }

  /** Called with the target's key when its server says that a list changed. Returns the undo. */
  onListChanged(listener: (key: string) => void): () => void {
    this.#events.on('list-changed', listener);
    return () => this.#events.off('list-changed', listener);
  }

  /**
   * Lends the provider's session to `work`, connecting first where needed. Rejects with an
   * McpFailure. `work` runs a second time only when the server forgot the session before
   * anything of the first attempt ran.
   */
  async use<T>(
    target: McpTarget,
    options: UseOptions,
    work: (session: McpSession) => Promise<T>,
  ): Promise<T> {
    if (this.#closed) throw failed('connect_failed', 'Capstan is shutting down.');
    const entry = this.#entry(target, options.credential?.partition ?? '');
    entry.inFlight += 1;
    if (entry.idleTimer) clearTimeout(entry.idleTimer);
    entry.idleTimer = null;
    try {
      return await entry.breaker.execute(() => this.#attempt(entry, target, options, work));
    } catch (error) {
      throw toFailure(error, true);
    } finally {
      entry.inFlight -= 1;
      entry.lastUsed = Date.now();
      this.#rest(entry);
    }
  }

  /** Ends the sessions of a provider: removed, disabled, or to be started afresh. */
  async drop(key: string): Promise<void> {
    const entries = this.#all().filter((entry) => entry.provider === key);
    await Promise.all(entries.map((entry) => this.#retire(entry)));
  }

  stats(): { sessions: number; children: number; inFlight: number; pids: number[] } {
    const live = this.#all().filter((entry) => entry.session);
    const pids = live.flatMap((entry) => entry.session?.pid ?? []);
    const inFlight = this.#all().reduce((sum, entry) => sum + entry.inFlight, 0);
    return { sessions: live.length, children: this.#children().length, inFlight, pids };
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#all().map((entry) => this.#retire(entry)));
    await Promise.all(this.#closing);
  }

  #entry(target: McpTarget, partition: string): Entry {
    const key = `${target.key}\n${partition}`;
    const fingerprint = this.#fingerprint(target.endpoint);
    const held = this.#entries.get(key);
    if (held?.fingerprint === fingerprint) return held;
    if (held) this.#replace(held);
    const entry: Entry = {
      key,
      provider: target.key,
      partition,
      fingerprint,
      kind: target.endpoint.kind,
      session: null,
      connecting: null,
      breaker: circuitBreaker(handleWhen(countsAgainstBreaker), {
        breaker: new ConsecutiveBreaker(this.options.breakAfter ?? 5),
        halfOpenAfter: this.options.breakMs ?? 10_000,
      }),
      inFlight: 0,
      idleTimer: null,
      lastUsed: Date.now(),
      era: null,
      retired: false,
    };
    this.#entries.set(key, entry);
    return entry;
  }

  #fingerprint(endpoint: McpEndpoint): string {
    const known = this.#fingerprints.get(endpoint);
    if (known) return known;
    const fingerprint = createHash('sha256').update(canonicalJson(endpoint)).digest('hex');
    this.#fingerprints.set(endpoint, fingerprint);
    return fingerprint;
  }

  async #attempt<T>(
    entry: Entry,
    target: McpTarget,
    options: UseOptions,
    work: (session: McpSession) => Promise<T>,
  ): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      const session = await this.#connected(entry, target, options);
      try {
        return await work(session);
      } catch (error) {
        const { failure } = toFailure(error, true);
        const isStale = session.closed && session.kind === 'http' && !failure.mayHaveRun;
        const isLost = failure.class === 'connection_lost' && entry.session === session;
        if (isStale || (isLost && session.kind === 'http')) {
          // Others may still be waiting on it for answers that are on their way.
          if (entry.session === session) entry.session = null;
          this.#track(session.retire());
        }
        if (!isStale || attempt > 1) throw error;
      }
    }
  }

  /** The entry's session, made once however many wait for it; each waits only as long as it may. */
  async #connected(entry: Entry, target: McpTarget, options: UseOptions): Promise<McpSession> {
    if (entry.session && !entry.session.closed) return entry.session;
    entry.connecting ??= this.#connect(entry, target, options).finally(() => {
      entry.connecting = null;
    });
    entry.connecting.catch(() => {});
    return untilAborted(entry.connecting, options.signal);
  }

  async #connect(entry: Entry, target: McpTarget, options: UseOptions): Promise<McpSession> {
    if (entry.kind === 'stdio') await this.#makeRoom(entry);
    const era = entry.era && entry.era.until > Date.now() ? entry.era.value : undefined;
    const session = await connectSession(
      {
        target,
        ...(era && { knownEra: era }),
        ...(options.credential && { credential: options.credential }),
        onListChanged: () => this.#events.emit('list-changed', target.key),
        onClosed: (closed) => {
          if (entry.session === closed) entry.session = null;
        },
      },
      this.#connector,
    );
    if (!era) entry.era = { value: session.era, until: Date.now() + ERA_MEMORY_MS };
    if ((entry.retired && !this.#draining.has(entry)) || this.#closed) {
      await session.close();
      throw failed('connect_failed', 'The provider was changed meanwhile; try again.');
    }
    if (!session.closed) entry.session = session;
    return session;
  }

  #all(): Entry[] {
    return [...this.#entries.values(), ...this.#draining];
  }

  #children(): Entry[] {
    return this.#all().filter(
      (entry) => entry.kind === 'stdio' && (entry.session ?? entry.connecting),
    );
  }

  /** Ends the child unused for longest where there are too many; refuses when all are busy. */
  async #makeRoom(wanting: Entry): Promise<void> {
    const limit = this.options.maxChildren ?? 32;
    const others = this.#children().filter((entry) => entry !== wanting);
    if (others.length < limit) return;
    const idle = others.filter((entry) => entry.inFlight === 0 && entry.session);
    const [oldest] = idle.sort((a, b) => a.lastUsed - b.lastUsed);
    if (!oldest?.session) {
      throw failed('process_limit', `All ${limit} provider processes are busy; try again shortly.`);
    }
    await this.#discard(oldest, oldest.session);
  }

  #discard(entry: Entry, session: McpSession): Promise<void> {
    if (entry.session === session) entry.session = null;
    return this.#track(session.close());
  }

  #track(work: Promise<void>): Promise<void> {
    const closing = work.finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
    return closing;
  }

  #replace(entry: Entry): void {
    this.#entries.delete(entry.key);
    entry.retired = true;
    this.#draining.add(entry);
    this.#rest(entry);
  }

  #rest(entry: Entry): void {
    if (entry.inFlight > 0) return;
    if (entry.retired) {
      void this.#retire(entry);
      return;
    }
    if (entry.idleTimer) return;
    entry.idleTimer = setTimeout(
      () => {
        entry.idleTimer = null;
        if (entry.inFlight === 0 && entry.session) void this.#discard(entry, entry.session);
      },
      this.options.idleMs ?? 5 * 60 * 1000,
    );
    entry.idleTimer.unref();
  }

  async #retire(entry: Entry): Promise<void> {
    entry.retired = true;
    if (entry.idleTimer) clearTimeout(entry.idleTimer);
    if (this.#entries.get(entry.key) === entry) this.#entries.delete(entry.key);
    this.#draining.delete(entry);
    await entry.connecting?.catch(() => {});
    if (entry.session) await this.#discard(entry, entry.session);
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
