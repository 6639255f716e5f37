import { buildApp } from '@/lib/http/app';
import { startDiscover } from '@/lib/services/discover/start-discover';
import { startKillWatch } from '@/lib/services/incidents/start-kill-watch';
import { startLedger } from '@/lib/services/ledger/start-ledger';
import { createTestRuntime, type TestRuntime } from './db';
import { makeToken, makeUser } from './fixtures';

export type Reply<T = Record<string, unknown>> = { status: number; body: T; headers: Headers };

/** A caller at the REST door: its key goes into every request. */
export type RestClient = <T = Record<string, unknown>>(
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Reply<T>>;

export type World = TestRuntime & {
  /** A client with a key; without one it is nobody. */
  as(key: string | null): RestClient;
};

/**
 * Everything a running server has but the listener and the pages: database, kill watch, ledger,
 * providers over loopback HTTP, index, and the REST door in process.
 */
export async function createWorld(variables: Record<string, string> = {}): Promise<World> {
  const test = await createTestRuntime({ CAPSTAN_EGRESS_ALLOW: '127.0.0.0/8', ...variables });
  const stops = [
    await startKillWatch(test.runtime),
    await startLedger(test.runtime),
    await startDiscover(test.runtime),
  ];
  const app = buildApp();
  test.runtime.fetch = (request) => app.fetch(request);
  return {
    ...test,
    as: (key) => clientOf((request) => app.fetch(request), key),
    async cleanup() {
      for (const stop of stops.reverse()) await stop?.();
      await test.cleanup();
    },
  };
}

function clientOf(
  fetch: (request: Request) => Response | Promise<Response>,
  key: string | null,
): RestClient {
  return async <T>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) => {
    const response = await fetch(
      new Request(`http://127.0.0.1:3000/api/v1${path}`, {
        method,
        headers: {
          ...(key === null ? {} : { authorization: `Bearer ${key}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
    const text = await response.text();
    const isJson = /json$/.test(response.headers.get('content-type')?.split(';')[0] ?? '');
    return {
      status: response.status,
      headers: response.headers,
      body: (isJson && text !== '' ? JSON.parse(text) : text || null) as T,
    };
  };
}

/** Two people of `shared` with tokens: an admin and a reviewer. */
export async function makeTwoPeople(): Promise<{
  admin: { id: string; key: string };
  reviewer: { id: string; key: string };
}> {
  const admin = await makeUser({ shared: ['admin'] });
  const reviewer = await makeUser({ shared: ['reviewer'] });
  return {
    admin: { id: admin.id, key: (await makeToken(admin.id)).text },
    reviewer: { id: reviewer.id, key: (await makeToken(reviewer.id)).text },
  };
}
