import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { makeRequestGuard } from '@/lib/boot/request-guard.mjs';

type Headers = Record<string, string>;
type Guard = ReturnType<typeof makeRequestGuard>;

/** What the guard reads of a request, and nothing more. */
function requestOf(headers: Headers, remoteAddress: string): IncomingMessage {
  const request: Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress: string } } = {
    headers: { ...headers },
    socket: { remoteAddress },
  };
  return request as IncomingMessage;
}
function pass(guard: Guard, headers: Headers, peer = '127.0.0.1') {
  const request = requestOf(headers, peer);
  return { refused: guard(request), headers: request.headers };
}

const local = makeRequestGuard({
  baseUrl: 'http://127.0.0.1:3000',
  port: 3000,
  trustedProxies: [],
});
const behind = makeRequestGuard({
  baseUrl: 'https://capstan.example.com',
  port: 3000,
  trustedProxies: ['10.0.0.0/8'],
});

describe('Host', () => {
  it.each(['127.0.0.1:3000', 'localhost:3000', '[::1]:3000', 'LOCALHOST:3000'])(
    'serves %s',
    (host) => {
      expect(pass(local, { host }).refused).toBeNull();
    },
  );

  it.each(['evil.example', '127.0.0.1:3001', 'localhost', '127.0.0.1:3000.evil.example', ''])(
    'refuses "%s"',
    (host) => {
      expect(pass(local, { host }).refused).toMatchObject({ status: 421, code: 'MISDIRECTED' });
    },
  );

  it('serves the base URL’s name, with its default port or without', () => {
    expect(pass(behind, { host: 'capstan.example.com' }).refused).toBeNull();
    expect(pass(behind, { host: 'capstan.example.com:443' }).refused).toBeNull();
  });

  it('refuses a request without one', () => {
    expect(pass(local, {}).refused?.status).toBe(421);
  });
});

describe('Origin', () => {
  const host = '127.0.0.1:3000';

  it.each(['http://127.0.0.1:3000', 'http://localhost:3000'])('takes %s', (origin) => {
    expect(pass(local, { host, origin }).refused).toBeNull();
  });

  it.each(['https://evil.example', 'null', 'http://127.0.0.1:3001', 'https://127.0.0.1:3000'])(
    'refuses %s',
    (origin) => {
      expect(pass(local, { host, origin }).refused).toMatchObject({
        status: 403,
        code: 'FORBIDDEN',
      });
    },
  );
});

describe('forwarding headers', () => {
  const forwarded = {
    'x-forwarded-for': '6.6.6.6, 203.0.113.9',
    'x-forwarded-host': 'capstan.example.com',
    'x-forwarded-proto': 'https',
  };

  it('are dropped when they come from anybody', () => {
    const { refused, headers } = pass(
      behind,
      { host: 'evil.example', ...forwarded },
      '203.0.113.5',
    );
    expect(refused?.status).toBe(421);
    expect(headers).toEqual({ host: 'evil.example', 'x-capstan-client': '203.0.113.5' });
  });

  it('count from a trusted proxy, read from the right', () => {
    const { refused, headers } = pass(behind, { host: 'inner:3000', ...forwarded }, '10.1.2.3');
    expect(refused).toBeNull();
    expect(headers['x-capstan-client']).toBe('203.0.113.9');
    expect(headers['x-forwarded-proto']).toBe('https');
  });

  it('cannot be named by the caller', () => {
    const { headers } = pass(local, { host: 'localhost:3000', 'x-capstan-client': '1.1.1.1' });
    expect(headers['x-capstan-client']).toBe('127.0.0.1');
  });
});
