import { authorize } from '@/lib/core/policy/authorize';
import type { Actor } from '@/lib/core/shared/actor';
import { SHARED_TENANT } from '@/lib/core/shared/domain';
import type { Context } from './context';
import { ServiceError } from './errors';

type Verdict = { allowed: true } | { allowed: false; reasons: string[] };

/**
 * Turns the pure policy's verdict into the service's answer.
 * @throws ServiceError FORBIDDEN with the policy's reasons.
 */
export function requireAllowed(verdict: Verdict): void {
  if (verdict.allowed) return;
  throw new ServiceError('FORBIDDEN', verdict.reasons.join(' ') || 'You may not do this.', {
    reasons: verdict.reasons,
  });
}

/** Tenants whose objects this call may see: its own and `shared`. */
export function visibleTenants(ctx: Context): string[] {
  return ctx.tenantId === SHARED_TENANT ? [SHARED_TENANT] : [ctx.tenantId, SHARED_TENANT];
}

/** The person acting, or UNAUTHENTICATED/FORBIDDEN for anybody else. */
export function requireUser(actor: Actor): Extract<Actor, { kind: 'user' }> {
  if (actor.kind === 'user') return actor;
  throw new ServiceError('FORBIDDEN', 'Only a person may do this; use a personal access token.');
}

/** A person who may read the catalog of the tenant acted in; reports on it are not for agents. */
export function requireCatalogReader(ctx: Context): void {
  requireUser(ctx.actor);
  requireAllowed(authorize(ctx.actor, 'catalog.read', { tenantId: ctx.tenantId }));
}
