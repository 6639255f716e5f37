'use client';

import { TriangleAlert } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';

export default function RootError(props: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <main className="grid min-h-dvh place-items-center">
      <EmptyState
        wholePage
        icon={<TriangleAlert />}
        title="Capstan could not show this"
        description={
          <>
            Something went wrong on the server. Try again; if it stays, give an admin this
            reference: <code className="font-mono">{props.error.digest ?? 'none'}</code>
          </>
        }
        action={
          <Button variant="primary" onClick={props.reset}>
            Try again
          </Button>
        }
      />
    </main>
  );
}
