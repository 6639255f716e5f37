import type { ReactNode } from 'react';
import { cn } from './cn';

type PageHeaderProps = {
  title: ReactNode;
  description?: ReactNode;
  icon?: ReactNode;
  /** Under the title: id, badges, owner. */
  meta?: ReactNode;
  /** At the right; the primary one last. */
  actions?: ReactNode;
  className?: string;
};

/** The one h1 of a page. */
export function PageHeader({
  title,
  description,
  icon,
  meta,
  actions,
  className,
}: PageHeaderProps) {
  return (
    <header className={cn('flex flex-wrap items-start justify-between gap-x-6 gap-y-3', className)}>
      <div className="flex min-w-0 max-w-full items-start gap-3">
        {icon && (
          <div className="grid size-9 shrink-0 place-items-center rounded-lg border bg-subtle text-muted [&_svg]:size-4.5">
            {icon}
          </div>
        )}
        <div className="min-w-0">
          <h1 className="break-words font-semibold text-xl leading-7 tracking-tight">{title}</h1>
          {description && (
            <p className="mt-0.5 max-w-2xl text-pretty text-muted text-sm">{description}</p>
          )}
          {meta && (
            <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-muted text-table">
              {meta}
            </div>
          )}
        </div>
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  );
}
