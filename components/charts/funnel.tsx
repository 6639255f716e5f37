import { cn } from '@/components/ui/cn';
import { Link } from '@/components/ui/navigation';
import { formatDuration } from '@/components/ui/time';

export type FunnelStage = {
  id: string;
  label: string;
  /** What is left after this stage. */
  count: number;
  /** Time it took, in milliseconds. */
  ms?: number;
  /** Where the number is explained. */
  href?: string;
};

/** How a catalog becomes a handful: one bar a stage, what fell out, time spent. */
export function Funnel({ stages, label }: { stages: readonly FunnelStage[]; label: string }) {
  const most = Math.max(1, ...stages.map((stage) => stage.count));
  return (
    <ol aria-label={label} className="grid gap-1">
      {stages.map((stage, index) => {
        const before = stages[index - 1]?.count;
        const dropped = before === undefined ? 0 : before - stage.count;
        return (
          <li key={stage.id}>
            <Row stage={stage} share={stage.count / most} dropped={dropped} />
          </li>
        );
      })}
    </ol>
  );
}

function Row({ stage, share, dropped }: { stage: FunnelStage; share: number; dropped: number }) {
  // The square root keeps a stage of 8 beside one of 10,000 visible; the numbers say the truth.
  const width = stage.count === 0 ? 0 : Math.max(2, Math.sqrt(share) * 100);
  const body = (
    <>
      <span className="w-20 shrink-0 truncate text-muted" title={stage.label}>
        {stage.label}
      </span>
      <span className="h-4 min-w-0 flex-1 overflow-hidden rounded-sm bg-hover">
        <span
          className="block h-full rounded-sm bg-accent transition-[width]"
          style={{ width: `${width}%` }}
        />
      </span>
      <span className="w-14 shrink-0 text-right font-medium">
        {stage.count.toLocaleString('en')}
      </span>
      <span className="w-16 shrink-0 text-right text-muted text-xs">
        {dropped > 0 ? `−${dropped.toLocaleString('en')}` : ''}
      </span>
      <span className="w-16 shrink-0 text-right text-muted text-xs max-sm:hidden">
        {stage.ms === undefined ? '' : formatDuration(stage.ms)}
      </span>
    </>
  );
  const classes = '-mx-1.5 flex h-7 items-center gap-2 rounded-md px-1.5 text-table';
  if (!stage.href) return <div className={classes}>{body}</div>;
  return (
    <Link href={stage.href} className={cn(classes, 'hover:bg-hover')}>
      {body}
    </Link>
  );
}
