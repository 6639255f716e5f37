import { authorize } from '@/lib/core/policy/authorize';
import type { Prisma } from '@/lib/db/generated/client';
import { runtime } from '@/lib/runtime';
import type { User } from '@/lib/schemas/people';
import { requireAllowed } from '@/lib/services/authorize';
import type { Context } from '@/lib/services/context';
import { seenTenants, toUser, USER_SELECT, visibleUsers } from './user-view';

export type UserTableQuery = {
  q: string;
  sort: { id: string; desc: boolean };
  filters: Record<string, string[]>;
  page: number;
  pageSize: number;
};

/** A page of the console's table of people. */
export async function listUsersView({
  ctx,
  input,
}: {
  ctx: Context;
  input: UserTableQuery;
}): Promise<{ rows: User[]; total: number }> {
  requireAllowed(authorize(ctx.actor, 'catalog.read', { tenantId: ctx.tenantId }));
  const { prisma } = runtime().db;
  const where: Prisma.UserWhereInput = { AND: [visibleUsers(ctx), ...filtersOf(ctx, input)] };
  const [rows, total] = await Promise.all([
    prisma.user.findMany({
      where,
      select: USER_SELECT,
      orderBy: [orderOf(input.sort), { id: 'asc' }],
      skip: (input.page - 1) * input.pageSize,
      take: input.pageSize,
    }),
    prisma.user.count({ where }),
  ]);
  const seen = seenTenants(ctx);
  return { rows: rows.map((row) => toUser(row, seen)), total };
}

function filtersOf(ctx: Context, { q, filters }: UserTableQuery): Prisma.UserWhereInput[] {
  const out: Prisma.UserWhereInput[] = [];
  if (q) {
    const contains = { contains: q, mode: 'insensitive' as const };
    out.push({ OR: [{ name: contains }, { email: contains }] });
  }
  if (filters.role) {
    out.push({ roles: { some: { tenantId: ctx.tenantId, role: { in: filters.role } } } });
  }
  if (filters.state?.length === 1) out.push({ active: filters.state[0] === 'active' });
  return out;
}

function orderOf({ id, desc }: UserTableQuery['sort']): Prisma.UserOrderByWithRelationInput {
  const way = desc ? 'desc' : 'asc';
  if (id === 'email') return { email: way };
  if (id === 'last_seen') return { lastSeenAt: { sort: way, nulls: desc ? 'last' : 'first' } };
  return { name: way };
}
