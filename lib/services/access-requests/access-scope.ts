import { rolesIn } from '@/lib/core/shared/actor';
import { Prisma } from '@/lib/db/generated/client';
import { requireUser } from '../authorize';
import type { Context } from '../context';

const { sql, join } = Prisma;

/**
 * Requests `r`, of agent `a` and capability `c`, that the caller may see: in the agent's tenant its
 * owners, the capability's owners, who asked, and admins, reviewers and auditors; from the
 * capability's tenant its owners.
 */
export function visibleAccess(ctx: Context): Prisma.Sql {
  const user = requireUser(ctx.actor);
  const roles = rolesIn(user, ctx.tenantId);
  const seesAll = roles.some((role) => role !== 'member');
  const here = sql`r.tenant_id = ${ctx.tenantId}`;
  return sql`((${here} AND (${seesAll} OR r.requested_by = ${user.userId}
      OR ${ownedIn(ctx, sql`r.tenant_id`, sql`a.owner_team_id`)} OR ${ownsCapability(ctx)}))
    OR (r.capability_tenant_id = ${ctx.tenantId} AND ${ownsCapability(ctx)}))`;
}

/** Requests that wait for the caller: of capabilities their teams own, while a yes would still count. */
export function decidableAccess(ctx: Context): Prisma.Sql {
  requireUser(ctx.actor);
  return sql`r.status = 'PENDING' AND (r.until IS NULL OR r.until > ${ctx.now})
    AND (r.tenant_id = ${ctx.tenantId} OR r.capability_tenant_id = ${ctx.tenantId})
    AND ${ownsCapability(ctx)}`;
}

function ownsCapability(ctx: Context): Prisma.Sql {
  return ownedIn(ctx, sql`r.capability_tenant_id`, sql`c.owner_team_id`);
}

/** By one of the caller's teams; a team is keyed by tenant and id. */
function ownedIn(ctx: Context, tenant: Prisma.Sql, team: Prisma.Sql): Prisma.Sql {
  const { teams } = requireUser(ctx.actor);
  if (teams.length === 0) return sql`FALSE`;
  const keys = teams.map(({ tenantId, teamId }) => sql`(${tenantId}, ${teamId})`);
  return sql`(${tenant}, ${team}) IN (${join(keys)})`;
}

/** What a request is about, beside it; either may have gone. */
export const JOINED = sql`access_requests r
  LEFT JOIN agents a ON a.tenant_id = r.tenant_id AND a.id = r.agent_id
  LEFT JOIN capabilities c ON c.tenant_id = r.capability_tenant_id AND c.id = r.capability_id`;
