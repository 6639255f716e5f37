'use client';

import { cn } from '@/components/ui/cn';
import { Link, useCurrentPath, useCurrentQuery } from '@/components/ui/navigation';
import { Logo } from './logo';
import { NAV, type NavItem, navItemAt } from './nav';
import type { FrameData, FrameLive } from './types';

type SidebarProps = Pick<FrameLive, 'counts'> &
  Pick<FrameData, 'hidden'> & { onNavigate?: () => void };

export function Sidebar({ counts, hidden, onNavigate }: SidebarProps) {
  const current = navItemAt(useCurrentPath(), useCurrentQuery());
  return (
    <div className="flex h-full flex-col">
      <Link
        href="/"
        onClick={onNavigate}
        className="flex h-12 shrink-0 items-center gap-2 rounded-md px-4 font-semibold text-[0.9375rem] tracking-tight focus-visible:outline-offset-[-4px]"
      >
        <Logo className="size-5" />
        Capstan
      </Link>
      <nav aria-label="Main" className="min-h-0 flex-1 overflow-y-auto px-2 pb-4">
        {NAV.map((section) => {
          const items = section.items.filter((item) => !hidden.includes(item.id));
          if (items.length === 0) return null;
          return (
            <div key={section.label ?? 'top'} className="mt-4 first:mt-1">
              {section.label && (
                <h2 className="px-2 pb-1 font-medium text-2xs text-muted tracking-wide">
                  {section.label}
                </h2>
              )}
              <ul className="grid gap-px">
                {items.map((item) => (
                  <li key={item.id}>
                    <NavLink
                      item={item}
                      active={item.id === current?.id}
                      count={counts[item.id] ?? 0}
                      onNavigate={onNavigate}
                    />
                  </li>
                ))}
              </ul>
            </div>
          );
        })}
      </nav>
    </div>
  );
}

type NavLinkProps = {
  item: NavItem;
  active: boolean;
  count: number;
  onNavigate: (() => void) | undefined;
};

function NavLink({ item, active, count, onNavigate }: NavLinkProps) {
  const Icon = item.icon;
  return (
    <Link
      href={item.href}
      onClick={onNavigate}
      aria-current={active ? 'page' : undefined}
      className={cn(
        'flex h-8 items-center gap-2.5 rounded-md px-2 text-table transition-colors focus-visible:outline-offset-[-2px]',
        active
          ? 'bg-pressed font-medium text-foreground'
          : 'text-muted hover:bg-hover hover:text-foreground',
      )}
    >
      <Icon aria-hidden className={cn('size-4 shrink-0', active && 'text-accent')} />
      <span className="min-w-0 flex-1 truncate">{item.label}</span>
      {count > 0 && (
        <span
          className={cn(
            'min-w-5 rounded-full px-1.5 text-center font-medium text-2xs leading-4.5',
            item.id === 'incidents'
              ? 'bg-danger text-danger-foreground'
              : 'bg-accent-soft text-accent',
          )}
        >
          {count > 999 ? '999+' : count}
          <span className="sr-only">{item.id === 'incidents' ? ' open' : ' waiting for you'}</span>
        </span>
      )}
    </Link>
  );
}
