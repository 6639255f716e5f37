'use client';

import { Building2, ChevronsUpDown, LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { useTheme } from 'next-themes';
import { useTransition } from 'react';
import { Avatar } from '@/components/ui/avatar';
import { Button } from '@/components/ui/button';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu';
import type { FrameProps } from './types';

type TenantProps = Pick<FrameProps, 'tenant' | 'tenants' | 'onTenantChange'>;

/** Which tenant I look at. Just its name when there is no other. */
export function TenantSwitcher({ tenant, tenants, onTenantChange }: TenantProps) {
  const [pending, start] = useTransition();
  const label = (
    <>
      <Building2 aria-hidden className="text-muted" />
      <span className="max-w-32 truncate max-md:hidden" title={tenant.name}>
        {tenant.name}
      </span>
    </>
  );
  if (!onTenantChange || tenants.length < 2) {
    return (
      <span className="inline-flex h-7 items-center gap-1.5 px-2 text-table max-md:hidden [&_svg]:size-4">
        {label}
      </span>
    );
  }
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="sm" pending={pending} aria-label={`Tenant: ${tenant.name}`}>
          {label}
          <ChevronsUpDown aria-hidden className="size-3.5! text-muted max-md:hidden" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuLabel>Tenant</DropdownMenuLabel>
        <DropdownMenuRadioGroup value={tenant.id}>
          {tenants.map((other) => (
            <DropdownMenuRadioItem
              key={other.id}
              value={other.id}
              onSelect={() => start(() => onTenantChange(other.id))}
            >
              {other.name}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

const THEMES = [
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
  { value: 'system', label: 'System', icon: Monitor },
] as const;

export function ThemeSwitch() {
  const { theme, setTheme } = useTheme();
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="icon-sm" aria-label="Theme" title="Theme">
          <Sun aria-hidden className="dark:hidden" />
          <Moon aria-hidden className="hidden dark:block" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent className="min-w-36">
        <DropdownMenuRadioGroup value={theme ?? 'system'} onValueChange={setTheme}>
          {THEMES.map(({ value, label, icon: Icon }) => (
            <DropdownMenuRadioItem key={value} value={value}>
              <Icon aria-hidden className="text-muted" />
              {label}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

export function UserMenu({ user, onSignOut }: Pick<FrameProps, 'user' | 'onSignOut'>) {
  const [pending, start] = useTransition();
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button
          variant="ghost"
          size="icon-sm"
          pending={pending}
          aria-label={`Me: ${user.name}`}
          className="rounded-full"
        >
          <Avatar name={user.name} />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent className="w-60">
        <div className="px-2 py-1.5">
          <p className="truncate font-medium text-table" title={user.name}>
            {user.name}
          </p>
          <p className="truncate text-muted text-xs" title={user.email}>
            {user.email}
          </p>
          {user.roles.length > 0 && (
            <p className="mt-1 text-muted text-xs">Roles: {user.roles.join(', ')}</p>
          )}
        </div>
        {onSignOut && (
          <>
            <DropdownMenuSeparator />
            <DropdownMenuItem onSelect={() => start(() => onSignOut())}>
              <LogOut aria-hidden className="text-muted" />
              Sign out
            </DropdownMenuItem>
          </>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
