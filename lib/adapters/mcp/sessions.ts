import { createHash } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { Implementation } from '@modelcontextprotocol/client';
import { canonicalJson } from '@/lib/core/shared/json';
import type { AdapterLog } from '../adapter';
import type { Egress } from '../egress/guarded-fetch';
import { failed } from './failure';
import { type Pool, PooledSession, type UseOptions } from './pooled-session';
import type { McpSession } from './session';
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

/**
 * The live sessions of this process, one a provider, shared by calls and syncs alike. Started on
 * first use, ended when idle, replaced when broken or when the provider's endpoint changes.
 */
export class McpSessions {
  readonly #entries = new Map<string, PooledSession>();
  /** Replaced while in use; ended when their last call is. */
  readonly #draining = new Set<PooledSession>();
  readonly #fingerprints = new WeakMap<McpEndpoint, string>();
  readonly #events = new EventEmitter();
  readonly #pool: Pool;
  readonly #closing = new Set<Promise<void>>();
  #closed = false;

  constructor(private readonly options: SessionsOptions) {
    this.#events.setMaxListeners(0);
    this.#pool = {
      connector: {
        egress: options.egress,
        log: options.log,
        resolveSecret: options.resolveSecret,
        clientInfo: options.clientInfo ?? { name: 'capstan', version: '0.1.0' },
        connectTimeoutMs: options.connectTimeoutMs ?? 20_000,
        maxMessageBytes: options.maxMessageBytes ?? 16 * 1024 * 1024,
        graceMs: options.graceMs ?? 2_000,
      },
      idleMs: options.idleMs ?? 5 * 60 * 1000,
      breakAfter: options.breakAfter ?? 5,
      breakMs: options.breakMs ?? 10_000,
      makeRoom: (wanting) => this.#makeRoom(wanting),
      track: (closing) => this.#track(closing),
      onListChanged: (provider) => this.#events.emit('list-changed', provider),
      onEnded: (entry) => this.#forget(entry),
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
    return this.#entry(target, options.credential?.partition ?? '').use(target, options, work);
  }

  /** Ends the sessions of a provider: removed, disabled, or to be started afresh. */
  async drop(key: string): Promise<void> {
    const entries = this.#all().filter((entry) => entry.place.provider === key);
    await Promise.all(entries.map((entry) => entry.end()));
  }

  stats(): { sessions: number; children: number; inFlight: number; pids: number[] } {
    const live = this.#all().filter((entry) => entry.session);
    const pids = live.flatMap((entry) => entry.session?.pid ?? []);
    const inFlight = this.#all().reduce((sum, entry) => sum + entry.inFlight, 0);
    return { sessions: live.length, children: this.#children().length, inFlight, pids };
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#all().map((entry) => entry.end()));
    await Promise.all(this.#closing);
  }

  #entry(target: McpTarget, partition: string): PooledSession {
    const key = `${target.key}\n${partition}`;
    const fingerprint = this.#fingerprint(target.endpoint);
    const held = this.#entries.get(key);
    if (held?.place.fingerprint === fingerprint) return held;
    if (held) this.#replace(held);
    const place = { key, provider: target.key, fingerprint, kind: target.endpoint.kind };
    const entry = new PooledSession(place, this.#pool);
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

  #replace(entry: PooledSession): void {
    this.#entries.delete(entry.place.key);
    this.#draining.add(entry);
    entry.drain();
  }

  #forget(entry: PooledSession): void {
    const { key } = entry.place;
    if (this.#entries.get(key) === entry) this.#entries.delete(key);
    this.#draining.delete(entry);
  }

  #all(): PooledSession[] {
    return [...this.#entries.values(), ...this.#draining];
  }

  #children(): PooledSession[] {
    return this.#all().filter((entry) => entry.hasChild);
  }

  /** Ends the child unused for longest where there are too many; refuses when all are busy. */
  async #makeRoom(wanting: PooledSession): Promise<void> {
    const limit = this.options.maxChildren ?? 32;
    const others = this.#children().filter((entry) => entry !== wanting);
    if (others.length < limit) return;
    const idle = others.filter((entry) => entry.inFlight === 0 && entry.session);
    const [oldest] = idle.sort((a, b) => a.lastUsed - b.lastUsed);
    if (!oldest) {
      throw failed('process_limit', `All ${limit} provider processes are busy; try again shortly.`);
    }
    await oldest.discard();
  }

  #track(work: Promise<void>): Promise<void> {
    const closing = work.finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
    return closing;
  }
}
