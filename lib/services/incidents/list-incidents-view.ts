import type { z } from 'zod';
import { authorize } from '@/lib/core/policy/authorize';
import { runtime } from '@/lib/runtime';
import type { IncidentItem, incidentQuerySchema } from '@/lib/schemas/incidents';
import { requireAllowed, visibleTenants } from '../authorize';
import type { Context } from '../context';
import { decodeCursor, toPage } from '../cursor';
import { INCIDENT_COLUMNS, toIncident } from './incident-view';

type Call = { ctx: Context; input: z.output<typeof incidentQuerySchema> };

/** Incidents on the tenant's own objects and on shared ones, the newest first. */
export async function listIncidentsView({ ctx, input }: Call) {
  requireAllowed(authorize(ctx.actor, 'usage.read', { tenantId: ctx.tenantId }));
  const { state, limit, cursor } = input;
  const after = cursor === undefined ? null : decodeCursor(cursor, ['time', 'text']);
  const rows = await runtime().db.prisma.incident.findMany({
    where: {
      tenantId: { in: visibleTenants(ctx) },
      ...(state === 'open' ? { restoredAt: null } : {}),
      ...(state === 'restored' ? { restoredAt: { not: null } } : {}),
      ...(input.target_kind ? { targetKind: input.target_kind } : {}),
      ...(input.target_id ? { targetId: input.target_id } : {}),
      ...(after
        ? {
            OR: [{ openedAt: { lt: after[0] } }, { openedAt: after[0], id: { lt: after[1] } }],
          }
        : {}),
    },
    select: INCIDENT_COLUMNS,
    orderBy: [{ openedAt: 'desc' }, { id: 'desc' }],
    take: limit + 1,
  });
  return toPage<IncidentItem>(rows.map(toIncident), limit, (item) => [item.opened_at, item.id]);
}

/** Open incidents of what the caller can see, for the strip across the top. */
export async function listOpenIncidents(ctx: Context): Promise<IncidentItem[]> {
  const rows = await runtime().db.prisma.incident.findMany({
    where: { tenantId: { in: visibleTenants(ctx) }, restoredAt: null },
    select: INCIDENT_COLUMNS,
    orderBy: [{ openedAt: 'desc' }, { id: 'desc' }],
    take: 100,
  });
  return rows.map(toIncident);
}
