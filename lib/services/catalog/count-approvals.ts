import { countingApprovals } from '@/lib/core/lifecycle/reviewers';
import type { ChangeDecision } from '@/lib/db/generated/client';
import type { Tx } from '@/lib/db/transaction';
import type { ChangeRow } from './change-rows';

/**
 * The approvals that count now, oldest first: not revoked, of different people who wrote no part,
 * each given by somebody who is still active and whose place still decides. A delegation that has
 * ended since takes nothing back; a role or an account that is gone does.
 */
export async function countApprovals(
  tx: Tx,
  change: Pick<ChangeRow, 'tenantId' | 'id'>,
  authors: readonly string[],
): Promise<ChangeDecision[]> {
  const { tenantId, id: changeRequestId } = change;
  const given = await tx.changeDecision.findMany({
    where: { tenantId, changeRequestId, decision: 'approve', revokedAt: null },
    orderBy: [{ decidedAt: 'asc' }, { id: 'asc' }],
  });
  const ids = given.flatMap(({ decidedBy, onBehalfOf }) => [decidedBy, onBehalfOf ?? decidedBy]);
  const people = await tx.user.findMany({
    where: { id: { in: ids }, active: true },
    select: {
      id: true,
      roles: { where: { tenantId, role: { in: ['reviewer', 'admin'] } }, select: { role: true } },
    },
  });
  const active = new Set(people.map((person) => person.id));
  const deciding = new Set(people.filter(({ roles }) => roles.length > 0).map(({ id }) => id));
  return countingApprovals(
    given.filter(
      ({ decidedBy, onBehalfOf }) => active.has(decidedBy) && deciding.has(onBehalfOf ?? decidedBy),
    ),
    authors,
  );
}
