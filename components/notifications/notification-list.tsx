'use client';

import { cn } from '@/components/ui/cn';
import { Link } from '@/components/ui/navigation';
import { RelativeTime } from '@/components/ui/relative-time';
import type { NotificationView } from '@/lib/schemas/notifications';
import { iconOf, wordsOf } from './kind-look';

type Props = {
  items: readonly NotificationView[];
  /** The link was followed. */
  onOpen: (notification: NotificationView) => void;
};

/** What I was told, each a link to where it is shown; what is new is bold and has a dot. */
export function NotificationList({ items, onOpen }: Props) {
  return (
    <ul className="divide-y">
      {items.map((item) => {
        const Icon = iconOf(item.kind);
        const isNew = item.read_at === null;
        return (
          <li key={item.id}>
            <Link
              href={item.href}
              onClick={() => onOpen(item)}
              className="flex items-start gap-2.5 px-4 py-2.5 text-table hover:bg-hover focus-visible:outline-offset-[-2px]"
            >
              <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
              <span className="min-w-0 flex-1">
                <span className={cn('line-clamp-3 break-words', isNew && 'font-medium')}>
                  {isNew && <span className="sr-only">New: </span>}
                  {item.title}
                </span>
                <span className="text-muted text-xs">
                  {wordsOf(item.kind)} · <RelativeTime at={item.created_at} />
                </span>
              </span>
              <span
                aria-hidden
                className={cn('mt-1.5 size-2 shrink-0 rounded-full', isNew && 'bg-accent')}
              />
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
