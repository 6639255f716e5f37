import { runtime } from '@/lib/runtime';
import type { Tenant } from '@/lib/schemas/tenants';
import { requireUser } from '@/lib/services/authorize';
import type { Context } from '@/lib/services/context';
import { tenantsOf } from '@/lib/services/people/load-user-actor';
import { isInstallAdmin } from '@/lib/services/people/user-view';

/** Tenants the caller belongs to; all of them for an admin of `shared`. */
export async function listTenants({ ctx }: { ctx: Context }): Promise<{
  items: Tenant[];
  next_cursor: null;
}> {
  const actor = requireUser(ctx.actor);
  const where = isInstallAdmin(actor) ? {} : { id: { in: tenantsOf(actor) } };
  const rows = await runtime().db.prisma.tenant.findMany({ where, orderBy: { id: 'asc' } });
  const items = rows.map(({ id, name, createdAt }) => ({
    id,
    name,
    created_at: createdAt.toISOString(),
  }));
  return { items, next_cursor: null };
}
