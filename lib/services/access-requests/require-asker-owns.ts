import { authorize } from '@/lib/core/policy/authorize';
import type { UserActor } from '@/lib/core/shared/actor';
import { RISKS } from '@/lib/core/shared/domain';
import type { AccessRequest } from '@/lib/db/generated/client';
import type { Tx } from '@/lib/db/transaction';
import { ServiceError } from '../errors';

/**
 * A grant is the agent's owner to give, and the capability's to consent to. The consent is being
 * given; the other half is who asked, who must still be an owner.
 * @throws ServiceError PRECONDITION_FAILED when they are not any more.
 */
export async function requireAskerOwns(
  tx: Tx,
  request: AccessRequest,
  capability: { risk: string; ownerTeamId: string | null },
): Promise<void> {
  const { tenantId, agentId, requestedBy } = request;
  const { ownerTeamId } = await tx.agent.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id: agentId } },
    select: { ownerTeamId: true },
  });
  const asker = await findAsker(tx, requestedBy);
  const covers = [
    {
      tenantId: request.capabilityTenantId,
      ownerTeamId: capability.ownerTeamId,
      capabilityId: request.capabilityId,
      risk: RISKS.find((known) => known === capability.risk) ?? ('CRITICAL' as const),
      ownerConsented: true,
    },
  ];
  const target = { tenantId, ownerTeamId, covers };
  if (asker && authorize(asker, 'agent.grants', target).allowed) return;
  throw new ServiceError(
    'PRECONDITION_FAILED',
    'Who asked is no owner of the agent any more. One of its owners has to ask again.',
  );
}

async function findAsker(tx: Tx, userId: string): Promise<UserActor | null> {
  const user = await tx.user.findUnique({
    where: { id: userId },
    select: {
      email: true,
      name: true,
      active: true,
      memberships: {
        where: { team: { archivedAt: null } },
        select: { tenantId: true, teamId: true },
      },
    },
  });
  if (!user) return null;
  const { memberships: teams, ...person } = user;
  return { kind: 'user', userId, ...person, rolesByTenant: {}, teams, via: 'session' };
}
