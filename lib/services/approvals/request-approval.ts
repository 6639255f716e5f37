import { seal } from '@/lib/config/secrets';
import type { Risk } from '@/lib/core/shared/domain';
import type { Json } from '@/lib/core/shared/json';
import type { Prisma } from '@/lib/db/generated/client';
import type { Tx } from '@/lib/db/transaction';
import { announce, transact } from '../announce';
import { recordAudit } from '../audit';
import type { CallingAgent } from '../calling-agent';
import type { Context } from '../context';
import { ServiceError } from '../errors';
import { newId } from '../ids';
import { membersOf } from '../notifications/members-of';
import { tell } from '../notifications/tell';

/** How long a person has to decide, and the approved call to be made. */
export const APPROVAL_TTL_MS = 60 * 60 * 1000;
/** Different calls of one capability that one agent may have waiting: people read each of them. */
export const MOST_WAITING = 25;

export type ApprovalBinding = {
  caller: CallingAgent;
  subject: string;
  runId: string | null;
  capability: { tenantId: string; id: string };
  version: string;
  risk: Risk;
  arguments: Json;
  argumentsDigest: string;
  argumentShape: Json;
  decisionHash: string;
};

/**
 * Asks for a person's yes to one call. The same call asked again while it waits gets the same
 * approval, so that a retrying agent does not flood the people who decide.
 * @throws ServiceError LIMIT_EXCEEDED when too many calls of the agent wait already.
 */
export async function requestApproval(
  ctx: Context,
  binding: ApprovalBinding,
): Promise<{ id: string; expiresAt: Date }> {
  const { caller, capability } = binding;
  const same = {
    tenantId: caller.tenantId,
    agentTenantId: caller.tenantId,
    agentId: caller.agentId,
    subject: binding.subject,
    capabilityTenantId: capability.tenantId,
    capabilityId: capability.id,
    version: binding.version,
    argumentsDigest: binding.argumentsDigest,
    decisionHash: binding.decisionHash,
  };
  const approval = await transact(async (tx) => {
    const lock = `approval:${caller.tenantId}:${caller.agentId}:${capability.id}`;
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${lock}, 0))`;
    const waiting = await tx.approval.findFirst({
      where: { ...same, status: 'PENDING', expiresAt: { gt: ctx.now } },
      select: { id: true, expiresAt: true, behind: true },
    });
    const behind = await whoStandsBehind(tx, ctx, binding);
    if (waiting) {
      await addBehind(tx, { tenantId: caller.tenantId, ...waiting }, behind);
      return waiting;
    }
    await refuseFlood(tx, ctx, binding);
    const id = newId('apr', ctx.now.getTime());
    const expiresAt = new Date(ctx.now.getTime() + APPROVAL_TTL_MS);
    await tx.approval.create({
      data: {
        ...same,
        id,
        behind,
        runId: binding.runId,
        risk: binding.risk,
        argumentShape: binding.argumentShape as Prisma.InputJsonValue,
        argumentsSealed: Uint8Array.from(seal(Buffer.from(JSON.stringify(binding.arguments)))),
        requestedAt: ctx.now,
        expiresAt,
      },
    });
    await recordAudit(tx, ctx, {
      action: 'approval.request',
      targetKind: 'approval',
      targetId: id,
      tenantId: caller.tenantId,
      after: {
        capability_id: capability.id,
        agent_id: caller.agentId,
        version: binding.version,
        behind,
      },
    });
    await tellWhoMayDecide(tx, ctx, binding, { id, expiresAt, behind });
    return { id, expiresAt };
  });
  await announce('approvals', { tenantId: caller.tenantId });
  return approval;
}

/** Reviewers, and the owners of the capability; not those who stand behind the call themselves. */
async function tellWhoMayDecide(
  tx: Tx,
  ctx: Context,
  { caller, capability, version, risk }: ApprovalBinding,
  approval: { id: string; expiresAt: Date; behind: string[] },
): Promise<void> {
  const { ownerTeamId: teamId } = await tx.capability.findUniqueOrThrow({
    where: { tenantId_id: capability },
    select: { ownerTeamId: true },
  });
  await tell(tx, ctx, {
    kind: 'approval.wanted',
    title: `${caller.agentName} wants to call ${capability.id}`,
    href: `/approvals/${approval.id}`,
    targetKind: 'approval',
    targetId: approval.id,
    tenantId: caller.tenantId,
    data: {
      agent_id: caller.agentId,
      capability_id: capability.id,
      version,
      risk,
      expires_at: approval.expiresAt.toISOString(),
    },
    audience: {
      roles: ['reviewer'],
      users: await membersOf(tx, [{ tenantId: capability.tenantId, teamId }]),
      except: approval.behind,
    },
  });
}

async function refuseFlood(tx: Tx, { now }: Context, binding: ApprovalBinding): Promise<void> {
  const { caller, capability } = binding;
  const { count, first } = await waitingOf(tx, now, {
    tenantId: caller.tenantId,
    agentId: caller.agentId,
    capabilityTenantId: capability.tenantId,
    capabilityId: capability.id,
  });
  if (count < MOST_WAITING || first === null) return;
  throw new ServiceError(
    'LIMIT_EXCEEDED',
    `${count} calls of "${capability.id}" by this agent wait for a person already. Try again when some are decided.`,
    { retryAfter: Math.ceil((first.getTime() - now.getTime()) / 1000) },
  );
}

/** How many wait, and when the first of them runs out. */
async function waitingOf(tx: Tx, now: Date, whose: Prisma.ApprovalWhereInput) {
  const { _count, _min } = await tx.approval.aggregate({
    where: { ...whose, status: 'PENDING', expiresAt: { gt: now } },
    _count: true,
    _min: { expiresAt: true },
  });
  return { count: _count, first: _min.expiresAt };
}

/**
 * User ids of all who make this call: the members of the team that owns the agent, whoever made
 * the key it came with, and the person who asked.
 */
async function whoStandsBehind(tx: Tx, ctx: Context, binding: ApprovalBinding): Promise<string[]> {
  const { tenantId, agentId, userId } = binding.caller;
  const { ownerTeamId: teamId } = await tx.agent.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id: agentId } },
    select: { ownerTeamId: true },
  });
  const members = await tx.teamMember.findMany({
    where: { tenantId, teamId },
    select: { userId: true },
  });
  const key =
    ctx.actor.kind === 'agent'
      ? await tx.agentKey.findUnique({
          where: { id: ctx.actor.keyId },
          select: { createdBy: true },
        })
      : null;
  const ids = [...members.map((member) => member.userId), key?.createdBy, userId];
  return [...new Set(ids.filter((id) => typeof id === 'string'))].sort();
}

/** Asked again by others than before: both stand behind it. */
async function addBehind(
  tx: Tx,
  waiting: { tenantId: string; id: string; behind: string[] },
  more: readonly string[],
): Promise<void> {
  const behind = [...new Set([...waiting.behind, ...more])].sort();
  if (behind.length === waiting.behind.length) return;
  const { tenantId, id } = waiting;
  await tx.approval.update({ where: { tenantId_id: { tenantId, id } }, data: { behind } });
}
