import type { Prisma } from '@/lib/db/generated/client';
import type { Tx } from '@/lib/db/transaction';
import type { Team } from '@/lib/schemas/teams';
import { notFound } from '@/lib/services/errors';

export const TEAM_SELECT = {
  tenantId: true,
  id: true,
  name: true,
  createdAt: true,
  archivedAt: true,
  rowVersion: true,
  members: {
    select: { user: { select: { id: true, name: true, email: true, active: true } } },
    orderBy: { user: { name: 'asc' } },
  },
  _count: { select: { agents: true, capabilities: true, providers: true } },
} satisfies Prisma.TeamSelect;

type TeamRow = Prisma.TeamGetPayload<{ select: typeof TEAM_SELECT }>;

export function toTeam(row: TeamRow): Team {
  return {
    id: row.id,
    tenant: row.tenantId,
    name: row.name,
    members: row.members.map(({ user }) => user),
    owns: row._count,
    created_at: row.createdAt.toISOString(),
    archived_at: row.archivedAt?.toISOString() ?? null,
    row_version: row.rowVersion,
  };
}

/** @throws ServiceError NOT_FOUND */
export async function readTeam(tx: Pick<Tx, 'team'>, tenantId: string, id: string): Promise<Team> {
  const row = await tx.team.findUnique({
    where: { tenantId_id: { tenantId, id } },
    select: TEAM_SELECT,
  });
  if (!row) throw notFound('team', id);
  return toTeam(row);
}
