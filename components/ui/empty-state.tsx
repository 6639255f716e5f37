import type { ReactNode } from 'react';
import { cn } from './cn';

type EmptyStateProps = {
  icon?: ReactNode;
  /** Why there is nothing. */
  title: string;
  /** What to do about it. */
  description?: ReactNode;
  action?: ReactNode;
  /** It is all the page shows, so its title is the page's. */
  wholePage?: boolean;
  className?: string;
};

export function EmptyState(props: EmptyStateProps) {
  const { icon, title, description, action, wholePage, className } = props;
  const Title = wholePage ? 'h1' : 'p';
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
      <Title className="font-medium text-sm">{title}</Title>
      {description && <div className="max-w-md text-muted text-table">{description}</div>}
      {action && <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
