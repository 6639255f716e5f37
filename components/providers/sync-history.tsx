'use client';

import { ChevronRight, CircleCheck, CircleX } from 'lucide-react';
import { Callout } from '@/components/ui/callout';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/navigation';
import { RelativeTime } from '@/components/ui/relative-time';
import { Spinner } from '@/components/ui/spinner';
import { formatDuration } from '@/components/ui/time';
import type { SyncView } from '@/lib/schemas/providers';
import { outcomeText } from './sync-text';

type Props = {
  syncs: readonly SyncView[];
  /** Names of the people who pressed, by id. */
  names: Readonly<Record<string, string>>;
};

/** The last syncs, each with what it changed, refused and warned about. */
export function SyncHistory({ syncs, names }: Props) {
  if (syncs.length === 0) {
    return (
      <Card>
        <EmptyState
          title="Never synced"
          description="A sync lists what the server offers and brings it in as drafts."
        />
      </Card>
    );
  }
  return (
    <Card flush>
      <ul className="divide-y">
        {syncs.map((sync) => (
          <li key={sync.id}>
            <details className="group">
              <summary className="flex min-h-11 cursor-pointer list-none flex-wrap items-center gap-x-3 gap-y-0.5 px-4 py-2 text-table hover:bg-hover [&::-webkit-details-marker]:hidden">
                <ChevronRight
                  aria-hidden
                  className="size-3.5 shrink-0 text-muted transition-transform group-open:rotate-90"
                />
                <StateIcon status={sync.status} />
                <span className="min-w-0 flex-1 truncate tabular-nums" title={outcomeText(sync)}>
                  {outcomeText(sync)}
                </span>
                <Counts sync={sync} />
                <span className="text-muted max-sm:w-full max-sm:pl-6.5">
                  {startedText(sync, names)} · <RelativeTime at={sync.started_at} />
                </span>
              </summary>
              <Details sync={sync} />
            </details>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function StateIcon({ status }: Pick<SyncView, 'status'>) {
  if (status === 'RUNNING') return <Spinner className="size-3.5 text-accent" />;
  const failed = status === 'FAILED';
  const Icon = failed ? CircleX : CircleCheck;
  return (
    <>
      <Icon
        aria-hidden
        className={failed ? 'size-3.5 text-danger-text' : 'size-3.5 text-success-text'}
      />
      <span className="sr-only">{failed ? 'Failed' : 'Succeeded'}</span>
    </>
  );
}

function Counts({ sync }: { sync: SyncView }) {
  const said = [
    sync.drift.length > 0 && `${sync.drift.length} drifted`,
    sync.warnings.length > 0 &&
      `${sync.warnings.length} ${sync.warnings.length === 1 ? 'warning' : 'warnings'}`,
  ].filter((text) => text !== false);
  if (said.length === 0) return null;
  return <span className="text-warning-text">{said.join(', ')}</span>;
}

function startedText(sync: SyncView, names: Props['names']): string {
  if (sync.trigger === 'start') return 'at start';
  if (sync.trigger === 'schedule') return 'automatically';
  return `by ${names[sync.started_by] ?? sync.started_by}`;
}

function Details({ sync }: { sync: SyncView }) {
  const took = sync.ended_at ? Date.parse(sync.ended_at) - Date.parse(sync.started_at) : null;
  const counts = [
    ['Added', sync.added],
    ['Updated', sync.updated],
    ['Unchanged', sync.unchanged],
    ['Removed', sync.removed],
    ['Rejected', sync.rejected.length],
  ] as const;
  return (
    <div className="grid gap-3 border-t bg-subtle px-4 py-3 text-table sm:pl-10.5">
      {sync.error && (
        <Callout tone="danger" title="It failed; the last good data stays">
          {sync.error}
        </Callout>
      )}
      <dl className="flex flex-wrap gap-x-6 gap-y-1">
        {counts.map(([label, count]) => (
          <div key={label} className="flex gap-1.5">
            <dt className="text-muted">{label}</dt>
            <dd className="tabular-nums">{count.toLocaleString('en')}</dd>
          </div>
        ))}
        {took !== null && (
          <div className="flex gap-1.5">
            <dt className="text-muted">Took</dt>
            <dd>{formatDuration(took)}</dd>
          </div>
        )}
      </dl>
      <List title="Rejected" items={sync.rejected} keyOf={(item) => item.name}>
        {(item) => (
          <>
            <code className="font-mono text-xs">{item.name}</code>: {item.reason}
          </>
        )}
      </List>
      <List title="Drift" items={sync.drift} keyOf={(item) => item.capability_id}>
        {(item) => (
          <>
            <Link
              href={`/capabilities/${item.capability_id}`}
              className="font-mono text-xs underline underline-offset-2"
            >
              {item.capability_id}
            </Link>
            : {item.kinds.join(', ')}
          </>
        )}
      </List>
      <List title="Warnings" items={sync.warnings} keyOf={(item) => item}>
        {(item) => item}
      </List>
    </div>
  );
}

function List<T>(props: {
  title: string;
  items: readonly T[];
  keyOf: (item: T) => string;
  children: (item: T) => React.ReactNode;
}) {
  if (props.items.length === 0) return null;
  return (
    <div className="grid gap-1">
      <h3 className="font-medium">
        {props.title} <span className="font-normal text-muted">{props.items.length}</span>
      </h3>
      <ul className="grid max-h-64 gap-0.5 overflow-y-auto">
        {props.items.map((item) => (
          <li key={props.keyOf(item)} className="min-w-0 break-words">
            {props.children(item)}
          </li>
        ))}
      </ul>
    </div>
  );
}
