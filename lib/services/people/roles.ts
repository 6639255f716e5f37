import type { Tx } from '@/lib/db/transaction';
import type { RoleGrant } from '@/lib/schemas/people';
import { ServiceError } from '@/lib/services/errors';

export function roleKey({ tenant, role }: { tenant: string; role: string }): string {
  return `${tenant} ${role}`;
}

export function dedupeRoles(roles: readonly RoleGrant[]): RoleGrant[] {
  return [...new Map(roles.map((role) => [roleKey(role), role])).values()];
}

export function rolesOfTenant(roles: readonly RoleGrant[], tenantId: string): string[] {
  return roles
    .filter((role) => role.tenant === tenantId)
    .map((role) => role.role)
    .sort();
}

/** @throws ServiceError VALIDATION at each role whose tenant does not exist. */
export async function requireTenants(tx: Tx, roles: readonly RoleGrant[]): Promise<void> {
  const ids = [...new Set(roles.map((role) => role.tenant))];
  const known = await tx.tenant.findMany({ where: { id: { in: ids } }, select: { id: true } });
  const missing = new Set(ids.filter((id) => !known.some((tenant) => tenant.id === id)));
  if (missing.size === 0) return;
  const errors = roles.flatMap((role, index) =>
    missing.has(role.tenant)
      ? [{ path: `roles.${index}.tenant`, message: `There is no tenant "${role.tenant}".` }]
      : [],
  );
  throw new ServiceError('VALIDATION', errors[0]?.message ?? 'Unknown tenant.', { errors });
}

/**
 * Locks the tenants, in order, so that two admins cannot take each other's role at once.
 * Call before the write, and {@link requireAdminLeft} after it.
 */
export async function lockTenants(tx: Tx, tenantIds: readonly string[]): Promise<void> {
  for (const id of [...new Set(tenantIds)].sort()) {
    await tx.$queryRaw`SELECT id FROM tenants WHERE id = ${id} FOR UPDATE`;
  }
}

/** @throws ServiceError CONFLICT when a tenant would be left without an active admin. */
export async function requireAdminLeft(tx: Tx, tenantIds: readonly string[]): Promise<void> {
  for (const tenantId of tenantIds) {
    const left = await tx.roleAssignment.count({
      where: { tenantId, role: 'admin', user: { active: true } },
    });
    if (left > 0) continue;
    throw new ServiceError(
      'CONFLICT',
      `"${tenantId}" would be left without an active admin. Make somebody else an admin first.`,
    );
  }
}
