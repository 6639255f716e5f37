import { isJsonObject } from '@/lib/core/shared/json';
import { runtime } from '@/lib/runtime';
import type { HistoryRow } from '@/lib/schemas/catalog-views';
import type { CapabilityRecord } from './rows';

const SHOWN = 100;

/** The trail of one capability and of its change requests, newest first. */
export async function historyOf(row: CapabilityRecord): Promise<HistoryRow[]> {
  const rows = await runtime().db.prisma.auditEvent.findMany({
    where: { tenantId: row.tenantId, targetKind: 'capability', targetId: row.id },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    take: SHOWN,
  });
  return rows.map((event) => ({
    id: event.id,
    at: event.at.toISOString(),
    actor_kind: event.actorKind,
    actor_name: event.actorName,
    action: event.action,
    door: event.door,
    reason: event.reason,
    // A smoke call changes nothing; how it went is what there is to read.
    changes: changesOf(event.action === 'capability.smoke' ? {} : event.before, event.after),
  }));
}

function changesOf(before: unknown, after: unknown): HistoryRow['changes'] {
  if (!isJsonObject(before) || !isJsonObject(after)) return [];
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return fields
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .filter((field) => field !== 'updated_at' && field !== 'row_version')
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }));
}
