import { OctagonX } from 'lucide-react';
import { Link } from '@/components/ui/navigation';
import { RelativeTime } from '@/components/ui/relative-time';
import type { FrameIncident } from './types';

/** Red across the top of every page while anything is stopped. */
export function IncidentStrip({ incidents }: { incidents: readonly FrameIncident[] }) {
  const first = incidents[0];
  if (!first) return null;
  const more = incidents.length - 1;
  return (
    <div role="alert" aria-live="polite" className="bg-danger text-danger-foreground text-table">
      <Link
        href={more > 0 ? '/incidents' : `/incidents/${first.id}`}
        className="flex h-8 items-center gap-2 px-4 focus-visible:outline-white focus-visible:outline-offset-[-3px]"
      >
        <OctagonX aria-hidden className="size-4 shrink-0" />
        <span className="min-w-0 flex-1 truncate" title={`${first.targetKind} ${first.target}`}>
          <span className="font-medium">
            Stopped: {first.targetKind} <span className="font-mono text-xs">{first.target}</span>
          </span>
          {more > 0 && <span> and {more} more</span>}
          <span aria-live="off" className="max-sm:hidden">
            {' '}
            · by {first.openedBy}, <RelativeTime at={first.openedAt} />
          </span>
        </span>
        <span className="shrink-0 font-medium underline underline-offset-3">View</span>
      </Link>
    </div>
  );
}
