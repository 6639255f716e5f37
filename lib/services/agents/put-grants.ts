import { authorize } from '@/lib/core/policy/authorize';
import type { CoveredCapability, OwnedTarget } from '@/lib/core/policy/targets';
import { isNamedOnly } from '@/lib/core/shared/grants';
import type { PutGrants } from '@/lib/schemas/agents';
import { announce, transact } from '@/lib/services/announce';
import { recordAudit } from '@/lib/services/audit';
import { requireAllowed } from '@/lib/services/authorize';
import type { Context } from '@/lib/services/context';
import { type FieldError, ServiceError } from '@/lib/services/errors';
import { ownedBy, readAgent } from './agent-view';
import { type Grants, readGrants } from './get-grants';
import { loadCovered, requireSoundGrants, toFacts } from './grant-facts';
import { type GrantFacts, newlyOpened } from './grant-widening';
import { claimGrants, writeGrants } from './write-grants';

type Call = {
  ctx: Context;
  /** `if_version`: the agent's row version the set was read at; absent, the last writer wins. */
  input: PutGrants & { if_version?: number | undefined };
};

/**
 * Replaces all grants of an agent. What opens a HIGH or CRITICAL capability, or opens it
 * further, names it, and needs the caller to be its owner too.
 * @throws ServiceError FORBIDDEN at each grant whose capability's owner has not agreed; VALIDATION,
 *   CONFLICT.
 */
export async function putGrants({ ctx, input }: Call): Promise<Grants> {
  const { tenantId } = ctx;
  const agentId = input.agent_id;
  const grants = await transact(async (tx) => {
    const agent = await readAgent(tx, ctx, agentId);
    requireAllowed(authorize(ctx.actor, 'agent.grants', { ...ownedBy(agent), covers: [] }));
    const key = { tenantId, agentId };
    const rowVersion = await claimGrants(tx, ctx, key, input.if_version);
    const old = await readGrants(tx, tenantId, agentId);
    const before = old.map(toFacts);
    const after = input.grants.map(toFacts);
    const capabilities = await loadCovered(tx, tenantId, after);
    await requireSoundGrants(tx, { tenantId, before, after, capabilities, now: ctx.now });
    const opened = newlyOpened(before, after, capabilities, ctx.now)
      .filter((capability) => isNamedOnly(capability.risk))
      .map(({ id, ...capability }) => ({ ...capability, capabilityId: id }));
    requireConsent(ctx, ownedBy(agent), after, opened);
    await writeGrants(tx, ctx, key, before, after);
    await recordAudit(tx, ctx, {
      action: 'agent.grants',
      targetKind: 'agent',
      targetId: agentId,
      before: { grants: before },
      after: { grants: after },
    });
    return { items: await readGrants(tx, tenantId, agentId), row_version: rowVersion };
  });
  await announce('agents', { tenantId, agentId });
  return grants;
}

function requireConsent(
  ctx: Context,
  agent: OwnedTarget,
  grants: readonly GrantFacts[],
  opened: readonly CoveredCapability[],
): void {
  const judge = (covers: readonly CoveredCapability[]) =>
    authorize(ctx.actor, 'agent.grants', { ...agent, covers });
  const verdict = judge(opened);
  if (verdict.allowed) return;
  const errors = grants.flatMap(({ kind, target }, index): FieldError[] => {
    if (kind !== 'capability') return [];
    const one = judge(opened.filter(({ capabilityId }) => capabilityId === target));
    if (one.allowed) return [];
    return [{ path: `${index}.target.capability`, message: one.reasons.join(' ') }];
  });
  const { reasons } = verdict;
  throw new ServiceError('FORBIDDEN', reasons.join(' '), { reasons, errors });
}
