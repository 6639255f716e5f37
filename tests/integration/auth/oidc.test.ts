import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NextApiRequest, NextApiResponse } from 'next';
import NextAuth from 'next-auth';
import { Provider } from 'oidc-provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authOptions, sessionCookieName } from '@/lib/auth/next-auth';
import { actorOfToken } from '@/lib/auth/session';
import { publishAuthAddress } from '@/lib/config/env';
import { tenantsOf } from '@/lib/services/people/load-user-actor';
import { createTestRuntime, type TestRuntime } from '../../support/db';
import { auditOf, makeTenant, makeUser } from '../../support/fixtures';

/** Claims by account, as the provider knows its people. */
const people = new Map<string, { email?: string; email_verified?: boolean; name?: string }>();
const CLIENT = { id: 'capstan', secret: 'a secret of the test client, long enough' };
const BASE = 'http://127.0.0.1:3000';

let test: TestRuntime;
let server: Server;
let issuer: string;
beforeAll(async () => {
  server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [`${BASE}/api/auth/callback/oidc`],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['one', 'two'] },
    findAccount: (_ctx, id) => ({
      accountId: id,
      claims: async () => ({ sub: id, ...people.get(id) }),
    }),
    pkce: { required: () => true },
  });
  server.on('request', provider.callback());
  test = await createTestRuntime({
    CAPSTAN_OIDC_ISSUER: issuer,
    CAPSTAN_OIDC_CLIENT_ID: CLIENT.id,
    CAPSTAN_OIDC_CLIENT_SECRET: CLIENT.secret,
    CAPSTAN_OIDC_NAME: 'Test provider',
  });
  publishAuthAddress(test.config);
});
afterAll(async () => {
  await test.cleanup();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** A browser's cookies, by origin and name. */
class Jar {
  readonly #cookies = new Map<string, string>();
  take(lines: readonly string[]): void {
    for (const line of lines) {
      const [pair = ''] = line.split(';');
      const cut = pair.indexOf('=');
      this.#cookies.set(pair.slice(0, cut), decodeURIComponent(pair.slice(cut + 1)));
    }
  }
  get all(): Record<string, string> {
    return Object.fromEntries(this.#cookies);
  }
  get header(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }
}

type Answer = { location: string | null; body: unknown };

/** The handler of `app/api/auth`, called as Next's pages would. */
async function auth(
  jar: Jar,
  method: string,
  action: string[],
  input: Record<string, string> = {},
) {
  const answer: Answer = { location: null, body: null };
  const headers = new Map<string, string[]>();
  const request = {
    method,
    query: { nextauth: action, ...(method === 'GET' ? input : {}) },
    body: method === 'POST' ? input : {},
    cookies: jar.all,
    headers: { host: '127.0.0.1:3000' },
  };
  const response = {
    status: () => response,
    getHeader: (name: string) => headers.get(name.toLowerCase()),
    setHeader: (name: string, value: string | string[]) => {
      headers.set(name.toLowerCase(), [value].flat());
      return response;
    },
    json: (body: unknown) => {
      answer.body = body;
    },
    send: (body: unknown) => {
      answer.body = body;
    },
    end: () => {},
  };
  await NextAuth(asRequest(request), asResponse(response), authOptions());
  jar.take(headers.get('set-cookie') ?? []);
  answer.location = headers.get('location')?.[0] ?? null;
  return answer;
}

/** next-auth uses only what the two objects above have. */
function asRequest(request: object): NextApiRequest {
  return request as NextApiRequest;
}
function asResponse(response: object): NextApiResponse {
  return response as NextApiResponse;
}

/** Walks the provider's own pages: login as `account`, consent, and back to the callback. */
async function atProvider(url: string, account: string): Promise<URL> {
  const jar = new Jar();
  let next = url;
  for (let step = 0; step < 12; step += 1) {
    if (next.startsWith(BASE)) return new URL(next);
    const response = await fetch(next, { redirect: 'manual', headers: { cookie: jar.header } });
    jar.take(response.headers.getSetCookie());
    const location = response.headers.get('location');
    if (location) {
      next = new URL(location, next).href;
      continue;
    }
    const form = await response.text();
    const action = /action="([^"]+)"/.exec(form)?.[1] ?? '';
    const prompt = /name="prompt" value="([^"]+)"/.exec(form)?.[1] ?? '';
    const posted = await fetch(new URL(action, next), {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: jar.header, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ prompt, login: account, password: 'any' }),
    });
    jar.take(posted.headers.getSetCookie());
    next = new URL(posted.headers.get('location') ?? '', next).href;
  }
  throw new Error('The provider never came back.');
}

/** The whole way from the button to the session. */
async function signIn(account: string, tamper: (query: URLSearchParams) => void = () => {}) {
  const jar = new Jar();
  const csrf = await auth(jar, 'GET', ['csrf']);
  const { csrfToken } = csrf.body as { csrfToken: string };
  const started = await auth(jar, 'POST', ['signin', 'oidc'], { csrfToken, callbackUrl: BASE });
  const back = await atProvider(started.location ?? '', account);
  tamper(back.searchParams);
  const query = Object.fromEntries(back.searchParams);
  const done = await auth(jar, 'GET', ['callback', 'oidc'], query);
  const token = jar.all[sessionCookieName()];
  return { location: done.location ?? '', actor: token ? await actorOfToken(token) : null };
}

describe('signing in through the identity provider', () => {
  it('makes an account without roles, and finds it again by issuer and subject', async () => {
    people.set('nina', { email: 'Nina@Example.com', email_verified: true, name: 'Nina' });
    const first = await signIn('nina');
    expect(first.location).toBe(BASE);
    expect(first.actor).toMatchObject({
      email: 'nina@example.com',
      name: 'Nina',
      rolesByTenant: {},
    });
    expect(first.actor && tenantsOf(first.actor)).toEqual([]);
    people.set('nina', { email: 'renamed@example.com', email_verified: true });
    const second = await signIn('nina');
    expect(second.actor?.userId).toBe(first.actor?.userId);
    const trail = await auditOf('user', first.actor?.userId ?? '');
    expect(trail.map((entry) => entry.action).sort()).toEqual([
      'user.create',
      'user.link_identity',
    ]);
    expect(trail.find((entry) => entry.action === 'user.link_identity')?.after).toEqual({
      issuer,
      subject: 'nina',
    });
  });

  it('does not take over an account by e-mail, unless allowed and verified', async () => {
    const tenantId = await makeTenant();
    const held = await makeUser({ [tenantId]: ['admin'] }, { email: 'held@example.com' });
    people.set('held', { email: 'held@example.com', email_verified: true });
    expect(await signIn('held')).toEqual({
      location: expect.stringContaining('error=email_taken'),
      actor: null,
    });
    const { oidc } = test.runtime.config;
    if (!oidc) throw new Error('no provider');
    oidc.linkByEmail = true;
    try {
      people.set('liar', { email: 'held@example.com', email_verified: false });
      expect((await signIn('liar')).location).toContain('error=email_taken');
      expect((await signIn('held')).actor).toMatchObject({ userId: held.id });
    } finally {
      oidc.linkByEmail = false;
    }
    expect((await signIn('held')).actor).toMatchObject({ userId: held.id });
  });

  it('gives the roles the configuration names to people seen for the first time', async () => {
    const { oidc } = test.runtime.config;
    if (!oidc) throw new Error('no provider');
    oidc.defaultRoles = ['shared:member', 'nowhere:admin'];
    try {
      people.set('dora', { email: 'dora@example.com', email_verified: true });
      expect((await signIn('dora')).actor?.rolesByTenant).toEqual({ shared: ['member'] });
    } finally {
      oidc.defaultRoles = [];
    }
  });

  it('refuses a deactivated person, and one without an e-mail, saying why', async () => {
    people.set('gone', { email: 'gone@example.com', email_verified: true });
    const { actor } = await signIn('gone');
    await test.db.prisma.user.update({
      where: { id: actor?.userId ?? '' },
      data: { active: false },
    });
    expect(await signIn('gone')).toEqual({
      location: expect.stringContaining('error=inactive'),
      actor: null,
    });
    people.set('mute', {});
    expect((await signIn('mute')).location).toContain('error=no_email');
  });

  it('refuses a callback whose state or code was changed', async () => {
    people.set('eve', { email: 'eve@example.com', email_verified: true });
    for (const part of ['state', 'code']) {
      const result = await signIn('eve', (query) => query.set(part, 'forged'));
      expect(result.actor).toBeNull();
      expect(result.location).toContain('error=OAuthCallback');
    }
    expect(await test.db.prisma.user.count({ where: { email: 'eve@example.com' } })).toBe(0);
  });
});
