import { authorize } from '@/lib/core/policy/authorize';
import { SHARED_TENANT } from '@/lib/core/shared/domain';
import type { CreateTenant, Tenant } from '@/lib/schemas/tenants';
import { transact } from '@/lib/services/announce';
import { recordAudits } from '@/lib/services/audit';
import { requireAllowed } from '@/lib/services/authorize';
import type { Context } from '@/lib/services/context';
import { ServiceError } from '@/lib/services/errors';

/** Adds a tenant. Who makes it becomes its first admin: somebody has to invite the others. */
export async function createTenant({
  ctx,
  input,
}: {
  ctx: Context;
  input: CreateTenant;
}): Promise<Tenant> {
  requireAllowed(authorize(ctx.actor, 'tenant.manage', { tenantId: SHARED_TENANT }));
  return transact(async (tx) => {
    const { count } = await tx.tenant.createMany({
      data: { id: input.id, name: input.name, createdAt: ctx.now },
      skipDuplicates: true,
    });
    if (count === 0) {
      const message = `There is a tenant "${input.id}" already; choose another id.`;
      throw new ServiceError('CONFLICT', message, { errors: [{ path: 'id', message }] });
    }
    const target = { targetKind: 'tenant', targetId: input.id };
    const entries = [
      { ...target, action: 'tenant.create', tenantId: SHARED_TENANT, after: { name: input.name } },
    ];
    if (ctx.actor.kind === 'user') {
      const { userId } = ctx.actor;
      await tx.roleAssignment.create({ data: { tenantId: input.id, userId, role: 'admin' } });
      const after = { roles: ['admin'] };
      const role = { targetKind: 'user', targetId: userId, tenantId: input.id };
      await recordAudits(tx, ctx, [{ ...role, action: 'user.roles', after }]);
    }
    await recordAudits(tx, ctx, entries);
    return { id: input.id, name: input.name, created_at: ctx.now.toISOString() };
  });
}
