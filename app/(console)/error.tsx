'use client';

import { TriangleAlert } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';

type ErrorProps = { error: Error & { digest?: string }; reset: () => void };

/** The page failed, the frame stands. The digest finds the log line. */
export default function ConsoleError({ error, reset }: ErrorProps) {
  return (
    <EmptyState
      wholePage
      icon={<TriangleAlert />}
      title="This page could not be shown"
      description={
        <>
          Something went wrong on the server. Nothing you did was lost. Try again; if it stays, give
          an admin this reference: <code className="font-mono">{error.digest ?? 'none'}</code>
        </>
      }
      action={
        <Button variant="primary" onClick={reset}>
          Try again
        </Button>
      }
    />
  );
}
