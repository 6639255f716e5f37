import { authorize } from '@/lib/core/policy/authorize';
import type { Tx } from '@/lib/db/transaction';
import type { AccessRequestView, CreateAccessRequest } from '@/lib/schemas/access-requests';
import { ownedBy, readAgent } from '../agents/agent-view';
import { readGrants } from '../agents/get-grants';
import { loadCovered, toFacts } from '../agents/grant-facts';
import { type GrantFacts, newlyOpened } from '../agents/grant-widening';
import { transact } from '../announce';
import { recordAudit } from '../audit';
import { requireAllowed, requireUser } from '../authorize';
import { findCapability } from '../catalog/load';
import type { Context } from '../context';
import { invalidField, ServiceError } from '../errors';
import { futureTime } from '../future-time';
import { newId } from '../ids';
import { tell } from '../notifications/tell';
import { getAccessRequest } from './list-access-requests-view';

/**
 * Asks for a capability, for an agent one owns. Its owners are told, and decide.
 * @throws ServiceError FORBIDDEN, NOT_FOUND (the agent), VALIDATION at the field, CONFLICT when the
 *   agent has it already or it is asked for already.
 */
export async function createAccessRequest({
  ctx,
  input,
}: {
  ctx: Context;
  input: CreateAccessRequest;
}): Promise<AccessRequestView> {
  const { tenantId } = ctx;
  const id = newId('arq', ctx.now.getTime());
  const until = futureTime(ctx.now, 'until', input.until);
  const scopes = [...new Set(input.scopes)].sort();
  await transact(async (tx) => {
    const agent = await readAgent(tx, ctx, input.agent_id);
    requireAllowed(authorize(ctx.actor, 'access-request.create', ownedBy(agent)));
    const { userId } = requireUser(ctx.actor);
    const capability = await requireOpen(tx, ctx, input.capability_id);
    requireDeclared(scopes, capability);
    const asked: GrantFacts = {
      kind: 'capability',
      target: capability.id,
      discover: true,
      invoke: input.invoke,
      scopes,
      until,
      major: null,
    };
    await requireNews(tx, ctx, agent.id, asked);
    const about = { capabilityTenantId: capability.tenantId, capabilityId: capability.id };
    const open = await tx.accessRequest.findFirst({
      where: { tenantId, agentId: agent.id, ...about, status: 'PENDING' },
      select: { id: true },
    });
    if (open) {
      throw new ServiceError('CONFLICT', 'This agent asks for it already; see the open request.', {
        access_request_id: open.id,
      });
    }
    await tx.accessRequest.create({
      data: {
        tenantId,
        id,
        agentId: agent.id,
        ...about,
        invoke: input.invoke,
        scopes,
        reason: input.reason,
        until,
        requestedBy: userId,
        requestedAt: ctx.now,
      },
    });
    await recordAudit(tx, ctx, {
      action: 'access.request',
      targetKind: 'access_request',
      targetId: id,
      reason: input.reason,
      after: { agent_id: agent.id, capability_id: capability.id, ...rightsOf(asked) },
    });
    await tellOwners(tx, ctx, { id, agent, capability, asked });
  });
  return await getAccessRequest({ ctx, input: { id } });
}

/** For the trail and for webhooks. */
function rightsOf({ invoke, scopes, until }: GrantFacts) {
  return { invoke, scopes: [...scopes], until: until?.toISOString() ?? null };
}

type Capability = NonNullable<Awaited<ReturnType<typeof findCapability>>>;

async function requireOpen(tx: Tx, ctx: Context, id: string): Promise<Capability> {
  const capability = await findCapability(tx, ctx, id);
  if (!capability || capability.dismissedAt !== null) {
    throw invalidField('capability_id', `There is no capability "${id}".`);
  }
  if (capability.status === 'DISABLED') {
    throw invalidField('capability_id', `"${id}" is disabled for good; ask for another.`);
  }
  return capability;
}

function requireDeclared(scopes: readonly string[], capability: Capability): void {
  const declared = [...capability.requiredScopes, ...capability.optionalScopes];
  const unknown = scopes.filter((scope) => !declared.includes(scope));
  if (unknown.length === 0) return;
  const list = declared.sort().join(', ') || 'none';
  throw invalidField(
    'scopes',
    `Not declared by "${capability.id}": ${unknown.join(', ')}. Declared: ${list}.`,
  );
}

async function requireNews(tx: Tx, ctx: Context, agentId: string, asked: GrantFacts) {
  const before = (await readGrants(tx, ctx.tenantId, agentId)).map(toFacts);
  const capabilities = await loadCovered(tx, ctx.tenantId, [asked]);
  if (newlyOpened(before, [asked], capabilities, ctx.now).length > 0) return;
  throw new ServiceError('CONFLICT', 'This agent has all of that already, by its grants.');
}

type Asked = {
  id: string;
  agent: { id: string; name: string };
  capability: Capability;
  asked: GrantFacts;
};

/** The owners, where they are; and the webhooks of the tenant that asks, when that is another. */
async function tellOwners(tx: Tx, ctx: Context, { id, agent, capability, asked }: Asked) {
  const event = {
    kind: 'access.requested' as const,
    title: `${agent.name} asks for ${capability.id}`,
    href: `/access-requests/${id}`,
    targetKind: 'access_request',
    targetId: id,
    data: { agent_id: agent.id, capability_id: capability.id, ...rightsOf(asked) },
  };
  const audience = { teams: [capability.ownerTeamId] };
  await tell(tx, ctx, { ...event, tenantId: capability.tenantId, audience });
  if (capability.tenantId !== ctx.tenantId) await tell(tx, ctx, { ...event, audience: {} });
}
