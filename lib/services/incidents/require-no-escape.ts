import { type StoppedProvider, stoppedAtAddress } from '@/lib/core/policy/incidents';
import { SHARED_TENANT } from '@/lib/core/shared/domain';
import type { Tx } from '@/lib/db/transaction';
import { ServiceError } from '../errors';

/** `providerId` where the provider is there already: its own incident counts too. */
type Site = { tenantId: string; endpoint: string | null; providerId?: string };

/**
 * Refuses what would carry calls to the address of a provider that an open incident stops, under
 * another id or through another capability. `field` is where the caller gave the address.
 * @throws ServiceError PRECONDITION_FAILED at the field, naming the incident.
 */
export async function requireNoEscape(tx: Tx, field: string, site: Site): Promise<void> {
  const found = await findEscape(tx, site);
  if (!found) return;
  const message = escapeText(found);
  throw new ServiceError('PRECONDITION_FAILED', message, {
    errors: [{ path: field, message }],
    incident_id: found.incidentId,
  });
}

/** The stopped provider at this address, of the tenant or of `shared`. */
export async function findEscape(
  tx: Pick<Tx, 'incident' | 'provider'>,
  { tenantId, endpoint, providerId }: Site,
): Promise<StoppedProvider | null> {
  const open = await tx.incident.findMany({
    where: {
      tenantId: { in: [tenantId, SHARED_TENANT] },
      targetKind: { in: ['provider', 'backend'] },
      restoredAt: null,
    },
    select: { id: true, tenantId: true, targetKind: true, targetId: true },
    orderBy: { id: 'asc' },
  });
  if (open.length === 0) return null;
  // Archived ones too: taking a stopped provider out of service restores nothing.
  const providers = await tx.provider.findMany({
    where: {
      OR: open.map(({ tenantId, targetKind, targetId }) =>
        targetKind === 'provider' ? { tenantId, id: targetId } : { tenantId, backendId: targetId },
      ),
    },
    select: { tenantId: true, id: true, backendId: true, endpoint: true },
  });
  const stopped = providers.flatMap((provider) => {
    const incident = open.find(
      ({ tenantId, targetKind, targetId }) =>
        tenantId === provider.tenantId &&
        targetId === (targetKind === 'provider' ? provider.id : provider.backendId),
    );
    if (!incident) return [];
    const { id, endpoint } = provider;
    return [{ tenantId: provider.tenantId, incidentId: incident.id, providerId: id, endpoint }];
  });
  const own = stopped.find(
    (provider) => provider.providerId === providerId && provider.tenantId === tenantId,
  );
  return own ?? stoppedAtAddress(stopped, endpoint);
}

export function escapeText({ providerId, incidentId }: StoppedProvider): string {
  return `Calls would go to "${providerId}", which incident ${incidentId} stops. A second person has to restore that first: another way to the same server would go around it.`;
}
