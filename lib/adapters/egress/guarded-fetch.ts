import { lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, type Dispatcher, fetch as undiciFetch } from 'undici';
import { type AllowList, isAllowedHost, parseAllowList, refusedAddress } from './address';
import { boundedBody } from './body';
import { EgressError } from './error';

export type ResolvedAddress = { address: string; family: number };
export type Resolver = (host: string) => Promise<ResolvedAddress[]>;

export type EgressOptions = {
  /** Hosts, addresses and CIDR ranges that are allowed although they are not public. */
  allow?: readonly string[];
  /** Replaces DNS; for tests. */
  resolver?: Resolver;
  connectTimeoutMs?: number;
};

export type EgressPolicy = {
  /** Bytes of a body, or of one event of an event stream. Default 10 MiB. */
  maxResponseBytes?: number;
  /** Hops followed unless `init.redirect` is `manual` or `error`. Default 5. */
  maxRedirects?: number;
};

export type Egress = {
  /** `fetch`, for addresses that outsiders had a say in. Rejects with an {@link EgressError}. */
  fetch(url: string | URL, init?: RequestInit, policy?: EgressPolicy): Promise<Response>;
  /** Refuses what can be refused without asking DNS: scheme, credentials, literal addresses. */
  checkUrl(url: string | URL): void;
  /** The same, and what its host resolves to now. Every connection is checked again. */
  checkAddress(url: string | URL): Promise<void>;
  close(): Promise<void>;
};

const MAX_RESPONSE_BYTES = 10 * 1024 * 1024;
const MAX_REDIRECTS = 5;
const REDIRECTS = [301, 302, 303, 307, 308];
const NO_BODY = [101, 204, 205, 304];
/** Not carried to another origin by a redirect. */
const PRIVATE_HEADERS = ['authorization', 'cookie', 'proxy-authorization', 'mcp-session-id'];

const systemResolver: Resolver = (host) => systemLookup(host, { all: true, verbatim: true });

function refuse(host: string, why: string): EgressError {
  return new EgressError(
    'EGRESS_REFUSED',
    `"${host}" is refused: ${why}. Only public addresses are called; the operator may allow this one with CAPSTAN_EGRESS_ALLOW and a restart.`,
  );
}

/** The addresses a host may be called at. One bad address among good ones refuses the host. */
async function checkedAddresses(host: string, allow: AllowList, resolver: Resolver) {
  const addresses = await resolver(host).catch(() => []);
  if (addresses.length === 0) {
    throw new EgressError('UNRESOLVED', `"${host}" has no address; check the host name.`);
  }
  if (isAllowedHost(host, allow)) return addresses;
  for (const { address } of addresses) {
    const why = refusedAddress(address, allow);
    if (why) throw refuse(host, `it resolves to ${address}, ${why}`);
  }
  return addresses;
}

/**
 * The resolver of every connection. What is checked is what is connected to: there is no second
 * look-up between the two that could answer otherwise.
 */
function pinnedLookup(allow: AllowList, resolver: Resolver): LookupFunction {
  return (host, options, callback) => {
    checkedAddresses(host, allow, resolver).then(
      (addresses) => {
        const [first] = addresses;
        if (options.all || !first) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };
}

function checkedUrl(input: string | URL, allow: AllowList): URL {
  const url = new URL(input);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw refuse(url.protocol, 'only http and https are called');
  }
  if (url.username || url.password) {
    throw refuse(url.host, 'the address carries credentials; use a credential reference instead');
  }
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) === 0) return url;
  const why = refusedAddress(literal, allow);
  if (why) throw refuse(literal, `it is ${why}`);
  return url;
}

/** Undici's fetch and the platform's differ in type only; the one place that says so. */
async function send(url: URL, init: RequestInit, dispatcher: Dispatcher): Promise<Response> {
  const request = { ...init, dispatcher, redirect: 'manual' } as Parameters<typeof undiciFetch>[1];
  const response: unknown = await undiciFetch(url, request);
  return response as Response;
}

function unwrapped(error: unknown): unknown {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof EgressError ? cause : error;
}

function nextInit(init: RequestInit, status: number, from: URL, to: URL): RequestInit {
  const headers = new Headers(init.headers);
  if (from.origin !== to.origin) for (const name of PRIVATE_HEADERS) headers.delete(name);
  const method = (init.method ?? 'GET').toUpperCase();
  const becomesGet =
    (status === 303 && method !== 'HEAD') || (status < 303 && method === 'POST' && status !== 300);
  if (!becomesGet) return { ...init, headers };
  headers.delete('content-type');
  headers.delete('content-length');
  return { ...init, headers, method: 'GET', body: null };
}

function bounded(response: Response, limit: number): Response {
  const { status, statusText, headers } = response;
  if (!response.body || NO_BODY.includes(status)) {
    return new Response(null, { status, statusText, headers });
  }
  const isStream = headers.get('content-type')?.includes('text/event-stream') ?? false;
  const declared = Number(headers.get('content-length') ?? 0);
  if (!isStream && declared > limit) {
    void response.body.cancel();
    throw new EgressError(
      'RESPONSE_TOO_LARGE',
      `The answer is ${declared} bytes; at most ${limit} are allowed.`,
    );
  }
  const body = boundedBody(response.body, limit, isStream);
  return new Response(body, { status, statusText, headers: new Headers([...headers]) });
}

/**
 * Outbound HTTP for addresses that people register. Refuses everything but public unicast
 * addresses unless `allow` names it, connects to exactly the address that was checked,
 * checks again at every redirect, and bounds what comes back.
 */
export function createEgress(options: EgressOptions = {}): Egress {
  const allow = parseAllowList(options.allow ?? []);
  const resolver = options.resolver ?? systemResolver;
  const lookup = pinnedLookup(allow, resolver);
  const agent = new Agent({
    connect: { lookup, timeout: options.connectTimeoutMs ?? 10_000 },
    // Event streams are silent for as long as they like; deadlines are the caller's.
    bodyTimeout: 0,
    headersTimeout: 0,
  });

  async function guardedFetch(
    input: string | URL,
    init: RequestInit = {},
    policy: EgressPolicy = {},
  ) {
    const limit = policy.maxResponseBytes ?? MAX_RESPONSE_BYTES;
    const maxRedirects = policy.maxRedirects ?? MAX_REDIRECTS;
    let url = checkedUrl(input, allow);
    let request = init;
    for (let hop = 0; ; hop += 1) {
      const response = await send(url, request, agent).catch((error: unknown) => {
        throw unwrapped(error);
      });
      const location = response.headers.get('location');
      if (!REDIRECTS.includes(response.status) || !location || init.redirect === 'manual') {
        return bounded(response, limit);
      }
      await response.body?.cancel();
      if (init.redirect === 'error' || hop >= maxRedirects) {
        throw new EgressError('TOO_MANY_REDIRECTS', `"${url.host}" redirects more than allowed.`);
      }
      const target = checkedUrl(new URL(location, url), allow);
      request = nextInit(request, response.status, url, target);
      url = target;
    }
  }

  return {
    fetch: guardedFetch,
    checkUrl: (url) => void checkedUrl(url, allow),
    async checkAddress(input) {
      const { hostname } = checkedUrl(input, allow);
      const literal = hostname.replace(/^\[|\]$/g, '');
      if (isIP(literal) === 0) await checkedAddresses(hostname, allow, resolver);
    },
    close: () => agent.destroy(),
  };
}
