import { compileDiscover, isDiscoverable, servingBindings } from '@/lib/core/resolver/allowed';
import { chooseMajor, usableMajors } from '@/lib/core/resolver/majors';
import { chooseBinding } from '@/lib/core/resolver/providers';
import { SHARED_TENANT } from '@/lib/core/shared/domain';
import { capabilityKey } from '@/lib/index/document';
import type { Discovered } from '@/lib/schemas/discover';
import { resolveCallingAgent } from '../calling-agent';
import type { Context } from '../context';
import { notFound } from '../errors';
import { killSet } from '../incidents/parts';
import { catalogIndex } from './catalog-index';
import { loadAgent } from './load-agent';
import { readMajors } from './majors';
import { describe, schemasOf } from './materialize';
import { stopsOf } from './stops';

/**
 * One capability with its schemas, as the agent may see it.
 * @throws ServiceError NOT_FOUND for what the agent may not discover, as for what does not exist.
 */
export async function describeCapability({
  ctx,
  input,
}: {
  ctx: Context;
  input: { id: string; agent_id?: string };
}): Promise<Discovered> {
  const named = input.agent_id === undefined ? {} : { agent_id: input.agent_id };
  const caller = await resolveCallingAgent(ctx, named, 'agent.discover');
  const loaded = await loadAgent(caller.tenantId, caller.agentId);
  if (!loaded) throw notFound('agent', caller.agentId);
  await killSet().ensureFresh();
  const policy = compileDiscover(loaded.agent, ctx.now, stopsOf());
  const { index } = catalogIndex.get();
  const candidate =
    index.find(capabilityKey(caller.tenantId, input.id)) ??
    index.find(capabilityKey(SHARED_TENANT, input.id));
  if (!candidate || !isDiscoverable(policy, candidate)) throw notFound('capability', input.id);
  const several = usableMajors(candidate, ctx.now).length > 1;
  const majors = several ? await readMajors(caller, [candidate.id]) : {};
  const major = chooseMajor({ ...loaded.agent, majors }, candidate, ctx.now);
  const provider = chooseBinding(servingBindings(policy, candidate), {
    tenantId: caller.tenantId,
    region: loaded.agent.region,
  });
  const pinned = loaded.agent.pins.includes(candidate.id);
  const item = { candidate, major, provider, pinned, score: 0, scoreParts: {} };
  const capability = describe(policy, { ...item, stage: pinned ? 'pin' : 'search' });
  return { ...capability, ...(await schemasOf(ctx.now, item)) };
}
