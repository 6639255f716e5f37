import { unseal } from '@/lib/config/secrets';
import { authorize } from '@/lib/core/policy/authorize';
import { RISKS, type Risk } from '@/lib/core/shared/domain';
import { isJsonObject, type Json, type JsonObject } from '@/lib/core/shared/json';
import type { Approval } from '@/lib/db/generated/client';
import { runtime } from '@/lib/runtime';
import { APPROVAL_STATUSES, type ApprovalView } from '@/lib/schemas/invoke';
import type { Context } from '../context';

type Owned = Pick<Approval, 'capabilityTenantId' | 'capabilityId' | 'agentTenantId' | 'agentId'>;
type Owners = { capability: string | null; agent: string | null };

/** The owning teams of the capability and of the calling agent, for the policy. */
export async function ownersOf(row: Owned): Promise<Owners> {
  const { prisma } = runtime().db;
  const [capability, agent] = await Promise.all([
    prisma.capability.findUnique({
      where: { tenantId_id: { tenantId: row.capabilityTenantId, id: row.capabilityId } },
      select: { ownerTeamId: true },
    }),
    prisma.agent.findUnique({
      where: { tenantId_id: { tenantId: row.agentTenantId, id: row.agentId } },
      select: { ownerTeamId: true },
    }),
  ]);
  return { capability: capability?.ownerTeamId ?? null, agent: agent?.ownerTeamId ?? null };
}

type Judged = Pick<Approval, 'capabilityTenantId' | 'agentTenantId' | 'subject' | 'behind'>;

/** Whether the caller may decide this approval, by the policy. */
export function mayDecide(ctx: Context, row: Judged, owners: Owners) {
  return authorize(ctx.actor, 'call.approve', {
    tenantId: row.capabilityTenantId,
    ownerTeamId: owners.capability,
    agent: { tenantId: row.agentTenantId, ownerTeamId: owners.agent },
    subject: row.subject,
    behind: row.behind,
  });
}

/** PENDING past its time is EXPIRED, whether or not the job has been by. */
export function statusAt(row: Approval, now: Date): ApprovalView['status'] {
  const status = APPROVAL_STATUSES.find((item) => item === row.status) ?? 'EXPIRED';
  const open = status === 'PENDING' || status === 'APPROVED';
  return open && row.expiresAt <= now ? 'EXPIRED' : status;
}

/** The approval as one caller may see it: the arguments only for whoever may decide. */
export async function toApprovalView(ctx: Context, row: Approval): Promise<ApprovalView> {
  return viewWith(ctx, row, await ownersOf(row));
}

/** The same for who has the owners already, as a list has. */
export function viewWith(ctx: Context, row: Approval, owners: Owners): ApprovalView {
  const verdict = mayDecide(ctx, row, owners);
  const status = statusAt(row, ctx.now);
  const waiting = status === 'PENDING';
  return {
    id: row.id,
    status,
    agent_id: row.agentId,
    agent_tenant_id: row.agentTenantId,
    subject: row.subject,
    run_id: row.runId,
    capability_id: row.capabilityId,
    version: row.version,
    risk: toRisk(row.risk),
    argument_shape: row.argumentShape as Json,
    arguments: waiting && verdict.allowed ? openArguments(row) : null,
    requested_at: row.requestedAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    decided_by: ctx.actor.kind === 'agent' ? null : row.decidedBy,
    decided_at: row.decidedAt?.toISOString() ?? null,
    comment: row.comment,
    used_invocation: row.usedInvocation,
    may_decide: waiting && verdict.allowed,
    why_not: verdict.allowed ? [] : verdict.reasons,
  };
}

function openArguments(row: Approval): JsonObject | null {
  if (!row.argumentsSealed) return null;
  const value: unknown = JSON.parse(unseal(Buffer.from(row.argumentsSealed)).toString('utf8'));
  return isJsonObject(value) ? value : null;
}

export function toRisk(text: string): Risk {
  return RISKS.find((risk) => risk === text) ?? 'CRITICAL';
}
