import type { FrameLive } from '@/components/shell/types';
import type { Context } from '@/lib/services/context';
import { listOpenIncidents } from '@/lib/services/incidents/list-incidents-view';
import { listNotifications } from '@/lib/services/notifications/list-notifications-view';
import { countWaiting } from '@/lib/services/people/count-waiting';

/** Notifications that the bell shows. */
const LATEST = 6;

/** What changes around a page while it stays open: what waits for me, what is stopped. */
export async function loadLive(ctx: Context): Promise<FrameLive> {
  const [waiting, incidents, told] = await Promise.all([
    countWaiting({ ctx }),
    listOpenIncidents(ctx),
    listNotifications({ ctx, input: { limit: LATEST } }),
  ]);
  return {
    counts: {
      'change-requests': waiting.change_requests,
      approvals: waiting.approvals + waiting.access_requests,
      ownership: waiting.ownership,
      incidents: incidents.length,
    },
    incidents: incidents.map((incident) => ({
      id: incident.id,
      target: incident.target.id,
      targetKind: incident.target.kind,
      openedAt: incident.opened_at,
      openedBy: incident.opened_by_name,
    })),
    notifications: { unread: told.unread, latest: told.items },
  };
}
