import { runtime } from '@/lib/runtime';
import { syncMany } from './sync-many';
import { endDeadSyncs } from './sync-record';

const DUE = `SELECT tenant_id AS "tenantId", id FROM providers
  WHERE archived_at IS NULL AND sync_every_seconds IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM syncs s WHERE s.tenant_id = providers.tenant_id
      AND s.provider_id = providers.id
      AND s.started_at > $1::timestamptz - make_interval(secs => sync_every_seconds))
  ORDER BY last_synced_at NULLS FIRST LIMIT 20`;

/**
 * Syncs the providers whose time has come. A failed attempt counts as one, so that a dead server
 * is asked at its own pace; its failure is on its sync record.
 */
export async function syncDue(now: Date): Promise<number> {
  await endDeadSyncs(now);
  const { rows } = await runtime().db.pool.query<{ tenantId: string; id: string }>(DUE, [now]);
  await syncMany(rows, 'schedule');
  return rows.length;
}
