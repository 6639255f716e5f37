import type { AgentActor, UserActor } from '@/lib/core/shared/actor';
import { runtime } from '@/lib/runtime';
import { findAgentKey } from '@/lib/services/agents/find-agent-key';
import type { Context } from '@/lib/services/context';
import { invalidField, ServiceError } from '@/lib/services/errors';
import { recordUse } from '@/lib/services/last-used';
import { findFirstAdminId, findToken } from '@/lib/services/people/find-credentials';
import { findUserActor, tenantsOf } from '@/lib/services/people/load-user-actor';
import { isSameText, isSecret, type ParsedKey, parseKey } from './keys';

export const TENANT_HEADER = 'Capstan-Tenant';

/**
 * Who calls, by the `Authorization` header, as of now: nothing is remembered between requests,
 * so that a revoked key, a stopped agent or a deactivated person ends at once.
 *
 * @throws ServiceError UNAUTHENTICATED, or VALIDATION, NOT_FOUND, FORBIDDEN about the tenant.
 */
export async function authenticate(request: Request, requestId: string): Promise<Context> {
  const now = new Date();
  const text = bearerOf(request);
  const named = request.headers.get(TENANT_HEADER)?.trim() || null;
  const frame = { requestId, now, door: 'rest', signal: request.signal } as const;
  const key = isAdminToken(text) ? null : parseKey(text);
  if (key?.kind === 'agent') {
    const actor = await agentOf(key, now);
    return { ...frame, actor, tenantId: agentTenant(actor, named) };
  }
  const actor = key ? await personOf(key, now) : await firstAdminOf(text);
  return { ...frame, actor, tenantId: chooseTenant(actor, named) };
}

/**
 * The person behind an id, with the roles and teams of this moment.
 * @throws ServiceError UNAUTHENTICATED when there is none or the account is deactivated.
 */
export async function loadUserActor(userId: string, via: UserActor['via']): Promise<UserActor> {
  const loaded = await findUserActor(userId, via);
  if (!loaded) throw unauthenticated('This account no longer exists.');
  if (!loaded.actor.active) throw unauthenticated('This account is deactivated. Ask an admin.');
  return loaded.actor;
}

/**
 * The tenant a person acts in: the one named, else their only one.
 * @throws ServiceError when several fit and none is named, or the named one is not theirs.
 */
export function chooseTenant(actor: UserActor, named: string | null): string {
  const own = tenantsOf(actor);
  const only = own[0];
  if (only === undefined) {
    throw new ServiceError(
      'FORBIDDEN',
      'Your account has no role yet. Ask an admin of this Capstan to give you one.',
    );
  }
  if (named !== null) {
    if (own.includes(named)) return named;
    throw new ServiceError('NOT_FOUND', `No tenant "${named}" among yours: ${own.join(', ')}.`);
  }
  if (own.length === 1) return only;
  throw invalidField(
    TENANT_HEADER,
    `You have roles in several tenants; name one in the header ${TENANT_HEADER}: ${own.join(', ')}.`,
  );
}

function bearerOf(request: Request): string {
  const header = request.headers.get('authorization');
  const match = /^Bearer +(\S.*?)\s*$/i.exec(header ?? '');
  if (match?.[1]) return match[1];
  throw unauthenticated(
    'Send "Authorization: Bearer <key>" with an agent key (cap_agent_…) or a personal access token (cap_user_…).',
  );
}

async function agentOf(key: ParsedKey, now: Date): Promise<AgentActor> {
  const stored = await findAgentKey(key.id);
  requireLive(key, stored, now);
  if (!stored.agentActive) {
    throw unauthenticated(`Agent "${stored.agentId}" is switched off. Ask its owner.`);
  }
  recordUse('agent', key.id, now);
  const { agentId, tenantId, ownerTeamId } = stored;
  return { kind: 'agent', agentId, tenantId, keyId: key.id, ownerTeamId };
}

async function personOf(key: ParsedKey, now: Date): Promise<UserActor> {
  const stored = await findToken(key.id);
  requireLive(key, stored, now);
  const actor = await loadUserActor(stored.userId, 'token');
  recordUse('user', key.id, now);
  return actor;
}

/** `CAPSTAN_ADMIN_TOKEN` may be any string, also one that looks like a key. */
function isAdminToken(text: string): boolean {
  const { token } = runtime().config.admin;
  return token !== undefined && isSameText(text, token);
}

async function firstAdminOf(text: string): Promise<UserActor> {
  const adminId = isAdminToken(text) ? await findFirstAdminId() : null;
  if (adminId === null) throw unknownKey();
  return loadUserActor(adminId, 'token');
}

type Stored = { secretHash: string; expiresAt: Date | null; revokedAt: Date | null };

/** What happened to a key is told only to who holds its secret. */
function requireLive<T extends Stored>(
  key: ParsedKey,
  stored: T | null,
  now: Date,
): asserts stored is T {
  if (!stored || !isSecret(key.secret, stored.secretHash)) throw unknownKey();
  if (stored.revokedAt) {
    throw unauthenticated(`This key was revoked on ${stored.revokedAt.toISOString()}.`);
  }
  if (stored.expiresAt && stored.expiresAt <= now) {
    throw unauthenticated(`This key expired on ${stored.expiresAt.toISOString()}; make a new one.`);
  }
}

function agentTenant(actor: AgentActor, named: string | null): string {
  if (named === null || named === actor.tenantId) return actor.tenantId;
  throw new ServiceError(
    'FORBIDDEN',
    `This key belongs to tenant "${actor.tenantId}"; ${TENANT_HEADER} names another one.`,
  );
}

function unknownKey(): ServiceError {
  return unauthenticated('This key is not known here. Check that it was copied whole.');
}

function unauthenticated(message: string): ServiceError {
  return new ServiceError('UNAUTHENTICATED', message);
}
