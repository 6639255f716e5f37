import { type DiscoverPolicy, discoverFilter } from '@/lib/core/resolver/allowed';
import type { AllowedSet } from '@/lib/index/allowed-set';
import { killSet } from '../incidents/parts';
import { catalogIndex } from './catalog-index';
import type { DiscoveringAgent } from './load-agent';

/**
 * What of the live catalog the agent may discover now. The policy runs over the catalog once for
 * each change of catalog, rights or incidents. Look at the kill set's lease first.
 */
export function allowedSet(loaded: DiscoveringAgent, policy: DiscoverPolicy): AllowedSet {
  const catalog = catalogIndex.get();
  const { tenantId, id } = loaded.agent;
  const stamp = {
    catalog: catalog.index.revision,
    policy: `${loaded.stamp}:${killSet().epoch}`,
  };
  const { set } = catalog.allowed.get(`${tenantId}/${id}`, stamp, policy.now.getTime(), () => {
    const { accept, validUntil } = discoverFilter(policy);
    const accepted = catalog.index.select(accept);
    return { set: accepted, validUntil: validUntil() };
  });
  return set;
}
