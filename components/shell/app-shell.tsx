'use client';

import { Menu, Search } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { NotificationBell } from '@/components/notifications/bell';
import { Breadcrumb } from '@/components/ui/breadcrumb';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { Kbd } from '@/components/ui/kbd';
import { useCurrentPath } from '@/components/ui/navigation';
import { Sheet, SheetContent } from '@/components/ui/sheet';
import { CommandPalette } from './command-palette';
import { CrumbProvider, useCrumbTitles } from './crumb-title';
import { crumbsOf } from './crumbs';
import { IncidentStrip } from './incident-strip';
import { TenantSwitcher, ThemeSwitch, UserMenu } from './menus';
import { Sidebar } from './sidebar';
import type { FrameLive, FrameProps } from './types';
import { useLiveFrame } from './use-live-frame';

/** The frame of the console: incident strip, sidebar, top bar, page. */
export function AppShell({ children, ...frame }: FrameProps & { children: ReactNode }) {
  const { incidents, counts, notifications } = useLiveFrame(frame.live);
  const [drawer, setDrawer] = useState(false);
  const [palette, setPalette] = useState(false);
  return (
    <CrumbProvider>
      <a
        href="#content"
        className="sr-only z-60 rounded-md bg-primary px-3 py-2 text-primary-foreground focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <div className="sticky top-0 z-30">
        <IncidentStrip incidents={incidents} />
      </div>
      <div
        className={cn(
          'lg:grid lg:grid-cols-[14.5rem_minmax(0,1fr)]',
          incidents.length > 0 && '[--strip:2rem]',
        )}
      >
        <aside className="sticky top-[var(--strip,0px)] hidden h-[calc(100dvh-var(--strip,0px))] border-r bg-subtle lg:block">
          <Sidebar counts={counts} hidden={frame.hidden} />
        </aside>
        <div className="flex min-h-[calc(100dvh-var(--strip,0px))] min-w-0 flex-col">
          <div className="sticky top-[var(--strip,0px)] z-20">
            <TopBar
              {...frame}
              notifications={notifications}
              onMenu={() => setDrawer(true)}
              onPalette={() => setPalette(true)}
            />
          </div>
          <main
            id="content"
            tabIndex={-1}
            className="min-w-0 flex-1 p-4 outline-none md:px-6 md:py-5"
          >
            {children}
          </main>
        </div>
      </div>
      <Sheet open={drawer} onOpenChange={setDrawer}>
        <SheetContent side="left" title="Menu" bare className="max-w-64 bg-subtle">
          <Sidebar counts={counts} hidden={frame.hidden} onNavigate={() => setDrawer(false)} />
        </SheetContent>
      </Sheet>
      <CommandPalette
        commands={frame.commands}
        hidden={frame.hidden}
        onSearch={frame.onSearch}
        open={palette}
        onOpenChange={setPalette}
      />
    </CrumbProvider>
  );
}

type TopBarProps = FrameProps &
  Pick<FrameLive, 'notifications'> & { onMenu: () => void; onPalette: () => void };

function TopBar({ onMenu, onPalette, ...frame }: TopBarProps) {
  const crumbs = crumbsOf(useCurrentPath(), useCrumbTitles());
  return (
    <header className="flex h-12 items-center gap-2 border-b bg-background px-4 md:px-6">
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label="Open menu"
        onClick={onMenu}
        className="-ml-1.5 lg:hidden"
      >
        <Menu aria-hidden />
      </Button>
      <div className="min-w-0 flex-1">
        <Breadcrumb items={crumbs} />
      </div>
      <Button
        size="sm"
        aria-label="Search and commands"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={onPalette}
        className="text-muted md:w-52 md:justify-start md:[&>span]:w-full max-md:w-7 max-md:border-transparent max-md:bg-transparent max-md:px-0"
      >
        <Search aria-hidden />
        <span className="flex-1 text-left font-normal max-md:hidden">Search</span>
        <Kbd className="max-md:hidden">Ctrl K</Kbd>
      </Button>
      <TenantSwitcher
        tenant={frame.tenant}
        tenants={frame.tenants}
        onTenantChange={frame.onTenantChange}
      />
      {frame.onReadNotifications && (
        <NotificationBell {...frame.notifications} onRead={frame.onReadNotifications} />
      )}
      <ThemeSwitch />
      <UserMenu user={frame.user} onSignOut={frame.onSignOut} />
    </header>
  );
}
