import { runtime } from '@/lib/runtime';

/** What people are called, by id; who is gone is not in it. */
export async function peopleNames(ids: readonly string[]): Promise<Map<string, string>> {
  const users = await runtime().db.prisma.user.findMany({
    where: { id: { in: [...new Set(ids)] } },
    select: { id: true, name: true, email: true },
  });
  return new Map(users.map((user) => [user.id, user.name || user.email]));
}
