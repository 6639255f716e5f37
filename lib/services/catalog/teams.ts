import type { Tx } from '@/lib/db/transaction';
import { invalidField } from '../errors';

/** @throws ServiceError VALIDATION on `owner` when the team is not there or is archived. */
export async function requireLiveTeam(tx: Tx, tenantId: string, teamId: string): Promise<void> {
  const team = await tx.team.findUnique({
    where: { tenantId_id: { tenantId, id: teamId } },
    select: { archivedAt: true },
  });
  if (team && team.archivedAt === null) return;
  const why = team ? 'is archived' : `does not exist in "${tenantId}"`;
  throw invalidField('owner', `The team "${teamId}" ${why}; choose one that exists.`);
}

/** Name, whether it exists still, and how many active people are in it. */
export async function teamFacts(tx: Tx, tenantId: string, teamId: string) {
  const team = await tx.team.findUnique({
    where: { tenantId_id: { tenantId, id: teamId } },
    select: {
      name: true,
      archivedAt: true,
      _count: { select: { members: { where: { user: { active: true } } } } },
    },
  });
  if (!team) return null;
  return { name: team.name, live: team.archivedAt === null, activeMembers: team._count.members };
}
