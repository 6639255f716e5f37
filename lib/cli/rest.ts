/** One answer of the REST door; `body` is what came, problems included. */
export type Reply<T = unknown> = { status: number; body: T; ms: number };

/** A caller at the door. Never throws on a status: the caller looks at it. */
export type Rest = <T = unknown>(method: string, path: string, body?: unknown) => Promise<Reply<T>>;

/** Nothing answers at the address: the server is down, or it is somewhere else. */
export class Unreachable extends Error {
  constructor(readonly baseUrl: string) {
    super(`Nothing answers at ${baseUrl}.`);
  }
}

const TIMEOUT_MS = 30_000;

/** @throws Unreachable */
export function restClient(baseUrl: string, key: string): Rest {
  return async <T>(method: string, path: string, body?: unknown): Promise<Reply<T>> => {
    const began = performance.now();
    const response = await fetch(`${baseUrl}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => {
      throw new Unreachable(baseUrl);
    });
    const text = await response.text();
    return { status: response.status, body: parse<T>(text), ms: performance.now() - began };
  };
}

function parse<T>(text: string): T {
  return (text === '' ? null : JSON.parse(text)) as T;
}
