import { hashPassword } from '@/lib/auth/password';
import { authorize } from '@/lib/core/policy/authorize';
import { SHARED_TENANT } from '@/lib/core/shared/domain';
import type { Tx } from '@/lib/db/transaction';
import type { CreateUser, RoleGrant, User } from '@/lib/schemas/people';
import { transact } from '@/lib/services/announce';
import { recordAudits } from '@/lib/services/audit';
import { requireAllowed } from '@/lib/services/authorize';
import type { Context } from '@/lib/services/context';
import { ServiceError } from '@/lib/services/errors';
import { newId } from '@/lib/services/ids';
import { dedupeRoles, requireTenants, rolesOfTenant } from './roles';
import { seenTenants, toUser, USER_SELECT, visibleUsers } from './user-view';

/** Makes an account. Each role named takes an admin of its tenant. */
export async function createUser({
  ctx,
  input,
}: {
  ctx: Context;
  input: CreateUser;
}): Promise<User> {
  const roles = dedupeRoles(input.roles);
  const tenants = [...new Set([ctx.tenantId, ...roles.map((role) => role.tenant)])];
  for (const tenantId of tenants) {
    requireAllowed(authorize(ctx.actor, 'user.roles', { tenantId }));
  }
  const passwordHash = input.password ? await hashPassword(input.password) : null;
  return transact(async (tx) => {
    await requireTenants(tx, roles);
    const id = newId('usr', ctx.now.getTime());
    const made = await tx.user.createMany({
      data: { id, email: input.email, name: input.name, passwordHash, createdAt: ctx.now },
      skipDuplicates: true,
    });
    if (made.count === 0) throw await emailTaken(tx, ctx, input.email);
    await tx.roleAssignment.createMany({
      data: roles.map(({ tenant, role }) => ({ tenantId: tenant, userId: id, role })),
    });
    await recordAudits(tx, ctx, auditLines(ctx, id, input, roles));
    const row = await tx.user.findUniqueOrThrow({ where: { id }, select: USER_SELECT });
    return toUser(row, seenTenants(ctx));
  });
}

/** One line for the account, and one in each other tenant where a role was given. */
function auditLines(ctx: Context, id: string, input: CreateUser, roles: RoleGrant[]) {
  const target = { targetKind: 'user', targetId: id };
  const account = {
    ...target,
    action: 'user.create',
    after: { email: input.email, name: input.name, roles },
  };
  const elsewhere = [...new Set(roles.map((role) => role.tenant))]
    .filter((tenantId) => tenantId !== ctx.tenantId)
    .map((tenantId) => ({
      ...target,
      action: 'user.roles',
      tenantId,
      after: { roles: rolesOfTenant(roles, tenantId) },
    }));
  return [account, ...elsewhere];
}

/** The id only of an account the caller sees anyway: elsewhere it would be another tenant's. */
async function emailTaken(tx: Tx, ctx: Context, email: string): Promise<ServiceError> {
  const where = { AND: [{ email }, visibleUsers(ctx)] };
  const seen = await tx.user.findFirst({ where, select: { id: true } });
  const message = seen
    ? `${email} has an account already. Change its roles instead of making another one.`
    : `${email} has an account already, though not here. An admin of "${SHARED_TENANT}" can give it a role in this tenant.`;
  const errors = [{ path: 'email', message }];
  return new ServiceError('CONFLICT', message, seen ? { errors, user_id: seen.id } : { errors });
}
