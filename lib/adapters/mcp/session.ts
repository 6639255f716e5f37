import type {
  Client,
  Implementation,
  StandardSchemaV1,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import type { JsonObject, JsonSchema } from '@/lib/core/shared/json';
import type { CallCredential } from '../adapter';
import { failed, isMcpFailure, McpFailure, statusOf, toFailure } from './failure';
import { type HttpCallScope, inCallScope } from './http-transport';
import { LenientClient, rawResult } from './lenient-client';
import { subscribeToListChanges, watchListChanges } from './list-changes';
import type { StdioTransport } from './stdio-transport';

export type McpTransport =
  | { kind: 'stdio'; transport: StdioTransport }
  | { kind: 'http'; transport: StreamableHTTPClientTransport };

export type Era = 'modern' | 'legacy';

export type RequestOptions = {
  timeoutMs: number;
  signal?: AbortSignal;
  credential?: CallCredential;
};

export type ConnectOptions = {
  transport: McpTransport;
  clientInfo: Implementation;
  timeoutMs: number;
  /** What an earlier connection found out; saves the probe. */
  knownEra?: Era;
  credential?: CallCredential;
  onListChanged: () => void;
  onClosed: (session: McpSession) => void;
  onError: (error: Error) => void;
};

/** Lets any object pass: what servers answer is read leniently and checked where it is used. */
const ANYTHING: StandardSchemaV1<unknown, unknown> = {
  '~standard': { version: 1, vendor: 'capstan', validate: (value) => ({ value }) },
};
/** On stdio a server that ignores the probe is an older one; this is how long that takes to see. */
const STDIO_PROBE_MS = 5_000;
const CANCEL_GRACE_MS = 1_000;

/** A live connection to one server. Any number of requests may be under way at once. */
export class McpSession {
  closed = false;
  #inFlight = 0;
  #retired = false;

  private constructor(
    readonly client: Client,
    private readonly link: McpTransport,
  ) {}

  /** Rejects with an {@link McpFailure}; the transport is closed then. */
  static async connect(options: ConnectOptions): Promise<McpSession> {
    const { link, client } = prepare(options);
    const session = new McpSession(client, link);
    client.onerror = options.onError;
    client.onclose = () => {
      session.closed = true;
      options.onClosed(session);
    };
    try {
      const scope = { headers: options.credential?.headers ?? {} };
      await inCallScope(scope, () =>
        withDeadline(
          client.connect(link.transport, {
            timeout: options.timeoutMs,
            ...(options.knownEra === 'legacy' && { prior: { kind: 'legacy' as const } }),
          }),
          options.timeoutMs,
        ),
      );
      inCallScope(scope, () => subscribeToListChanges(client, options.onError));
      return session;
    } catch (error) {
      await link.transport.close().catch(() => {});
      throw connectFailure(error, link);
    }
  }

  get kind(): 'stdio' | 'http' {
    return this.link.kind;
  }

  get pid(): number | null {
    return this.link.kind === 'stdio' ? this.link.transport.pid : null;
  }

  get era(): Era {
    return this.client.getProtocolEra() === 'modern' ? 'modern' : 'legacy';
  }

  /**
   * One request and its raw result. Rejects with an {@link McpFailure}. The deadline counts
   * from here; the server is told when the caller gives up.
   */
  async request(
    method: string,
    params: JsonObject,
    options: RequestOptions,
  ): Promise<{ result: JsonObject; upstreamRequestId?: string }> {
    return this.#perform(options, (signal) =>
      this.client.request({ method, params }, ANYTHING, {
        signal,
        timeout: options.timeoutMs + CANCEL_GRACE_MS,
      }),
    );
  }

  /**
   * `tools/call`. Over the current protocol's HTTP some parameters also travel as headers
   * (`x-mcp-header` in the schema), which only the client's own method does.
   */
  async callTool(
    params: { name: string; arguments: JsonObject },
    inputSchema: JsonSchema | undefined,
    options: RequestOptions,
  ): Promise<{ result: JsonObject; upstreamRequestId?: string }> {
    const mirrors =
      this.kind === 'http' &&
      this.era === 'modern' &&
      inputSchema !== undefined &&
      JSON.stringify(inputSchema).includes('"x-mcp-header"');
    if (!mirrors) return this.request('tools/call', params, options);
    const toolDefinition = {
      name: params.name,
      inputSchema: { ...inputSchema, type: 'object' as const },
    };
    return this.#perform(options, (signal) =>
      this.client.callTool(params, {
        signal,
        timeout: options.timeoutMs + CANCEL_GRACE_MS,
        toolDefinition,
      }),
    );
  }

  async close(): Promise<void> {
    if (this.link.kind === 'http' && !this.closed) {
      await withDeadline(this.link.transport.terminateSession(), 2_000).catch(() => {});
    }
    await this.client.close().catch(() => {});
    this.closed = true;
  }

  /** No longer lent; closed when the requests under way on it are done. */
  async retire(): Promise<void> {
    this.#retired = true;
    if (this.#inFlight === 0) await this.close();
  }

  async #perform(options: RequestOptions, send: (signal: AbortSignal) => Promise<unknown>) {
    const ends = new AbortController();
    const call: HttpCallScope = {
      headers: options.credential?.headers ?? {},
      onBroken: (error) => stop(toFailure(error, true)),
    };
    // In the call's scope, so that the server accepts the notice of the end as well.
    const stop = (failure: McpFailure) => inCallScope(call, () => ends.abort(failure));
    if (options.signal?.aborted) throw failed('cancelled', 'The call was cancelled.');
    const onAbort = () =>
      stop(failed('cancelled', 'The call was cancelled.', { mayHaveRun: true }));
    options.signal?.addEventListener('abort', onAbort, { once: true });
    const timer = setTimeout(() => {
      const message = `The server did not answer within ${options.timeoutMs} ms.`;
      stop(failed('timeout', message, { mayHaveRun: true }));
    }, options.timeoutMs);
    this.#inFlight += 1;
    try {
      const result = rawResult(await inCallScope(call, () => send(ends.signal)));
      if (!result) throw failed('protocol_error', 'The server answered no object.');
      const { upstreamRequestId } = call;
      return upstreamRequestId ? { result, upstreamRequestId } : { result };
    } catch (error) {
      throw this.#explain(error, ends.signal);
    } finally {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', onAbort);
      this.#inFlight -= 1;
      if (this.#retired && this.#inFlight === 0) void this.close();
    }
  }

  #explain(error: unknown, signal: AbortSignal): McpFailure {
    if (isMcpFailure(signal.reason)) return signal.reason;
    const { link } = this;
    if (link.kind === 'http') {
      if (isSessionGone(error, link.transport.sessionId)) this.closed = true;
      return toFailure(error, !this.closed);
    }
    const { transport } = link;
    if (transport.oversized) {
      const message = transport.closeReason ?? 'The answer was too large.';
      return failed('output_too_large', message, { mayHaveRun: true });
    }
    const failure = toFailure(error, true);
    if (!transport.closeReason) return failure;
    const message = `The server went away. ${transport.closeReason}`;
    return failed('connection_lost', message, {
      mayHaveRun: true,
      detail: transport.stderrTail.slice(-400),
    });
  }
}

function prepare(options: ConnectOptions): { link: McpTransport; client: Client } {
  const probe = options.transport.kind === 'stdio' ? { timeoutMs: STDIO_PROBE_MS } : {};
  const client = new LenientClient(options.clientInfo, {
    capabilities: {},
    versionNegotiation: { mode: 'auto', probe },
    inputRequired: { autoFulfill: false },
  });
  watchListChanges(client, options.onListChanged);
  return { link: options.transport, client };
}

/** Whether the server forgot the session: nothing of the request ran, a new session may ask again. */
function isSessionGone(error: unknown, sessionId: string | undefined): boolean {
  if (sessionId === undefined) return false;
  const status = statusOf(error);
  if (status === 404) return true;
  return status === 400 && error instanceof Error && /session/i.test(error.message);
}

function connectFailure(error: unknown, link: McpTransport): McpFailure {
  const failure = toFailure(error, false);
  const kept = ['unauthorized', 'forbidden', 'egress_refused', 'timeout', 'output_too_large'];
  if (kept.includes(failure.failure.class)) {
    return new McpFailure({ ...failure.failure, mayHaveRun: false });
  }
  if (link.kind === 'http') {
    const { message, detail } = failure.failure;
    return failed('connect_failed', `No connection to the server. ${message}`, { detail });
  }
  const { closeReason, stderrTail } = link.transport;
  return failed('connect_failed', `The server did not start. ${closeReason ?? ''}`.trim(), {
    detail: stderrTail.slice(-400) || failure.failure.detail,
  });
}

async function withDeadline<T>(promise: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(failed('timeout', `The server did not answer within ${ms} ms.`));
    }, ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
