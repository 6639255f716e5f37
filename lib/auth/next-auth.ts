import type { AuthOptions, Profile } from 'next-auth';
import Credentials from 'next-auth/providers/credentials';
import type { OAuthConfig } from 'next-auth/providers/oauth';
import { deriveKey } from '@/lib/config/secrets';
import { log } from '@/lib/observability/log';
import { runtime } from '@/lib/runtime';
import { signInSchema } from '@/lib/schemas/people';
import { isServiceError } from '@/lib/services/errors';
import { signInWithPassword } from '@/lib/services/people/sign-in';
import { signInWithIdentity } from '@/lib/services/people/sign-in-with-identity';

declare module 'next-auth' {
  interface User {
    /** Epoch of the person's sessions when this one began. */
    sessionEpoch?: number;
  }
}
declare module 'next-auth/jwt' {
  interface JWT {
    epoch?: number;
  }
}

/** A session ends after this, used or not; it identifies only, so nothing is lost by signing in again. */
export const SESSION_SECONDS = 7 * 24 * 3600;
/** Set by the server to the caller's address, from the socket or a trusted proxy. */
const CLIENT_HEADER = 'x-capstan-client';

export function sessionSecret(): string {
  return deriveKey('session').toString('base64url');
}

/** Secure cookies exist only where the browser speaks https; elsewhere they would never come back. */
export function usesHttps(): boolean {
  return runtime().config.baseUrl.startsWith('https://');
}

export function sessionCookieName(): string {
  return usesHttps() ? '__Secure-next-auth.session-token' : 'next-auth.session-token';
}

/** Who may sign in, and how. Built at each use: the configuration is known only at run time. */
export function authOptions(): AuthOptions {
  const { oidc } = runtime().config;
  return {
    secret: sessionSecret(),
    session: { strategy: 'jwt', maxAge: SESSION_SECONDS },
    useSecureCookies: usesHttps(),
    pages: { signIn: '/sign-in', error: '/sign-in', signOut: '/sign-in' },
    providers: [passwordProvider(), ...(oidc ? [oidcProvider(oidc)] : [])],
    callbacks: {
      signIn: ({ user, account, profile }) =>
        account?.provider === 'oidc' ? admitIdentity(user, profile) : true,
      // The token says who and since which epoch; what they may do is read on every request.
      jwt: ({ token, user }) =>
        user
          ? { sub: user.id, epoch: user.sessionEpoch ?? -1 }
          : { sub: token.sub, epoch: token.epoch },
      session: ({ session }) => ({ expires: session.expires }),
    },
    logger: {
      error: (code, metadata) => log.error({ code, err: causeOf(metadata) }, 'sign-in failed'),
      warn: (code) => log.debug({ code }, 'sign-in warning'),
      debug: () => {},
    },
  };
}

function causeOf(metadata: Error | { error?: Error }): unknown {
  return metadata instanceof Error ? metadata : metadata.error;
}

function passwordProvider() {
  return Credentials({
    id: 'password',
    name: 'Password',
    credentials: { email: { type: 'email' }, password: { type: 'password' } },
    async authorize(credentials, request) {
      const parsed = signInSchema.safeParse(credentials);
      if (!parsed.success) return null;
      const address: unknown = request.headers?.[CLIENT_HEADER];
      try {
        const signedIn = await signInWithPassword({
          ...parsed.data,
          address: typeof address === 'string' ? address : null,
          now: new Date(),
        });
        if (!signedIn) return null;
        return { id: signedIn.userId, sessionEpoch: signedIn.sessionEpoch };
      } catch (error) {
        // The text of an error reaches the page's address: a short code, never more.
        if (isServiceError(error) && error.code === 'LIMIT_EXCEEDED') throw new Error('too_many');
        log.error({ err: error }, 'a sign-in could not be checked');
        throw new Error('unavailable');
      }
    },
  });
}

type Oidc = NonNullable<ReturnType<typeof runtime>['config']['oidc']>;

function oidcProvider(oidc: Oidc): OAuthConfig<Profile> {
  const issuer = oidc.issuer.replace(/\/+$/, '');
  return {
    id: 'oidc',
    name: oidc.name,
    type: 'oauth',
    wellKnown: `${issuer}/.well-known/openid-configuration`,
    clientId: oidc.clientId,
    clientSecret: oidc.clientSecret,
    authorization: { params: { scope: 'openid email profile' } },
    idToken: true,
    checks: ['pkce', 'state', 'nonce'],
    userinfo: {
      // The verified ID token says who; many providers give e-mail and name only when asked.
      async request({ client, tokens }) {
        const claims = client && 'claims' in tokens ? readClaims(tokens) : null;
        if (!claims) throw new Error('The identity provider sent no ID token.');
        if (claims.email || !client.issuer.metadata.userinfo_endpoint) return claims;
        const more = await client.userinfo(tokens.access_token ?? '');
        if (more.sub !== claims.sub) throw new Error('The identity provider names two people.');
        return { ...more, ...claims };
      },
    },
    profile: (profile) => ({ id: profile.sub ?? '' }),
  };
}

/** next-auth types its tokens without the method that reads the ID token's claims. */
function readClaims(tokens: object): (Profile & { sub: string; iss: string }) | null {
  const set = tokens as { claims?: () => Profile & { sub: string; iss: string } };
  return set.claims?.() ?? null;
}

/** True lets in; a path says on the sign-in page why not. */
async function admitIdentity(
  user: { id: string; sessionEpoch?: number },
  profile: (Profile & { iss?: string; email_verified?: unknown }) | undefined,
): Promise<boolean | string> {
  const { oidc } = runtime().config;
  if (!oidc || !profile?.sub || !profile.iss) return false;
  const answer = await signInWithIdentity(
    {
      issuer: profile.iss,
      subject: profile.sub,
      email: profile.email ?? null,
      emailVerified: profile.email_verified === true,
      name: profile.name ?? null,
    },
    oidc,
  );
  if (!answer.ok) return `/sign-in?error=${answer.why}`;
  user.id = answer.userId;
  user.sessionEpoch = answer.sessionEpoch;
  return true;
}
