import type { IncidentTarget } from '@/lib/schemas/incidents';
import type { Context } from '@/lib/services/context';
import { listOpenIncidents } from '@/lib/services/incidents/list-incidents-view';

/** The incident that has stopped exactly this, for the button that would stop it again. */
export async function openIncidentOf(
  ctx: Context,
  tenantId: string,
  target: IncidentTarget,
): Promise<string | undefined> {
  const open = await listOpenIncidents(ctx);
  return open.find(
    (one) =>
      one.tenant_id === tenantId && one.target.kind === target.kind && one.target.id === target.id,
  )?.id;
}
