import { authorize } from '@/lib/core/policy/authorize';
import type { Prisma } from '@/lib/db/generated/client';
import { runtime } from '@/lib/runtime';
import type { ListUsers, User } from '@/lib/schemas/people';
import { requireAllowed } from '@/lib/services/authorize';
import type { Context } from '@/lib/services/context';
import { decodeCursor, toPage } from '@/lib/services/cursor';
import { seenTenants, toUser, USER_SELECT, visibleUsers } from './user-view';

/** People of the tenant acted in, by name. */
export async function listUsers({ ctx, input }: { ctx: Context; input: ListUsers }): Promise<{
  items: User[];
  next_cursor: string | null;
}> {
  requireAllowed(authorize(ctx.actor, 'catalog.read', { tenantId: ctx.tenantId }));
  const rows = await runtime().db.prisma.user.findMany({
    where: { AND: [visibleUsers(ctx), ...filters(ctx, input)] },
    select: USER_SELECT,
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    take: input.limit + 1,
  });
  const page = toPage(rows, input.limit, (row) => [row.name, row.id]);
  const seen = seenTenants(ctx);
  return { items: page.items.map((row) => toUser(row, seen)), next_cursor: page.next_cursor };
}

function filters(ctx: Context, input: ListUsers): Prisma.UserWhereInput[] {
  const out: Prisma.UserWhereInput[] = [];
  if (input.q) {
    const contains = { contains: input.q, mode: 'insensitive' as const };
    out.push({ OR: [{ name: contains }, { email: contains }] });
  }
  if (input.active !== undefined) out.push({ active: input.active });
  if (input.role) out.push({ roles: { some: { tenantId: ctx.tenantId, role: input.role } } });
  if (input.cursor) {
    const [name, id] = decodeCursor(input.cursor, ['text', 'text']);
    out.push({ OR: [{ name: { gt: name } }, { name, id: { gt: id } }] });
  }
  return out;
}
