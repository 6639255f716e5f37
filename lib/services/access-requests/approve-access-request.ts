import { authorize } from '@/lib/core/policy/authorize';
import type { AccessRequest } from '@/lib/db/generated/client';
import type { Tx } from '@/lib/db/transaction';
import type { AccessRequestView, ApproveAccess, DenyAccess } from '@/lib/schemas/access-requests';
import { giveGrant } from '../agents/give-grant';
import { announce, transact } from '../announce';
import { recordAudit } from '../audit';
import { requireAllowed, requireUser } from '../authorize';
import type { Context } from '../context';
import { invalidField, notFound, ServiceError } from '../errors';
import { tell } from '../notifications/tell';
import { getAccessRequest } from './list-access-requests-view';
import { requireAskerOwns } from './require-asker-owns';

/**
 * The capability's owner says yes, to all that was asked or to less, and the grant follows in the
 * same transaction. Owning the agent as well bars nobody: with both in one hand the same grant can
 * be given directly.
 * @throws ServiceError FORBIDDEN, NOT_FOUND, VALIDATION (more than was asked), CONFLICT (decided
 *   already), PRECONDITION_FAILED (its end has passed, or who asked owns the agent no longer).
 */
export async function approveAccessRequest({
  ctx,
  input,
}: {
  ctx: Context;
  input: ApproveAccess;
}): Promise<AccessRequestView> {
  const { userId } = requireUser(ctx.actor);
  const row = await transact(async (tx) => {
    const { request, risk, ownerTeamId } = await lockRequest(tx, ctx, input.id);
    const given = narrowed(ctx, request, input);
    const agent = { tenantId: request.tenantId, agentId: request.agentId };
    await requireAskerOwns(tx, request, { risk, ownerTeamId });
    await close(tx, ctx, request, {
      status: 'APPROVED',
      decidedBy: userId,
      comment: input.comment,
      grantedInvoke: given.invoke,
      grantedScopes: given.scopes,
      grantedUntil: given.until,
    });
    await giveGrant(tx, ctx, agent, {
      kind: 'capability',
      target: request.capabilityId,
      discover: true,
      ...given,
      major: null,
    });
    return request;
  });
  await announce('agents', { tenantId: row.tenantId, agentId: row.agentId });
  return await getAccessRequest({ ctx, input });
}

/** The owner says no, and why. @throws ServiceError as for a yes. */
export async function denyAccessRequest({
  ctx,
  input,
}: {
  ctx: Context;
  input: DenyAccess;
}): Promise<AccessRequestView> {
  const { userId } = requireUser(ctx.actor);
  await transact(async (tx) => {
    const { request } = await lockRequest(tx, ctx, input.id);
    await close(tx, ctx, request, {
      status: 'DENIED',
      decidedBy: userId,
      comment: input.comment,
    });
  });
  return await getAccessRequest({ ctx, input });
}

/** The request, for who may decide it; its capability keeps its owner until the end. */
async function lockRequest(tx: Tx, ctx: Context, id: string) {
  const here = [{ tenantId: ctx.tenantId }, { capabilityTenantId: ctx.tenantId }];
  const request = await tx.accessRequest.findFirst({ where: { id, OR: here } });
  if (!request) throw notFound('access request', id);
  const { capabilityTenantId: tenantId, capabilityId } = request;
  await tx.$queryRaw`
    SELECT id FROM capabilities WHERE tenant_id = ${tenantId} AND id = ${capabilityId} FOR SHARE`;
  const capability = await tx.capability.findUnique({
    where: { tenantId_id: { tenantId, id: capabilityId } },
    select: { ownerTeamId: true, risk: true, status: true },
  });
  const ownerTeamId = capability?.ownerTeamId ?? null;
  const verdict = authorize(ctx.actor, 'access-request.decide', { tenantId, ownerTeamId });
  // From another tenant only the owners know of it.
  if (!verdict.allowed && request.tenantId !== ctx.tenantId) throw notFound('access request', id);
  requireAllowed(verdict);
  return { request, ownerTeamId, risk: capability?.risk ?? 'CRITICAL' };
}

function narrowed(ctx: Context, request: AccessRequest, input: ApproveAccess) {
  const until = input.until === undefined ? request.until : new Date(input.until);
  const scopes = [...new Set(input.scopes ?? request.scopes)].sort();
  const invoke = input.invoke ?? request.invoke;
  if (request.until !== null && request.until <= ctx.now) {
    throw new ServiceError(
      'PRECONDITION_FAILED',
      'The end it asks for has passed; its owners may ask again.',
    );
  }
  if (until !== null && until <= ctx.now) {
    throw invalidField('until', 'This time has passed; choose one in the future.');
  }
  if (request.until !== null && (until === null || until > request.until)) {
    throw invalidField('until', 'This is later than was asked for; a yes may only give less.');
  }
  const more = scopes.filter((scope) => !request.scopes.includes(scope));
  if (more.length > 0) throw invalidField('scopes', `Not asked for: ${more.join(', ')}.`);
  if (invoke && !request.invoke) throw invalidField('invoke', 'Only to discover was asked for.');
  return { invoke, scopes, until };
}

type Closing = {
  status: 'APPROVED' | 'DENIED';
  decidedBy: string;
  comment: string;
  grantedInvoke?: boolean;
  grantedScopes?: string[];
  grantedUntil?: Date | null;
};

/** Of two decisions at once, one closes it. */
async function close(tx: Tx, ctx: Context, request: AccessRequest, closing: Closing) {
  const { tenantId, id, agentId, capabilityId } = request;
  const { count } = await tx.accessRequest.updateMany({
    where: { tenantId, id, status: 'PENDING' },
    data: { ...closing, decidedAt: ctx.now },
  });
  if (count === 0) throw new ServiceError('CONFLICT', 'It has been decided, or taken back.');
  const { status, comment, decidedBy: _, ...granted } = closing;
  const yes = status === 'APPROVED';
  await recordAudit(tx, ctx, {
    action: yes ? 'access.approve' : 'access.deny',
    targetKind: 'access_request',
    targetId: id,
    tenantId,
    ...(comment ? { reason: comment } : {}),
    before: { status: 'PENDING' },
    after: { status, agent_id: agentId, capability_id: capabilityId, ...granted },
  });
  const agent = await tx.agent.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id: agentId } },
    select: { name: true, ownerTeamId: true },
  });
  await tell(tx, ctx, {
    kind: 'access.decided',
    title: `${agent.name} ${yes ? 'may use' : 'was refused'} ${capabilityId}`,
    href: `/access-requests/${id}`,
    targetKind: 'access_request',
    targetId: id,
    tenantId,
    data: { status, agent_id: agentId, capability_id: capabilityId },
    audience: { users: [request.requestedBy], teams: [agent.ownerTeamId] },
  });
}
