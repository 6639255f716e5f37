import { cn } from '@/components/ui/cn';

export type ScorePart = { label: string; value: number };

const FILLS = ['bg-chart-1', 'bg-chart-2', 'bg-chart-3', 'bg-chart-4', 'bg-chart-5'];

type ScoreBarProps = {
  /** Weighted parts; always in the same order, so that colours keep their meaning. */
  parts: readonly ScorePart[];
  /** The length of the full bar: usually the best score of the list. */
  max?: number;
  className?: string;
};

/** One score, stacked from its parts; each part says its number on hover and to readers. */
export function ScoreBar({ parts, max = 1, className }: ScoreBarProps) {
  const total = parts.reduce((sum, part) => sum + part.value, 0);
  const text = parts.map((part) => `${part.label} ${part.value.toFixed(2)}`).join(', ');
  return (
    <div className={cn('flex items-center gap-2', className)}>
      <div
        role="img"
        aria-label={`Score ${total.toFixed(2)}: ${text}`}
        className="flex h-2 min-w-16 flex-1 overflow-hidden rounded-full bg-pressed"
      >
        {parts.map((part, index) =>
          part.value > 0 ? (
            <span
              key={part.label}
              title={`${part.label} ${part.value.toFixed(3)}`}
              className={cn(
                'h-full border-raised border-r last:border-r-0',
                FILLS[index % FILLS.length],
              )}
              style={{ width: `${Math.min(100, (part.value / max) * 100)}%` }}
            />
          ) : null,
        )}
      </div>
      <span className="w-9 shrink-0 text-right font-mono text-xs">{total.toFixed(2)}</span>
    </div>
  );
}

/** What the colours of score bars mean; once above the list. */
export function ScoreLegend({ labels }: { labels: readonly string[] }) {
  return (
    <ul className="flex flex-wrap gap-x-3 gap-y-1 text-muted text-xs">
      {labels.map((label, index) => (
        <li key={label} className="inline-flex items-center gap-1.5">
          <span aria-hidden className={cn('size-2 rounded-sm', FILLS[index % FILLS.length])} />
          {label}
        </li>
      ))}
    </ul>
  );
}
