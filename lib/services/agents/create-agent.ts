import { authorize } from '@/lib/core/policy/authorize';
import type { Agent, CreateAgent } from '@/lib/schemas/agents';
import { announce, transact } from '@/lib/services/announce';
import { recordAudit } from '@/lib/services/audit';
import { requireAllowed } from '@/lib/services/authorize';
import type { Context } from '@/lib/services/context';
import { ServiceError } from '@/lib/services/errors';
import { requireReferences } from './agent-references';
import { readAgent, toAgent } from './agent-view';
import { writePins } from './write-pins';

/** Registers an agent in the tenant acted in, for a team the caller belongs to (or as admin). */
export async function createAgent({
  ctx,
  input,
}: {
  ctx: Context;
  input: CreateAgent;
}): Promise<Agent> {
  const { tenantId } = ctx;
  const target = { tenantId, ownerTeamId: input.owner };
  requireAllowed(authorize(ctx.actor, 'agent.manage', target));
  if (input.roles.length > 0) {
    requireAllowed(authorize(ctx.actor, 'user.roles', { tenantId }));
  }
  const agent = await transact(async (tx) => {
    await requireReferences(tx, tenantId, input);
    const { count } = await tx.agent.createMany({
      data: {
        tenantId,
        id: input.id,
        name: input.name,
        description: input.description,
        ownerTeamId: input.owner,
        roles: input.roles,
        profileId: input.profile,
        topK: input.top_k,
        riskCeiling: input.risk_ceiling,
        allowedProviders: input.allowed_providers,
        smallCatalogAll: input.small_catalog_all,
        resolverEnabled: input.resolver_enabled,
        unhealthyPolicy: input.unhealthy_policy,
        createdAt: ctx.now,
        updatedAt: ctx.now,
      },
      skipDuplicates: true,
    });
    if (count === 0) {
      const message = `There is an agent "${input.id}" already; choose another id.`;
      throw new ServiceError('CONFLICT', message, { errors: [{ path: 'id', message }] });
    }
    await writePins(tx, tenantId, input.id, input.pins);
    await recordAudit(tx, ctx, {
      action: 'agent.create',
      targetKind: 'agent',
      targetId: input.id,
      after: input,
    });
    return toAgent(await readAgent(tx, ctx, input.id), ctx.now);
  });
  await announce('agents', { tenantId, agentId: input.id });
  return agent;
}
