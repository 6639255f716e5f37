import { incidentOnBinding } from '@/lib/core/policy/incidents';
import { isProviderAllowed } from '@/lib/core/shared/grants';
import { type BindingRow, type CallRows, siteOf } from './load-call';

const AVAILABILITY_RANK = { available: 0, degraded: 1, unavailable: 2 } as const;
const HEALTH_RANK = { HEALTHY: 0, UNKNOWN: 1, DEGRADED: 2, UNHEALTHY: 3 } as const;

/**
 * The bindings this call may use, best first: serving this tenant, on the agent's list, under no
 * incident, not unavailable; then by tenant, availability, health, cost, freshness, priority.
 */
export function bindingsInOrder(rows: CallRows, tenantId: string): BindingRow[] {
  const usable = rows.bindings.filter(
    (binding) =>
      (binding.forTenantId === null || binding.forTenantId === tenantId) &&
      binding.availability !== 'unavailable' &&
      isProviderAllowed(rows.agent.allowedProviders, rows.capability.type, binding.provider.id) &&
      incidentOnBinding(rows.incidents, siteOf(binding)) === null,
  );
  const keys = (binding: BindingRow): number[] => [
    binding.forTenantId === tenantId ? 0 : 1,
    AVAILABILITY_RANK[binding.availability],
    HEALTH_RANK[binding.health],
    binding.costPerCall,
    binding.freshness ?? Number.MAX_SAFE_INTEGER,
    binding.priority,
  ];
  return usable.sort((a, b) => compare(keys(a), keys(b)) || (a.id < b.id ? -1 : 1));
}

function compare(a: number[], b: number[]): number {
  for (let index = 0; index < a.length; index += 1) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
