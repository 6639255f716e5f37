import type { ReactNode } from 'react';
import { cn } from './cn';

type DetailGridProps = {
  /** What the rail holds, for screen readers. */
  railLabel: string;
  rail: ReactNode;
  className?: string;
  children: ReactNode;
};

/** The body of one thing and the rail at its right; the rail comes below on a narrow screen. */
export function DetailGrid({ railLabel, rail, className, children }: DetailGridProps) {
  return (
    <div
      className={cn(
        'grid min-w-0 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] xl:gap-5',
        className,
      )}
    >
      <div className="grid min-w-0 gap-4">{children}</div>
      <aside aria-label={railLabel} className="grid min-w-0 gap-4">
        {rail}
      </aside>
    </div>
  );
}
