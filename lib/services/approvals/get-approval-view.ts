import { runtime } from '@/lib/runtime';
import type { NamedApproval } from '@/lib/schemas/approval-views';
import type { Context } from '../context';
import { reasonsHere } from '../people/reasons-here';
import { namesOf } from './approval-names';
import { getApproval } from './get-approval';
import { mayDecide, ownersOf } from './view';

/** One approval with names, for its page. @throws ServiceError NOT_FOUND. */
export async function getApprovalView({
  ctx,
  input,
}: {
  ctx: Context;
  input: { id: string };
}): Promise<NamedApproval> {
  const approval = await getApproval({ ctx, input });
  const { prisma } = runtime().db;
  const row = await prisma.approval.findUniqueOrThrow({
    where: { tenantId_id: { tenantId: ctx.tenantId, id: approval.id } },
    select: {
      tenantId: true,
      agentId: true,
      capabilityTenantId: true,
      capabilityId: true,
      subject: true,
      agentTenantId: true,
      behind: true,
      decidedBy: true,
    },
  });
  const owners = await ownersOf(row);
  const [{ reasons, alone }, names, text] = await Promise.all([
    reasonsHere(ctx, row.capabilityTenantId, (one) => mayDecide(one, row, owners)),
    namesOf(ctx.tenantId, [row]),
    findDescription(row.capabilityTenantId, row.capabilityId, approval.version),
  ]);
  const key = `${row.capabilityTenantId}/${row.capabilityId}`;
  const nameOf = (id: string | null) => (id === null ? null : (names.users.get(id) ?? null));
  return {
    ...approval,
    why_not: reasons,
    nobody_else: alone,
    agent_name: names.agents.get(row.agentId)?.name ?? null,
    capability_name: names.capabilities.get(key)?.name ?? null,
    capability_description: text,
    subject_name: nameOf(row.subject),
    decided_by_name: nameOf(row.decidedBy),
  };
}

/** What the version asked for says it does: what is decided on, not what is live now. */
async function findDescription(tenantId: string, capabilityId: string, version: string) {
  const [major, minor] = version.split('.').map(Number);
  if (major === undefined || minor === undefined) return null;
  const row = await runtime().db.prisma.capabilityVersion.findFirst({
    where: { tenantId, capabilityId, major, minor },
    select: { description: true },
  });
  return row?.description ?? null;
}
