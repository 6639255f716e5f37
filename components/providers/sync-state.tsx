'use client';

import { CircleX, RefreshCw } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Progress } from '@/components/ui/progress';
import { RelativeTime } from '@/components/ui/relative-time';
import { Spinner } from '@/components/ui/spinner';
import type { SyncView } from '@/lib/schemas/providers';
import { outcomeText, progressShare, progressText } from './sync-text';
import { useSyncs } from './syncs';

type OfProvider = { provider: string; sync: SyncView | null };

/** The newest sync of a provider in a cell: what it does, or when it ended and how. */
export function SyncCell({ provider, sync: shown }: OfProvider) {
  const sync = useSyncs().of(provider, shown);
  if (!sync) return <span className="text-muted">Never</span>;
  if (sync.status === 'RUNNING') {
    return (
      <span className="inline-flex items-center gap-1.5 align-middle tabular-nums" role="status">
        <Spinner className="size-3.5 text-accent" />
        {progressText(sync.progress)}
      </span>
    );
  }
  return (
    <span className="inline-flex items-center gap-1.5 align-middle" title={outcomeText(sync)}>
      {sync.status === 'FAILED' && <CircleX aria-hidden className="size-3.5 text-danger-text" />}
      {sync.status === 'FAILED' && <span>Failed</span>}
      <RelativeTime at={sync.ended_at ?? sync.started_at} />
    </span>
  );
}

type ButtonProps = OfProvider & {
  size?: 'sm' | 'md';
  variant?: 'primary' | 'secondary' | 'ghost';
  label: string;
};

export function SyncButton({ provider, sync: shown, label, ...look }: ButtonProps) {
  const syncs = useSyncs();
  const running = syncs.of(provider, shown)?.status === 'RUNNING';
  return (
    <Button
      {...look}
      pending={running || syncs.isStarting(provider)}
      aria-label={label === 'Sync' ? `Sync ${provider}` : undefined}
      onClick={() => syncs.start([provider])}
    >
      <RefreshCw aria-hidden />
      {label}
    </Button>
  );
}

/** The same in full, while one runs. */
export function SyncProgress({ provider, sync: shown }: OfProvider) {
  const sync = useSyncs().of(provider, shown);
  if (sync?.status !== 'RUNNING') return null;
  const share = progressShare(sync.progress);
  return (
    <section
      aria-label="Sync in progress"
      className="grid gap-2 rounded-lg border bg-raised px-4 py-3"
    >
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm" role="status">
        <span className="font-medium tabular-nums">{progressText(sync.progress)}</span>
        <span className="text-muted text-table">
          started <RelativeTime at={sync.started_at} />
        </span>
      </p>
      <Progress label="Progress of the sync" {...(share === undefined ? {} : { value: share })} />
    </section>
  );
}
