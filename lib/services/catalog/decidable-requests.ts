import { isAllowed } from '@/lib/core/policy/authorize';
import type { Prisma } from '@/lib/db/generated/client';
import { requireUser, visibleTenants } from '../authorize';
import type { Context } from '../context';

/** Open requests in tenants where the person decides, less those they wrote a part of. */
export function decidableRequests(ctx: Context): Prisma.ChangeRequestWhereInput {
  const { userId } = requireUser(ctx.actor);
  const tenants = visibleTenants(ctx).filter((tenantId) =>
    isAllowed(ctx.actor, 'change-request.decide', { tenantId, authors: [] }),
  );
  return { tenantId: { in: tenants }, status: 'OPEN', NOT: { authors: { has: userId } } };
}
