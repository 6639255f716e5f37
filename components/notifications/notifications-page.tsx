'use client';

import { BellOff } from 'lucide-react';
import { useTransition } from 'react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { useNavigation } from '@/components/ui/navigation';
import { CursorPagination } from '@/components/ui/pagination';
import { notify } from '@/components/ui/toast';
import type { NotificationPage, ReadNotifications } from '@/lib/schemas/notifications';
import type { OnRead } from './bell';
import { NotificationList } from './notification-list';

type Props = {
  page: NotificationPage;
  unreadOnly: boolean;
  /** A later page was asked for. */
  later: boolean;
  onRead: OnRead;
};

/** All I was told in 90 days. */
export function Notifications({ page, unreadOnly, later, onRead }: Props) {
  const { refresh } = useNavigation();
  const [pending, start] = useTransition();
  const read = (input: ReadNotifications) =>
    start(async () => {
      const result = await onRead(input).catch(() => null);
      if (result?.ok) refresh();
      else notify.error('They could not be marked as read. Try again.');
    });
  const first = unreadOnly ? '/notifications?show=unread' : '/notifications';
  return (
    <Card
      title={unreadOnly ? 'Unread' : 'All'}
      flush
      action={
        <Button
          size="sm"
          pending={pending}
          disabled={page.unread === 0}
          onClick={() => read({ all: true })}
        >
          Mark all read
        </Button>
      }
    >
      {page.items.length === 0 ? (
        <EmptyState
          icon={<BellOff />}
          title={unreadOnly ? 'You have read everything' : 'Nothing has been told yet'}
          description="You are told of what waits for your decision, and of what happens to capabilities and agents of your teams."
        />
      ) : (
        <NotificationList
          items={page.items}
          onOpen={(item) => item.read_at === null && read({ ids: [item.id] })}
        />
      )}
      <CursorPagination first={first} next={page.next_cursor} later={later} />
    </Card>
  );
}
