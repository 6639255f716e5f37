import type { Tx } from '@/lib/db/transaction';

export type TeamKey = { tenantId: string; teamId: string };

/** User ids of the members of teams, for an audience in a tenant other than the teams'. */
export async function membersOf(tx: Tx, teams: readonly TeamKey[]): Promise<string[]> {
  if (teams.length === 0) return [];
  const members = await tx.teamMember.findMany({
    where: { OR: teams.map(({ tenantId, teamId }) => ({ tenantId, teamId })) },
    select: { userId: true },
  });
  return [...new Set(members.map(({ userId }) => userId))];
}
