import { cn } from './cn';

type ProgressProps = {
  label: string;
  /** 0..max; leave out while the total is unknown. */
  value?: number;
  max?: number;
  tone?: 'accent' | 'warning' | 'danger';
  className?: string;
};

const FILL = { accent: 'bg-accent', warning: 'bg-warning-text', danger: 'bg-danger' };

export function Progress({ label, value, max = 100, tone = 'accent', className }: ProgressProps) {
  const share = value === undefined ? 40 : Math.min(100, Math.max(0, (value / max) * 100));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      className={cn('h-1.5 w-full overflow-hidden rounded-full bg-pressed', className)}
    >
      <div
        className={cn(
          'h-full rounded-full transition-[width]',
          FILL[tone],
          value === undefined && 'animate-pulse',
        )}
        style={{ width: `${share}%` }}
      />
    </div>
  );
}
