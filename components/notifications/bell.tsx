'use client';

import { Bell } from 'lucide-react';
import { useState, useTransition } from 'react';
import { Button } from '@/components/ui/button';
import { Link, useNavigation } from '@/components/ui/navigation';
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover';
import { notify } from '@/components/ui/toast';
import type { NotificationView, ReadNotifications } from '@/lib/schemas/notifications';
import { NotificationList } from './notification-list';

export type OnRead = (input: ReadNotifications) => Promise<{ ok: boolean }>;

type Props = {
  unread: number;
  latest: readonly NotificationView[];
  onRead: OnRead;
};

/** The bell in the top bar: how much is new, and the newest of it. */
export function NotificationBell({ unread, latest, onRead }: Props) {
  const { refresh } = useNavigation();
  const [open, setOpen] = useState(false);
  const [pending, start] = useTransition();
  const read = (input: ReadNotifications) =>
    start(async () => {
      const result = await onRead(input).catch(() => null);
      if (result?.ok) refresh();
      else notify.error('They could not be marked as read. Try again.');
    });
  const label = unread > 0 ? `Notifications, ${unread} unread` : 'Notifications';
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={label}
          title="Notifications"
          className="relative"
        >
          <Bell aria-hidden />
          {unread > 0 && (
            <span
              aria-hidden
              className="absolute -top-1 -right-1 min-w-4 rounded-full bg-primary px-1 text-center font-medium text-[0.625rem] text-primary-foreground leading-4"
            >
              {unread > 99 ? '99+' : unread}
            </span>
          )}
        </Button>
      </PopoverTrigger>
      <PopoverContent align="end" aria-label="Notifications" className="w-96 p-0">
        <div className="flex h-11 items-center justify-between gap-3 border-b px-4">
          <h2 className="font-medium text-sm">Notifications</h2>
          {unread > 0 && (
            <Button
              variant="ghost"
              size="sm"
              pending={pending}
              onClick={() => read({ all: true })}
              className="-mr-2"
            >
              Mark all read
            </Button>
          )}
        </div>
        <div className="max-h-[min(24rem,60dvh)] overflow-y-auto">
          {latest.length === 0 ? (
            <p className="px-4 py-8 text-center text-muted text-table">
              Nothing yet. What waits for you, or happens to what you own, is told here.
            </p>
          ) : (
            <NotificationList
              items={latest}
              onOpen={(item) => {
                setOpen(false);
                if (item.read_at === null) read({ ids: [item.id] });
              }}
            />
          )}
        </div>
        <Link
          href="/notifications"
          onClick={() => setOpen(false)}
          className="block border-t px-4 py-2.5 text-center text-accent text-table hover:bg-hover focus-visible:outline-offset-[-2px]"
        >
          All notifications
        </Link>
      </PopoverContent>
    </Popover>
  );
}
