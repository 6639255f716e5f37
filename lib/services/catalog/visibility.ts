import { compileDiscover, isDiscoverable as passesPolicy } from '@/lib/core/resolver/allowed';
import type { AgentActor } from '@/lib/core/shared/actor';
import { capabilityKey } from '@/lib/index/document';
import { allowedSet } from '../discover/allowed-set';
import { catalogIndex } from '../discover/catalog-index';
import { loadAgent } from '../discover/load-agent';
import { stopsOf } from '../discover/stops';
import { killSet } from '../incidents/parts';
import type { CapabilityRecord } from './rows';

/** Whether this agent may know of the capability at all: exactly what discover would offer it. */
export async function isDiscoverable(
  actor: AgentActor,
  capability: Pick<CapabilityRecord, 'tenantId' | 'id'>,
  now: Date,
): Promise<boolean> {
  const rights = await rightsOf(actor, now);
  if (!rights) return false;
  const candidate = catalogIndex
    .get()
    .index.find(capabilityKey(capability.tenantId, capability.id));
  return candidate !== null && passesPolicy(rights.policy, candidate);
}

/** Keys of all that this agent may discover, for lists. */
export async function discoverableIds(
  actor: AgentActor,
  now: Date,
): Promise<{ tenantId: string; id: string }[]> {
  const rights = await rightsOf(actor, now);
  if (!rights) return [];
  const { index } = catalogIndex.get();
  return [...allowedSet(rights.loaded, rights.policy).slots()].flatMap(
    (slot) => index.rowAt(slot) ?? [],
  );
}

async function rightsOf(actor: AgentActor, now: Date) {
  const loaded = await loadAgent(actor.tenantId, actor.agentId);
  if (!loaded) return null;
  await killSet().ensureFresh();
  return { loaded, policy: compileDiscover(loaded.agent, now, stopsOf()) };
}
