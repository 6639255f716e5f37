'use client';

import NextLink from 'next/link';
import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { type ReactNode, useMemo } from 'react';
import { type Navigation, NavigationProvider } from '@/components/ui/navigation';
import { ThemeProvider } from '@/components/ui/theme-provider';
import { Toaster } from '@/components/ui/toast';
import { TooltipProvider } from '@/components/ui/tooltip';
import { UnsavedProvider } from '@/components/ui/unsaved';

const useQuery = () => useSearchParams().toString();

/** Everything the kit needs around it, once. */
export function Providers(props: { nonce: string | undefined; children: ReactNode }) {
  const router = useRouter();
  const navigation = useMemo<Navigation>(
    () => ({
      Link: NextLink,
      usePathname,
      useQuery,
      push: (href) => router.push(href),
      replace: (href) => router.replace(href),
      refresh: () => router.refresh(),
    }),
    [router],
  );
  return (
    <ThemeProvider nonce={props.nonce}>
      <NuqsAdapter>
        <NavigationProvider value={navigation}>
          <TooltipProvider delayDuration={300}>
            <UnsavedProvider>{props.children}</UnsavedProvider>
          </TooltipProvider>
        </NavigationProvider>
      </NuqsAdapter>
      <Toaster />
    </ThemeProvider>
  );
}
