import { authorize } from '@/lib/core/policy/authorize';
import type { Prisma } from '@/lib/db/generated/client';
import { runtime } from '@/lib/runtime';
import type { ListTeams, Team } from '@/lib/schemas/teams';
import { requireAllowed } from '@/lib/services/authorize';
import type { Context } from '@/lib/services/context';
import { decodeCursor, toPage } from '@/lib/services/cursor';
import { readTeam, TEAM_SELECT, toTeam } from './team-view';

/** Teams of the tenant acted in, by name. */
export async function listTeams({ ctx, input }: { ctx: Context; input: ListTeams }): Promise<{
  items: Team[];
  next_cursor: string | null;
}> {
  requireAllowed(authorize(ctx.actor, 'catalog.read', { tenantId: ctx.tenantId }));
  const and: Prisma.TeamWhereInput[] = [];
  if (input.q) {
    const contains = { contains: input.q, mode: 'insensitive' as const };
    and.push({ OR: [{ id: contains }, { name: contains }] });
  }
  if (!input.archived) and.push({ archivedAt: null });
  if (input.cursor) {
    const [name, id] = decodeCursor(input.cursor, ['text', 'text']);
    and.push({ OR: [{ name: { gt: name } }, { name, id: { gt: id } }] });
  }
  const rows = await runtime().db.prisma.team.findMany({
    where: { tenantId: ctx.tenantId, AND: and },
    select: TEAM_SELECT,
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    take: input.limit + 1,
  });
  const page = toPage(rows, input.limit, (row) => [row.name, row.id]);
  return { items: page.items.map(toTeam), next_cursor: page.next_cursor };
}

/** @throws ServiceError NOT_FOUND outside the tenant acted in. */
export async function getTeam({ ctx, id }: { ctx: Context; id: string }): Promise<Team> {
  requireAllowed(authorize(ctx.actor, 'catalog.read', { tenantId: ctx.tenantId }));
  return readTeam(runtime().db.prisma, ctx.tenantId, id);
}
