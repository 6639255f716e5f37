import type { StopSet } from '@/lib/core/resolver/types';
import { killSet } from '../incidents/parts';

/** What open incidents stop now, as the resolver takes it. Look at the kill set's lease first. */
export function stopsOf(): StopSet {
  const keys = { capability: 'capabilities', provider: 'providers', backend: 'backends' } as const;
  const stops = {
    capabilities: new Set<string>(),
    providers: new Set<string>(),
    backends: new Set<string>(),
    agents: new Set<string>(),
  };
  for (const { kind, tenantId, id } of killSet().open()) {
    const name = kind === 'agent' ? 'agents' : keys[kind];
    stops[name].add(`${tenantId}/${id}`);
  }
  return stops;
}
