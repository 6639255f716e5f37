'use client';

import { Tabs as Radix } from 'radix-ui';
import { type ReactNode, useEffect, useRef } from 'react';
import { cn } from './cn';
import { Link, useCurrentPath, useCurrentQuery } from './navigation';
import { findCurrentTab } from './tab-match';

const listStyles =
  'relative flex items-end gap-5 overflow-x-auto overflow-y-hidden border-b [scrollbar-width:none]';
const tabStyles =
  'inline-flex h-9 shrink-0 items-center gap-1.5 border-b-2 border-transparent text-muted text-sm transition-colors hover:text-foreground focus-visible:outline-offset-[-2px]';

export const Tabs = Radix.Root;

export function TabsList({ className, ...props }: React.ComponentProps<typeof Radix.List>) {
  return <Radix.List className={cn(listStyles, className)} {...props} />;
}

export function TabsTrigger({ className, ...props }: React.ComponentProps<typeof Radix.Trigger>) {
  return (
    <Radix.Trigger
      className={cn(
        tabStyles,
        'data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-foreground',
        className,
      )}
      {...props}
    />
  );
}

export function TabsContent({ className, ...props }: React.ComponentProps<typeof Radix.Content>) {
  return <Radix.Content className={cn('pt-4', className)} {...props} />;
}

export type TabLink = {
  href: string;
  label: ReactNode;
  icon?: ReactNode;
  count?: number;
  /** Only when the address alone does not tell. */
  active?: boolean;
};

/**
 * Tabs that are links, so that the address holds the state and back works.
 * Active is the item whose path, and query if it has one, is the current one.
 *
 * @example <TabLinks label="Sections" items={[{ href: '/x', label: 'Overview' }, { href: '/x?tab=usage', label: 'Usage' }]} />
 */
export function TabLinks(props: { label: string; items: readonly TabLink[]; className?: string }) {
  const path = useCurrentPath();
  const query = useCurrentQuery();
  const active = findCurrentTab(props.items, path, query);
  const nav = useRef<HTMLElement>(null);
  // On a phone the current tab may lie beyond the edge.
  useEffect(() => {
    if (active === undefined) return;
    const list = nav.current;
    const current = list?.querySelector<HTMLElement>('[aria-current]');
    if (list && current)
      list.scrollLeft = current.offsetLeft + current.offsetWidth - list.clientWidth;
  }, [active]);
  return (
    <nav
      ref={nav}
      data-tab-links
      aria-label={props.label}
      className={cn(listStyles, props.className)}
    >
      {props.items.map((item) => {
        const on = item.active ?? item.href === active;
        return (
          <Link
            key={item.href}
            href={item.href}
            scroll={false}
            aria-current={on ? 'page' : undefined}
            className={cn(tabStyles, on && 'border-accent font-medium text-foreground')}
          >
            {item.icon}
            {item.label}
            {item.count !== undefined && (
              <span className="rounded-full bg-neutral-soft px-1.5 text-2xs text-neutral-text">
                {item.count.toLocaleString('en')}
              </span>
            )}
          </Link>
        );
      })}
    </nav>
  );
}
