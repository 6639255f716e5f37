import { authorize } from '@/lib/core/policy/authorize';
import { runtime } from '@/lib/runtime';
import type { IncidentDetail } from '@/lib/schemas/incidents';
import { requireAllowed, visibleTenants } from '../authorize';
import type { Context } from '../context';
import { notFound } from '../errors';
import { reasonsHere } from '../people/reasons-here';
import { INCIDENT_COLUMNS, toEffect, toImpact, toIncident } from './incident-view';

/**
 * One incident with its impact and how long each replica took.
 * @throws ServiceError NOT_FOUND, also for another tenant's; FORBIDDEN.
 */
export async function getIncident(call: {
  ctx: Context;
  input: { id: string };
}): Promise<IncidentDetail> {
  const { ctx, input } = call;
  // Before the look-up: an agent must not learn by the answer whether there is such an incident.
  requireAllowed(authorize(ctx.actor, 'usage.read', { tenantId: ctx.tenantId }));
  const { prisma } = runtime().db;
  const row = await prisma.incident.findFirst({
    where: { id: input.id, tenantId: { in: visibleTenants(ctx) } },
    select: {
      ...INCIDENT_COLUMNS,
      impact: true,
      replicas: { orderBy: [{ effectiveMs: 'asc' }, { replicaId: 'asc' }] },
    },
  });
  if (!row) throw notFound('incident', input.id);
  const { tenantId, targetKind, targetId } = row;
  requireAllowed(authorize(ctx.actor, 'usage.read', { tenantId }));
  const others = await prisma.incident.findMany({
    where: { tenantId, targetKind, targetId, restoredAt: null, NOT: { id: row.id } },
    select: { id: true },
    orderBy: [{ openedAt: 'asc' }, { id: 'asc' }],
  });
  const { reasons } = await reasonsHere(ctx, tenantId, ({ actor }) =>
    authorize(actor, 'incident.restore', { tenantId, pressedBy: row.openedBy }),
  );
  return {
    ...toIncident(row),
    impact: toImpact(row.impact),
    replicas: row.replicas.map(toEffect),
    also_open: others.map((other) => other.id),
    restore_blocked: reasons,
  };
}
