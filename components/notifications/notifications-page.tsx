'use client';

import { BellOff } from 'lucide-react';
import { useTransition } from 'react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { Link, useNavigation } from '@/components/ui/navigation';
import { notify } from '@/components/ui/toast';
import type { NotificationPage, ReadNotifications } from '@/lib/schemas/notifications';
import type { OnRead } from './bell';
import { NotificationList } from './notification-list';

type Props = {
  page: NotificationPage;
  unreadOnly: boolean;
  /** A later page was asked for. */
  older: boolean;
  onRead: OnRead;
};

/** All I was told in 90 days. */
export function Notifications({ page, unreadOnly, older, onRead }: Props) {
  const { refresh } = useNavigation();
  const [pending, start] = useTransition();
  const read = (input: ReadNotifications) =>
    start(async () => {
      const result = await onRead(input).catch(() => null);
      if (result?.ok) refresh();
      else notify.error('They could not be marked as read. Try again.');
    });
  const base = unreadOnly ? '/notifications?show=unread&' : '/notifications?';
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
      {(older || page.next_cursor !== null) && (
        <div className="flex justify-end gap-2 border-t px-4 py-2.5">
          {older && (
            <Button asChild size="sm">
              <Link href={base.slice(0, -1)}>Newest</Link>
            </Button>
          )}
          {page.next_cursor !== null && (
            <Button asChild size="sm">
              <Link href={`${base}cursor=${encodeURIComponent(page.next_cursor)}`}>Older</Link>
            </Button>
          )}
        </div>
      )}
    </Card>
  );
}
