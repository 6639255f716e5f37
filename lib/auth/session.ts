import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { decode } from 'next-auth/jwt';
import { cache } from 'react';
import type { UserActor } from '@/lib/core/shared/actor';
import { SHARED_TENANT } from '@/lib/core/shared/domain';
import type { Context } from '@/lib/services/context';
import { ServiceError } from '@/lib/services/errors';
import { newId } from '@/lib/services/ids';
import { findUserActor, tenantsOf } from '@/lib/services/people/load-user-actor';
import { sessionCookieName, sessionSecret, usesHttps } from './next-auth';

export const TENANT_COOKIE = 'capstan-tenant';
export const SIGN_IN_PATH = '/sign-in';
export const NO_ROLE_PATH = '/no-role';

/**
 * The person of this browser session, with the roles of this moment, for pages and actions. A page
 * without a session goes to sign in; an action answers UNAUTHENTICATED, so that its form keeps
 * what was typed.
 */
export async function sessionContext(): Promise<Context> {
  const actor = await sessionActor();
  const asked = await headers();
  const inAction = asked.has('next-action');
  if (!actor) {
    if (inAction) throw signedOut();
    redirect(signInPath(asked.get('x-capstan-page')));
  }
  const tenantId = await sessionTenant(actor);
  if (tenantId === null) {
    if (inAction) throw new ServiceError('FORBIDDEN', 'Your account has no role any more.');
    redirect(NO_ROLE_PATH);
  }
  return contextOf(actor, tenantId);
}

/** Signing in leads back to the page that was asked for. */
function signInPath(page: string | null): string {
  if (page === null || page === '/') return SIGN_IN_PATH;
  return `${SIGN_IN_PATH}?${new URLSearchParams({ next: page })}`;
}

/**
 * The same for handlers the browser fetches from or downloads.
 * @throws ServiceError UNAUTHENTICATED or FORBIDDEN instead of moving anywhere.
 */
export async function requireSessionContext(): Promise<Context> {
  const actor = await sessionActor();
  if (!actor) throw signedOut();
  const tenantId = await sessionTenant(actor);
  if (tenantId === null) throw new ServiceError('FORBIDDEN', 'Your account has no role yet.');
  return contextOf(actor, tenantId);
}

/** Who the cookie names, if the session still stands: the account lives, is active, same epoch. */
export const sessionActor = cache(async (): Promise<UserActor | null> => {
  const token = (await cookies()).get(sessionCookieName())?.value;
  return token ? actorOfToken(token) : null;
});

/** Reads a session token. Anything wrong with it is no session. */
export async function actorOfToken(token: string): Promise<UserActor | null> {
  const claims = await decode({ token, secret: sessionSecret() }).catch(() => null);
  if (!claims?.sub) return null;
  const loaded = await findUserActor(claims.sub, 'session');
  if (!loaded?.actor.active || loaded.sessionEpoch !== claims.epoch) return null;
  return loaded.actor;
}

/** The tenant chosen in the console, else `shared` if it is theirs, else their first one. */
async function sessionTenant(actor: UserActor): Promise<string | null> {
  const chosen = (await cookies()).get(TENANT_COOKIE)?.value;
  const own = tenantsOf(actor);
  if (chosen && own.includes(chosen)) return chosen;
  return own.includes(SHARED_TENANT) ? SHARED_TENANT : (own[0] ?? null);
}

function contextOf(actor: UserActor, tenantId: string): Context {
  return { actor, tenantId, requestId: newId('req'), now: new Date(), door: 'console' };
}

function signedOut(): ServiceError {
  return new ServiceError('UNAUTHENTICATED', 'Your session has ended. Sign in again.');
}

/** Remembers the tenant to act in. Only inside an action or a route handler. */
export async function rememberTenant(tenantId: string): Promise<void> {
  (await cookies()).set(TENANT_COOKIE, tenantId, {
    httpOnly: true,
    sameSite: 'lax',
    secure: usesHttps(),
    path: '/',
    maxAge: 365 * 24 * 3600,
  });
}

/** Ends the session of this browser. Only inside an action or a route handler. */
export async function forgetSession(): Promise<void> {
  (await cookies()).delete(sessionCookieName());
}
