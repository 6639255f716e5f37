import { log } from '@/lib/observability/log';
import { runtime } from '@/lib/runtime';

const EVERY_MS = 60_000;
const MAX_REMEMBERED = 10_000;
const TABLES = { agent: 'agent_keys', user: 'access_tokens' } as const;

/** When this process last wrote a key's use. Losing it costs one write more. */
const written = new Map<string, number>();

/** Records a key's use at most once a minute, beside the request: never waited for, never failing it. */
export function recordUse(kind: keyof typeof TABLES, id: string, now: Date): void {
  const time = now.getTime();
  if (time - (written.get(id) ?? 0) < EVERY_MS) return;
  if (written.size >= MAX_REMEMBERED) written.clear();
  written.set(id, time);
  const sql = `UPDATE ${TABLES[kind]} SET last_used_at = $2
    WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < $2)`;
  runtime()
    .db.pool.query(sql, [id, now])
    .catch((error: unknown) => log.warn({ err: error, id }, "a key's use could not be recorded"));
}
