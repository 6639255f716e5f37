import { runtime } from '@/lib/runtime';

const KEPT_DAYS = 90;
const OLD = [
  'DELETE FROM notifications WHERE created_at < $1',
  'DELETE FROM webhook_deliveries WHERE created_at < $1',
  'DELETE FROM webhook_events WHERE created_at < $1',
];

/** Removes notifications, events and the log of webhooks after 90 days. Answers how many rows. */
export async function cleanUpMessages(now: Date): Promise<number> {
  const before = new Date(now.getTime() - KEPT_DAYS * 24 * 3600 * 1000);
  let removed = 0;
  for (const sql of OLD) {
    removed += (await runtime().db.pool.query(sql, [before])).rowCount ?? 0;
  }
  return removed;
}
