import { Prisma } from '@/lib/db/generated/client';
import type { Context } from '../context';

const { sql, join } = Prisma;

/** Calls whose rows this person may read: of the tenant, or of agents and capabilities of their teams. */
export function callScope(ctx: Context, teamIds: readonly string[] | null): Prisma.Sql {
  const tenant = sql`s.tenant_id = ${ctx.tenantId}`;
  if (teamIds === null) return tenant;
  if (teamIds.length === 0) return sql`FALSE`;
  return sql`${tenant} AND (
    s.agent_id IN (SELECT a.id FROM agents a WHERE a.tenant_id = ${ctx.tenantId}
      AND a.owner_team_id IN (${join([...teamIds])}))
    OR (s.capability_tenant_id = ${ctx.tenantId} AND s.capability_id IN (
      SELECT oc.id FROM capabilities oc WHERE oc.tenant_id = ${ctx.tenantId}
        AND oc.owner_team_id IN (${join([...teamIds])}))))`;
}
