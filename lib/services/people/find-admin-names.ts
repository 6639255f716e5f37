import { SHARED_TENANT } from '@/lib/core/shared/domain';
import { runtime } from '@/lib/runtime';

const MAX_NAMES = 5;

/** Names of people who can give a first role. For somebody signed in who has none. */
export async function findAdminNames(): Promise<string[]> {
  const rows = await runtime().db.prisma.user.findMany({
    where: { active: true, roles: { some: { tenantId: SHARED_TENANT, role: 'admin' } } },
    select: { name: true },
    orderBy: { name: 'asc' },
    take: MAX_NAMES,
  });
  return [...new Set(rows.map((row) => row.name))];
}
