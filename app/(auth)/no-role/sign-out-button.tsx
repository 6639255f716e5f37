'use client';

import { useTransition } from 'react';
import { Button } from '@/components/ui/button';

export function SignOutButton({ onSignOut }: { onSignOut: () => Promise<void> }) {
  const [pending, start] = useTransition();
  return (
    <Button pending={pending} onClick={() => start(() => onSignOut())}>
      Sign out
    </Button>
  );
}
