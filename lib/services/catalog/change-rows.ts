import { countingApprovals, requiredApprovals } from '@/lib/core/lifecycle/reviewers';
import { maxRisk, RISKS, type Risk } from '@/lib/core/shared/domain';
import type { Prisma } from '@/lib/db/generated/client';
import type { ChangeRequestAnswer, ChangeStatus } from '@/lib/schemas/change-requests';
import { iso, objectOf } from './rows';

export const WITH_NAME = {
  capability: { select: { name: true, risk: true, ownerTeamId: true } },
  decisions: {
    where: { decision: 'approve', revokedAt: null },
    orderBy: [{ decidedAt: 'asc' }, { id: 'asc' }],
    select: { decidedBy: true, onBehalfOf: true, ruling: true },
  },
} satisfies Prisma.ChangeRequestInclude;

export type ChangeRow = Prisma.ChangeRequestGetPayload<{ include: typeof WITH_NAME }>;

export function toChangeRequest(row: ChangeRow): ChangeRequestAnswer {
  const [before, after] = risksOf(row);
  return {
    id: row.id,
    tenant_id: row.tenantId,
    kind: row.kind,
    capability_id: row.capabilityId,
    capability_name: row.capability.name,
    status: row.status as ChangeStatus,
    title: row.title,
    reason: row.reason,
    payload: objectOf(row.payload),
    base_row_version: row.baseRowVersion,
    authors: row.authors,
    submitted_by: row.submittedBy,
    submitted_at: row.submittedAt.toISOString(),
    closed_at: iso(row.closedAt),
    owner: row.capability.ownerTeamId,
    risk: maxRisk(before, after),
    approvals: {
      given: countingApprovals(row.decisions, row.authors).length,
      needed: requiredApprovals(before, after),
    },
    apply_at: iso(row.applyAt),
    row_version: row.rowVersion,
  };
}

/** The risk of the capability now, and the one it would have. */
export function risksOf(row: Pick<ChangeRow, 'capability' | 'payload'>): [Risk, Risk] {
  const asked = objectOf(objectOf(row.payload).changes).risk;
  const before = RISKS.find((risk) => risk === row.capability.risk) ?? 'CRITICAL';
  return [before, RISKS.find((risk) => risk === asked) ?? before];
}
