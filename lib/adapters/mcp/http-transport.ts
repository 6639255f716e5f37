import { AsyncLocalStorage } from 'node:async_hooks';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Egress } from '../egress/guarded-fetch';

/** What belongs to the call under way, not to the connection it shares with others. */
export type HttpCallScope = {
  headers: Record<string, string>;
  upstreamRequestId?: string;
  /** Told when the stream of the answer breaks; the client itself would wait for its timeout. */
  onBroken?: (error: unknown) => void;
};

const scope = new AsyncLocalStorage<HttpCallScope>();
const REQUEST_ID_HEADERS = ['x-request-id', 'request-id', 'x-correlation-id'];
const REQUEST_ID_LENGTH = 128;

/** Runs `use` so that every request it causes carries these headers, and no other request does. */
export function inCallScope<T>(call: HttpCallScope, use: () => T): T {
  return scope.run(call, use);
}

function watched(response: Response, onBroken: (error: unknown) => void): Response {
  const reader = response.body?.getReader();
  if (!reader) return response;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        onBroken(error);
        controller.error(error);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
}

export type HttpTransportOptions = {
  url: string;
  egress: Egress;
  maxMessageBytes: number;
  /** Headers of the provider itself, below those of a call. */
  headers: Record<string, string>;
};

/** Streamable HTTP through the egress guard, with the credential of the call under way. */
export function createHttpTransport(options: HttpTransportOptions): StreamableHTTPClientTransport {
  options.egress.checkUrl(options.url);
  return new StreamableHTTPClientTransport(new URL(options.url), {
    onInsufficientScope: 'throw',
    fetch: async (url, init) => {
      const call = scope.getStore();
      const headers = new Headers(init?.headers);
      for (const [name, value] of Object.entries({ ...options.headers, ...call?.headers })) {
        headers.set(name, value);
      }
      const policy = { maxResponseBytes: options.maxMessageBytes };
      const response = await options.egress.fetch(url, { ...init, headers }, policy);
      const id = REQUEST_ID_HEADERS.map((name) => response.headers.get(name)).find(Boolean);
      if (call && id) call.upstreamRequestId = id.slice(0, REQUEST_ID_LENGTH);
      return call?.onBroken && init?.method === 'POST'
        ? watched(response, call.onBroken)
        : response;
    },
  });
}
