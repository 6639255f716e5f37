import type { Prisma } from '@/lib/db/generated/client';
import type { ChangeRequestAnswer, ChangeStatus } from '@/lib/schemas/change-requests';
import { iso, objectOf } from './rows';

export type ChangeRow = Prisma.ChangeRequestGetPayload<{
  include: { capability: { select: { name: true } } };
}>;

export const WITH_NAME = { capability: { select: { name: true } } } as const;

export function toChangeRequest(row: ChangeRow): ChangeRequestAnswer {
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
    row_version: row.rowVersion,
  };
}
