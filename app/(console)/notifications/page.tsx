import type { Metadata } from 'next';
import { Notifications } from '@/components/notifications/notifications-page';
import { PageHeader } from '@/components/ui/page-header';
import { TabLinks } from '@/components/ui/tabs';
import { sessionContext } from '@/lib/auth/session';
import { listNotifications } from '@/lib/services/notifications/list-notifications-view';
import { pageAt } from '../page-at';
import { readNotifications } from './actions';

export const metadata: Metadata = { title: 'Notifications' };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function NotificationsPage({ searchParams }: Props) {
  const ctx = await sessionContext();
  const { show, cursor } = await searchParams;
  const unread = show === 'unread';
  const page = await pageAt(cursor, (from) =>
    listNotifications({ ctx, input: { limit: 50, unread, ...from } }),
  );
  return (
    <div className="grid min-w-0 gap-4">
      <PageHeader title="Notifications" description="What you were told. Kept for 90 days." />
      <TabLinks
        label="Views"
        items={[
          { href: '/notifications', label: 'All', active: !unread },
          {
            href: '/notifications?show=unread',
            label: 'Unread',
            count: page.unread,
            active: unread,
          },
        ]}
      />
      <Notifications
        page={page}
        unreadOnly={unread}
        later={typeof cursor === 'string'}
        onRead={readNotifications}
      />
    </div>
  );
}
