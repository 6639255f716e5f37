import { isAllowed } from '@/lib/core/policy/authorize';
import { standsInFor } from '@/lib/core/shared/actor';
import type { Prisma } from '@/lib/db/generated/client';
import { requireUser, visibleTenants } from '../authorize';
import type { Context } from '../context';

/**
 * Open requests the person may decide now: less those they, or whom they stand in for, wrote a
 * part of, and less those that have the yes of one of them already.
 */
export function decidableRequests(ctx: Context): Prisma.ChangeRequestWhereInput {
  const actor = requireUser(ctx.actor);
  const places = visibleTenants(ctx)
    .filter((tenantId) => isAllowed(actor, 'change-request.decide', { tenantId, authors: [] }))
    .map((tenantId): Prisma.ChangeRequestWhereInput => {
      const people = [actor.userId, ...standsInFor(actor, tenantId).map((absent) => absent.userId)];
      return {
        tenantId,
        status: 'OPEN',
        NOT: [
          { authors: { hasSome: people } },
          { capability: { authors: { some: { userId: { in: people } } } } },
          {
            decisions: {
              some: {
                decision: 'approve',
                revokedAt: null,
                OR: [{ decidedBy: { in: people } }, { onBehalfOf: { in: people } }],
              },
            },
          },
        ],
      };
    });
  return places.length > 0 ? { OR: places } : { id: { in: [] } };
}
