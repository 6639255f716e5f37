import type { ReactNode } from 'react';
import { cn } from './cn';
import { Link } from './navigation';

type StatProps = {
  label: string;
  value: ReactNode;
  /** Unit after the number, smaller. */
  unit?: string;
  hint?: ReactNode;
  /** Makes the whole tile a link to what the number counts. */
  href?: string;
  tone?: 'default' | 'warning' | 'danger';
  icon?: ReactNode;
  className?: string;
};

const INK = { default: '', warning: 'text-warning-text', danger: 'text-danger-text' };

/** A number that answers something. Put several in a `StatRow`. */
export function Stat({
  label,
  value,
  unit,
  hint,
  href,
  tone = 'default',
  icon,
  className,
}: StatProps) {
  const body = (
    <>
      <span className="flex items-center gap-1.5 text-muted text-table [&_svg]:size-3.5">
        {icon}
        {label}
      </span>
      <span className={cn('mt-1 block font-semibold text-2xl leading-8 tracking-tight', INK[tone])}>
        {value}
        {unit && (
          <span className="ml-1 font-normal text-muted text-sm tracking-normal">{unit}</span>
        )}
      </span>
      {hint && <span className="mt-0.5 block text-muted text-xs">{hint}</span>}
    </>
  );
  const classes = cn('block min-w-0 bg-raised px-4 py-3', className);
  if (!href) return <div className={classes}>{body}</div>;
  return (
    <Link
      href={href}
      className={cn(
        classes,
        'transition-colors hover:bg-hover focus-visible:outline-offset-[-2px]',
      )}
    >
      {body}
    </Link>
  );
}

/** Tiles side by side, divided by one-pixel lines. */
export function StatRow({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div
      className={cn(
        'grid grid-cols-2 gap-px overflow-hidden rounded-lg border bg-border max-lg:[&>:last-child:nth-child(odd)]:col-span-2 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none',
        className,
      )}
    >
      {children}
    </div>
  );
}
