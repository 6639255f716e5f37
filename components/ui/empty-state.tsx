import type { ReactNode } from 'react';
import { cn } from './cn';

type EmptyStateProps = {
  icon?: ReactNode;
  /** Why there is nothing. */
  title: string;
  /** What to do about it. */
  description?: ReactNode;
  action?: ReactNode;
  className?: string;
};

export function EmptyState({ icon, title, description, action, className }: EmptyStateProps) {
  return (
    <div className={cn('grid justify-items-center gap-1 px-6 py-14 text-center', className)}>
      {icon && (
        <div
          aria-hidden
          className="mb-2 grid size-10 place-items-center rounded-lg border bg-subtle text-muted [&_svg]:size-5"
        >
          {icon}
        </div>
      )}
      <p className="font-medium text-sm">{title}</p>
      {description && <div className="max-w-md text-muted text-table">{description}</div>}
      {action && <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
