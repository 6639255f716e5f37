import { authorize } from '@/lib/core/policy/authorize';
import type { Prisma } from '@/lib/db/generated/client';
import type { Agent, UpdateAgent } from '@/lib/schemas/agents';
import { announce, transact } from '@/lib/services/announce';
import { recordAudit } from '@/lib/services/audit';
import { requireAllowed } from '@/lib/services/authorize';
import type { Context } from '@/lib/services/context';
import { changedMeanwhile } from '@/lib/services/errors';
import { makeOffer } from '@/lib/services/ownership/make-offer';
import { requireReferences } from './agent-references';
import { type AgentRow, ownedBy, readAgent, toAgent } from './agent-view';
import { writePins } from './write-pins';

type Changes = Omit<UpdateAgent, 'id' | 'row_version'>;

/**
 * Changes an agent; what is not named stays. Switching it off ends its keys at once. Another owner
 * is offered it, and gets it once it agrees.
 */
export async function updateAgent({
  ctx,
  input,
}: {
  ctx: Context;
  input: UpdateAgent;
}): Promise<Agent> {
  const { tenantId } = ctx;
  const { id, row_version: rowVersion, ...changes } = input;
  const agent = await transact(async (tx) => {
    const row = await readAgent(tx, ctx, id);
    authorizeUpdate(ctx, row, changes);
    await requireReferences(tx, tenantId, newReferences(row, changes));
    const { count } = await tx.agent.updateMany({
      where: { tenantId, id, rowVersion },
      data: { ...columns(changes), updatedAt: ctx.now, rowVersion: { increment: 1 } },
    });
    if (count === 0) throw changedMeanwhile('agent', id);
    if (changes.owner !== undefined && changes.owner !== row.ownerTeamId) {
      await makeOffer(tx, ctx, {
        target: { ...row, kind: 'agent' },
        to: changes.owner,
        reason: '',
      });
    }
    if (changes.pins) await writePins(tx, tenantId, id, changes.pins);
    const before = toAgent(row, ctx.now);
    const after = toAgent(await readAgent(tx, ctx, id), ctx.now);
    await recordAudit(tx, ctx, {
      action: changes.active === false && row.active ? 'agent.switch_off' : 'agent.update',
      targetKind: 'agent',
      targetId: id,
      before: pick(before, changes),
      after: pick(after, changes),
    });
    return after;
  });
  await announce('agents', { tenantId, agentId: id });
  return agent;
}

/** Its roles are for an admin to give. */
function authorizeUpdate(ctx: Context, row: AgentRow, changes: Changes): void {
  const { tenantId } = ctx;
  requireAllowed(authorize(ctx.actor, 'agent.manage', ownedBy(row)));
  const gained = changes.roles?.filter((role) => !row.roles.includes(role)) ?? [];
  if (gained.length > 0) requireAllowed(authorize(ctx.actor, 'user.roles', { tenantId }));
}

/** Only what is new is checked: a provider archived since must not block another change. */
function newReferences(row: AgentRow, changes: Changes) {
  const pinned = new Set(row.pins.map((pin) => pin.capabilityId));
  const only = changes.allowed_providers;
  return {
    owner: changes.owner === row.ownerTeamId ? undefined : changes.owner,
    profile: changes.profile,
    allowed_providers: only?.filter(
      (id) => only.includes('*') || !row.allowedProviders.includes(id),
    ),
    pins: changes.pins?.filter((id) => !pinned.has(id)),
  };
}

function columns(changes: Changes): Prisma.AgentUncheckedUpdateManyInput {
  const all: Prisma.AgentUncheckedUpdateManyInput = {
    active: changes.active,
    name: changes.name,
    description: changes.description,
    roles: changes.roles,
    profileId: changes.profile,
    topK: changes.top_k,
    riskCeiling: changes.risk_ceiling,
    allowedProviders: changes.allowed_providers,
    smallCatalogAll: changes.small_catalog_all,
    resolverEnabled: changes.resolver_enabled,
    unhealthyPolicy: changes.unhealthy_policy,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

function pick(agent: Agent, changes: Changes): Partial<Agent> {
  const keys = Object.keys(changes) as (keyof Changes)[];
  return Object.fromEntries(
    keys.filter((key) => changes[key] !== undefined).map((key) => [key, agent[key]]),
  );
}
