import { log } from '@/lib/observability/log';
import { runtime } from '@/lib/runtime';
import { systemContext } from '../context';
import { isServiceError } from '../errors';
import { syncProvider } from './sync-provider';

const DUE = `SELECT tenant_id, id FROM providers
  WHERE archived_at IS NULL AND sync_every_seconds IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM syncs s WHERE s.tenant_id = providers.tenant_id
      AND s.provider_id = providers.id
      AND s.started_at > $1::timestamptz - make_interval(secs => sync_every_seconds))
  ORDER BY last_synced_at NULLS FIRST LIMIT 20`;

/**
 * Syncs the providers whose time has come, one after the other. A failed attempt counts as one, so
 * that a dead server is asked at its own pace; its failure is on its sync record.
 */
export async function syncDue(now: Date): Promise<number> {
  const { rows } = await runtime().db.pool.query<{ tenant_id: string; id: string }>(DUE, [now]);
  for (const { tenant_id, id } of rows) {
    try {
      const ctx = systemContext('sync', tenant_id);
      await syncProvider({ ctx, input: { id, trigger: 'schedule' } });
    } catch (err) {
      const running = isServiceError(err) && err.code === 'CONFLICT';
      if (!running) log.error({ err, provider: id }, 'a scheduled sync could not run');
    }
  }
  return rows.length;
}
