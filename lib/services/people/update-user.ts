import { hashPassword } from '@/lib/auth/password';
import { authorize, isAllowed } from '@/lib/core/policy/authorize';
import type { Tx } from '@/lib/db/transaction';
import type { RoleGrant, UpdateUser, User } from '@/lib/schemas/people';
import { transact } from '@/lib/services/announce';
import { type AuditEntry, recordAudits } from '@/lib/services/audit';
import { requireAllowed } from '@/lib/services/authorize';
import type { Context } from '@/lib/services/context';
import { changedMeanwhile, notFound, ServiceError } from '@/lib/services/errors';
import {
  dedupeRoles,
  lockTenants,
  requireAdminLeft,
  requireTenants,
  roleKey,
  rolesOfTenant,
} from './roles';
import { seenTenants, toUser, USER_SELECT, type UserRow, visibleUsers } from './user-view';

type Call = { ctx: Context; input: UpdateUser };
type RoleChange = { add: RoleGrant[]; remove: RoleGrant[]; after: RoleGrant[] };

/**
 * Changes an account or its roles. Deactivating, or setting a password, ends every session at
 * once; deactivating also revokes every access token.
 */
export async function updateUser({ ctx, input }: Call): Promise<User> {
  const passwordHash = input.password ? await hashPassword(input.password) : undefined;
  return transact(async (tx) => {
    const before = await findVisible(tx, ctx, input);
    if (!before) throw notFound('person', input.id);
    authorizeAccount(ctx, input, before);
    const change = roleChange(ctx, input, before);
    await requireTenants(tx, change.add);
    const losing = tenantsLosingAdmin(input, before, change);
    await lockTenants(tx, losing);
    const endsSessions = input.active === false || passwordHash !== undefined;
    const changed = await tx.user.updateMany({
      where: { id: input.id, rowVersion: input.row_version },
      data: {
        ...(input.name === undefined ? {} : { name: input.name }),
        ...(input.active === undefined ? {} : { active: input.active }),
        ...(passwordHash === undefined ? {} : { passwordHash }),
        ...(endsSessions ? { sessionEpoch: { increment: 1 } } : {}),
        rowVersion: { increment: 1 },
      },
    });
    if (changed.count === 0) throw changedMeanwhile('person', input.id);
    await writeRoles(tx, input.id, change);
    await requireAdminLeft(tx, losing);
    if (input.active === false) {
      await tx.accessToken.updateMany({
        where: { userId: input.id, revokedAt: null },
        data: { revokedAt: ctx.now },
      });
    }
    await recordAudits(tx, ctx, auditLines(input, before, change));
    const row = await tx.user.findUniqueOrThrow({ where: { id: input.id }, select: USER_SELECT });
    return toUser(row, seenTenants(ctx));
  });
}

/** An admin who knows the id may give somebody unseen so far a first role in their own tenant. */
async function findVisible(tx: Tx, ctx: Context, input: UpdateUser): Promise<UserRow | null> {
  const where = { AND: [{ id: input.id }, visibleUsers(ctx)] };
  const seen = await tx.user.findFirst({ where, select: USER_SELECT });
  if (seen || !input.roles?.length) return seen;
  if (!isAllowed(ctx.actor, 'user.roles', { tenantId: ctx.tenantId })) return null;
  return tx.user.findUnique({ where: { id: input.id }, select: USER_SELECT });
}

function authorizeAccount(ctx: Context, input: UpdateUser, before: UserRow): void {
  const account = [input.name, input.active, input.password].some((value) => value !== undefined);
  if (account) {
    const memberOf = [...new Set(before.roles.map((role) => role.tenantId))];
    const target = { tenantId: ctx.tenantId, userId: before.id, memberOf };
    requireAllowed(authorize(ctx.actor, 'user.manage', target));
  }
  if (input.roles !== undefined || !account) {
    requireAllowed(authorize(ctx.actor, 'user.roles', { tenantId: ctx.tenantId }));
  }
  const self = ctx.actor.kind === 'user' && ctx.actor.userId === before.id;
  if (self && input.active === false) {
    throw new ServiceError('CONFLICT', 'You cannot deactivate yourself. Another admin can.');
  }
}

/** The whole set applies to the tenants the caller administers; elsewhere nothing may change. */
function roleChange(ctx: Context, input: UpdateUser, before: UserRow): RoleChange {
  const current: RoleGrant[] = toUser(before, 'all').roles;
  if (input.roles === undefined) return { add: [], remove: [], after: current };
  const wanted = dedupeRoles(input.roles);
  const mine = (tenantId: string) => isAllowed(ctx.actor, 'user.roles', { tenantId });
  const has = (list: readonly RoleGrant[], role: RoleGrant) =>
    list.some((other) => roleKey(other) === roleKey(role));
  const add = wanted.filter((role) => !has(current, role));
  for (const role of add) {
    requireAllowed(authorize(ctx.actor, 'user.roles', { tenantId: role.tenant }));
  }
  const remove = current.filter((role) => mine(role.tenant) && !has(wanted, role));
  const kept = current.filter((role) => !has(remove, role));
  return { add, remove, after: [...kept, ...add] };
}

function tenantsLosingAdmin(input: UpdateUser, before: UserRow, change: RoleChange): string[] {
  const removed = change.remove.filter((role) => role.role === 'admin').map((role) => role.tenant);
  if (input.active !== false || !before.active) return removed;
  const held = before.roles.filter((role) => role.role === 'admin').map((role) => role.tenantId);
  return [...new Set([...removed, ...held])];
}

/** Somebody without any role in a tenant also leaves its teams: nobody owns from outside. */
async function writeRoles(tx: Tx, userId: string, change: RoleChange): Promise<void> {
  for (const { tenant, role } of change.remove) {
    await tx.roleAssignment.deleteMany({ where: { userId, tenantId: tenant, role } });
  }
  await tx.roleAssignment.createMany({
    data: change.add.map(({ tenant, role }) => ({ tenantId: tenant, userId, role })),
    skipDuplicates: true,
  });
  const left = change.remove
    .map((role) => role.tenant)
    .filter((tenantId) => rolesOfTenant(change.after, tenantId).length === 0);
  if (left.length > 0) {
    await tx.teamMember.deleteMany({ where: { userId, tenantId: { in: left } } });
  }
}

function auditLines(input: UpdateUser, before: UserRow, change: RoleChange) {
  const target = { targetKind: 'user', targetId: before.id };
  const lines: AuditEntry[] = [];
  const fields = (['name', 'active'] as const).filter((key) => input[key] !== undefined);
  if (fields.length > 0 || input.password !== undefined) {
    const pick = (from: { name?: string | undefined; active?: boolean | undefined }) =>
      Object.fromEntries(fields.map((key) => [key, from[key]]));
    const extra = input.password === undefined ? {} : { password: 'set' };
    const action = input.active === false && before.active ? 'user.deactivate' : 'user.update';
    lines.push({ ...target, action, before: pick(before), after: { ...pick(input), ...extra } });
  }
  const current = toUser(before, 'all').roles;
  for (const tenantId of new Set([...change.add, ...change.remove].map((role) => role.tenant))) {
    lines.push({
      ...target,
      action: 'user.roles',
      tenantId,
      before: { roles: rolesOfTenant(current, tenantId) },
      after: { roles: rolesOfTenant(change.after, tenantId) },
    });
  }
  return lines;
}

/** For pages: whether the caller may change roles in the tenant acted in. */
export function mayManagePeople(ctx: Context): boolean {
  return isAllowed(ctx.actor, 'user.roles', { tenantId: ctx.tenantId });
}
