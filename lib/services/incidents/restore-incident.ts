import type { z } from 'zod';
import { authorize } from '@/lib/core/policy/authorize';
import { log } from '@/lib/observability/log';
import { runtime } from '@/lib/runtime';
import type { IncidentItem, restoreIncidentSchema } from '@/lib/schemas/incidents';
import { announce, transact } from '../announce';
import { recordAudit } from '../audit';
import { requireAllowed, requireUser, visibleTenants } from '../authorize';
import type { Context } from '../context';
import { notFound, ServiceError } from '../errors';
import { tell } from '../notifications/tell';
import { closedEvent } from './incident-events';
import { INCIDENT_COLUMNS, toIncident } from './incident-view';
import { killSet } from './parts';

type Call = { ctx: Context; input: z.output<typeof restoreIncidentSchema> };

/**
 * Ends an incident: an admin or a reviewer, never who pressed. What it covered serves again unless
 * another incident covers it too.
 * @throws ServiceError NOT_FOUND, FORBIDDEN, CONFLICT when somebody restored it already.
 */
export async function restoreIncident({ ctx, input }: Call): Promise<IncidentItem> {
  const user = requireUser(ctx.actor);
  const incident = await runtime().db.prisma.incident.findFirst({
    where: { id: input.id, tenantId: { in: visibleTenants(ctx) } },
    select: INCIDENT_COLUMNS,
  });
  if (!incident) throw notFound('incident', input.id);
  const { tenantId, id } = incident;
  const pressedBy = incident.openedBy;
  requireAllowed(authorize(ctx.actor, 'incident.restore', { tenantId, pressedBy }));

  const epoch = await transact(async (tx) => {
    const [raised] = await tx.$queryRaw<{ epoch: bigint }[]>`
      UPDATE kill_epoch SET epoch = epoch + 1 WHERE id = 1 RETURNING epoch`;
    const { count } = await tx.incident.updateMany({
      where: { tenantId, id, restoredAt: null },
      data: {
        restoredBy: user.userId,
        restoredByName: user.name || user.email,
        restoredAt: ctx.now,
        restoreReason: input.reason,
      },
    });
    if (count === 0) {
      throw new ServiceError('CONFLICT', 'Somebody restored this already; load it again.');
    }
    await recordAudit(tx, ctx, {
      action: 'incident.restore',
      targetKind: incident.targetKind,
      targetId: incident.targetId,
      tenantId,
      reason: input.reason,
      after: { incident_id: id },
    });
    await tell(tx, ctx, await closedEvent(tx, incident));
    return raised?.epoch ?? 0n;
  });
  await announce('incidents', { epoch: epoch.toString() });
  await killSet()
    .reload()
    .catch((err) => log.warn({ err }, 'the open incidents cannot be read'));
  const row = await runtime().db.prisma.incident.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id } },
    select: INCIDENT_COLUMNS,
  });
  return toIncident(row);
}
