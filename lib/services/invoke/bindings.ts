import { incidentOnBinding } from '@/lib/core/policy/incidents';
import { chooseBinding } from '@/lib/core/resolver/providers';
import type { CandidateBinding } from '@/lib/core/resolver/types';
import { isProviderAllowed } from '@/lib/core/shared/grants';
import { ServiceError } from '../errors';
import { type BindingRow, type CallRows, siteOf } from './load-call';

/**
 * The bindings this call may use, best first: serving this tenant, on the agent's list, under no
 * incident, not unavailable; ordered as the resolver orders them.
 */
export function bindingsInOrder(rows: CallRows, tenantId: string): BindingRow[] {
  const usable = rows.bindings.filter(
    (binding) =>
      (binding.forTenantId === null || binding.forTenantId === tenantId) &&
      binding.availability !== 'unavailable' &&
      isProviderAllowed(rows.agent.allowedProviders, rows.capability.type, binding.provider.id) &&
      incidentOnBinding(rows.incidents, siteOf(binding)) === null,
  );
  const choice = chooseBinding(usable.map(toCandidate), { tenantId, region: null });
  return choice ? [choice.binding, ...choice.others].map(({ row }) => row) : [];
}

function toCandidate(row: BindingRow): CandidateBinding & { row: BindingRow } {
  const { provider } = row;
  return {
    id: row.id,
    providerId: provider.id,
    providerTenantId: provider.tenantId,
    backendId: provider.backendId,
    region: row.region,
    forTenantId: row.forTenantId,
    cost: Number(row.costPerCall),
    freshnessSeconds: row.freshness,
    priority: row.priority,
    health: row.health,
    availability: row.availability,
    row,
  };
}

/** @throws ServiceError UNAVAILABLE when there is none. */
export function firstOf(bindings: readonly BindingRow[]): BindingRow {
  const [first] = bindings;
  if (first) return first;
  throw new ServiceError('UNAVAILABLE', 'No provider serves it now; try again later.');
}
