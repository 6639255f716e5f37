import type { ReactNode } from 'react';
import { cn } from './cn';

type CardProps = {
  title?: ReactNode;
  description?: ReactNode;
  /** At the right of the title. */
  action?: ReactNode;
  /** No padding around the body: for tables and lists. */
  flush?: boolean;
  className?: string;
  children?: ReactNode;
};

export function Card({ title, description, action, flush, className, children }: CardProps) {
  return (
    <section className={cn('min-w-0 rounded-lg border bg-raised', className)}>
      {(title || action) && (
        <header className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b px-4 py-2">
          <div className="min-w-0">
            {title && <h2 className="font-medium text-sm">{title}</h2>}
            {description && <p className="text-muted text-xs">{description}</p>}
          </div>
          {action}
        </header>
      )}
      <div className={cn(!flush && 'p-4')}>{children}</div>
    </section>
  );
}

export type Property = { label: string; value: ReactNode };

/** Label and value pairs: the right rail of a detail page. */
export function PropertyList({
  items,
  className,
}: {
  items: readonly Property[];
  className?: string;
}) {
  return (
    <dl className={cn('grid gap-y-2.5 text-table', className)}>
      {items.map((item) => (
        <div
          key={item.label}
          className="grid grid-cols-[7.5rem_minmax(0,1fr)] items-baseline gap-2"
        >
          <dt className="text-muted">{item.label}</dt>
          <dd className="min-w-0 break-words">
            {item.value ?? <span className="text-muted">None</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
