import { authorize } from '@/lib/core/policy/authorize';
import { requireAllowed } from '@/lib/services/authorize';
import type { Context } from '@/lib/services/context';
import { notFound } from '@/lib/services/errors';

/** People of the tenant read its agents; an agent reads itself and knows of no other. */
export function authorizeRead(ctx: Context, agentId: string): void {
  if (ctx.actor.kind === 'agent') {
    if (ctx.actor.agentId !== agentId) throw notFound('agent', agentId);
    return;
  }
  requireAllowed(authorize(ctx.actor, 'catalog.read', { tenantId: ctx.tenantId }));
}
