import type { SyncView } from '@/lib/schemas/providers';

const PHASES: Record<SyncView['progress']['phase'], string> = {
  connecting: 'Connecting',
  listing: 'Listing',
  checking: 'Checking',
  writing: 'Writing',
  done: 'Done',
};

/** What a running sync does now: `Listing · 120 so far`. */
export function progressText({ phase, listed, processed, total }: SyncView['progress']): string {
  if (phase === 'listing' && listed > 0) return `Listing · ${listed} so far`;
  if (phase === 'checking') return `Checking ${listed} schemas`;
  if (phase === 'writing' && total > 0) return `Writing ${processed} of ${total}`;
  return PHASES[phase];
}

/** Share of a running sync that is done, 0..100; unknown until the total is known. */
export function progressShare({
  phase,
  processed,
  total,
}: SyncView['progress']): number | undefined {
  return phase === 'writing' && total > 0 ? (processed / total) * 100 : undefined;
}

/** What came of a sync, in a line. */
export function outcomeText(sync: SyncView): string {
  if (sync.status === 'RUNNING') return progressText(sync.progress);
  if (sync.status === 'FAILED') return sync.error ?? 'It failed.';
  const parts = [
    [sync.added, 'added'],
    [sync.updated, 'updated'],
    [sync.unchanged, 'unchanged'],
    [sync.removed, 'removed'],
    [sync.rejected.length, 'rejected'],
  ] as const;
  const said = parts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  return said.length > 0 ? said.join(', ') : 'It offers nothing.';
}
