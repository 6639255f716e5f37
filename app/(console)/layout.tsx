import type { ReactNode } from 'react';
import { AppShell } from '@/components/shell/app-shell';
import { loadFrame } from './load-frame';

export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  return <AppShell {...(await loadFrame())}>{children}</AppShell>;
}
