import type { IncidentTargetKind } from '@/lib/core/shared/domain';
import type { IncidentItem, ReplicaEffect } from '@/lib/schemas/incidents';
import { type Impact, impactSchema } from '@/lib/schemas/usage';

export type IncidentRow = {
  id: string;
  tenantId: string;
  targetKind: string;
  targetId: string;
  reason: string;
  openedBy: string;
  openedByName: string;
  openedAt: Date;
  cancelledCalls: number;
  restoredBy: string | null;
  restoredByName: string | null;
  restoredAt: Date | null;
  restoreReason: string | null;
};

export const INCIDENT_COLUMNS = {
  id: true,
  tenantId: true,
  targetKind: true,
  targetId: true,
  reason: true,
  openedBy: true,
  openedByName: true,
  openedAt: true,
  cancelledCalls: true,
  restoredBy: true,
  restoredByName: true,
  restoredAt: true,
  restoreReason: true,
} as const;

export function toIncident(row: IncidentRow): IncidentItem {
  return {
    id: row.id,
    tenant_id: row.tenantId,
    target: { kind: asTargetKind(row.targetKind), id: row.targetId },
    reason: row.reason,
    opened_by: row.openedBy,
    opened_by_name: row.openedByName,
    opened_at: row.openedAt.toISOString(),
    cancelled_calls: row.cancelledCalls,
    restored_by: row.restoredBy,
    restored_by_name: row.restoredByName,
    restored_at: row.restoredAt?.toISOString() ?? null,
    restore_reason: row.restoreReason,
  };
}

/** Null when the impact was not stored (the process ended right after the press). */
export function toImpact(stored: unknown): Impact | null {
  const parsed = impactSchema.safeParse(stored);
  return parsed.success ? parsed.data : null;
}

export function toEffect(row: {
  replicaId: string;
  effectiveMs: number | null;
  how: string;
}): ReplicaEffect {
  const how = row.how === 'lease_expired' ? 'lease_expired' : 'acknowledged';
  return { id: row.replicaId, effective_ms: row.effectiveMs, how };
}

/** The column has a CHECK over the same words. */
function asTargetKind(kind: string): IncidentTargetKind {
  return kind as IncidentTargetKind;
}
