import { rolesIn, type UserActor } from '@/lib/core/shared/actor';
import { ROLES, SHARED_TENANT } from '@/lib/core/shared/domain';
import type { Prisma } from '@/lib/db/generated/client';
import type { User } from '@/lib/schemas/people';
import { requireUser } from '@/lib/services/authorize';
import type { Context } from '@/lib/services/context';
import { tenantsOf } from './load-user-actor';

export const USER_SELECT = {
  id: true,
  email: true,
  name: true,
  active: true,
  passwordHash: true,
  createdAt: true,
  lastSeenAt: true,
  rowVersion: true,
  roles: { select: { tenantId: true, role: true } },
  memberships: {
    where: { team: { archivedAt: null } },
    select: { tenantId: true, team: { select: { id: true, name: true } } },
  },
} satisfies Prisma.UserSelect;

export type UserRow = Prisma.UserGetPayload<{ select: typeof USER_SELECT }>;

/** Which tenants' roles and people a caller sees: their own; all for an admin of `shared`. */
export function seenTenants(ctx: Context): string[] | 'all' {
  if (ctx.actor.kind === 'system') return 'all';
  const actor = requireUser(ctx.actor);
  return isInstallAdmin(actor) ? 'all' : tenantsOf(actor);
}

export function isInstallAdmin(actor: UserActor): boolean {
  return rolesIn(actor, SHARED_TENANT).includes('admin');
}

/** People the caller may see: those of the tenant acted in, oneself; everybody for an admin of `shared`. */
export function visibleUsers(ctx: Context): Prisma.UserWhereInput {
  if (seenTenants(ctx) === 'all') return {};
  const own = requireUser(ctx.actor).userId;
  return {
    OR: [
      { id: own },
      { roles: { some: { tenantId: ctx.tenantId } } },
      { memberships: { some: { tenantId: ctx.tenantId } } },
    ],
  };
}

export function toUser(row: UserRow, seen: string[] | 'all'): User {
  const shown = (tenantId: string) => seen === 'all' || seen.includes(tenantId);
  const roles = row.roles.flatMap(({ tenantId, role }) => {
    const known = ROLES.find((name) => name === role);
    return known && shown(tenantId) ? [{ tenant: tenantId, role: known }] : [];
  });
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    active: row.active,
    roles: roles.sort((a, b) => `${a.tenant} ${a.role}`.localeCompare(`${b.tenant} ${b.role}`)),
    teams: row.memberships
      .filter(({ tenantId }) => shown(tenantId))
      .map(({ tenantId, team }) => ({ tenant: tenantId, id: team.id, name: team.name })),
    has_password: row.passwordHash !== null,
    created_at: row.createdAt.toISOString(),
    last_seen_at: row.lastSeenAt?.toISOString() ?? null,
    row_version: row.rowVersion,
  };
}
