import type { Tx } from '@/lib/db/transaction';
import type { Told } from '../notifications/tell';
import type { LoadedTarget } from './load-target';

/** That something was stopped. Who is hit is known only after the stop, and told then. */
export function openedEvent(target: LoadedTarget, incidentId: string): Told {
  const { kind, id, tenantId, ownerTeamId } = target;
  return {
    kind: 'incident.opened',
    title: `Stopped: ${kind} ${id}`,
    href: `/incidents/${incidentId}`,
    targetKind: kind,
    targetId: id,
    tenantId,
    data: { incident_id: incidentId },
    audience: {
      roles: ['admin', 'reviewer'],
      teams: ownerTeamId === null ? [] : [ownerTeamId],
    },
  };
}

type Restored = {
  tenantId: string;
  id: string;
  targetKind: string;
  targetId: string;
  openedBy: string;
};

/** That it is over, to all who were told that it began, and to who pressed. */
export async function closedEvent(tx: Tx, incident: Restored): Promise<Told> {
  const { tenantId, id, targetKind, targetId } = incident;
  const href = `/incidents/${id}`;
  const told = await tx.notification.findMany({
    where: { kind: 'incident.opened', href, tenantId },
    select: { userId: true },
  });
  return {
    kind: 'incident.closed',
    title: `Restored: ${targetKind} ${targetId}`,
    href,
    targetKind,
    targetId,
    tenantId,
    data: { incident_id: id },
    audience: {
      roles: ['admin', 'reviewer'],
      users: [...told.map(({ userId }) => userId), incident.openedBy],
    },
  };
}
