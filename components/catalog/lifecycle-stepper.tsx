import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '@/components/ui/cn';
import type { Status } from '@/lib/core/shared/domain';
import { STATUS_LOOK } from './status-badge';

const ORDER: readonly Status[] = ['DRAFT', 'REVIEW', 'PRODUCTION', 'DEPRECATED', 'DISABLED'];

type LifecycleStepperProps = {
  status: Status;
  /** What the next step needs: "A decision by someone else". */
  next?: ReactNode;
  className?: string;
};

/** Where a capability stands on its way, and what the next step needs. */
export function LifecycleStepper({ status, next, className }: LifecycleStepperProps) {
  const at = ORDER.indexOf(status);
  return (
    <div className={cn('flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5 text-xs', className)}>
      <ol aria-label="Lifecycle" className="flex items-center">
        {ORDER.map((step, index) => {
          const { label, icon: Icon } = STATUS_LOOK[step];
          const now = index === at;
          return (
            <li
              key={step}
              aria-current={now ? 'step' : undefined}
              title={STATUS_LOOK[step].meaning}
              className="flex items-center"
            >
              {index > 0 && (
                <span
                  aria-hidden
                  className={cn('h-px w-4 sm:w-6', index <= at ? 'bg-accent' : 'bg-border-strong')}
                />
              )}
              <span
                className={cn(
                  'inline-flex h-6 items-center gap-1.5 rounded-full px-1.5',
                  index === 0 && !now && 'pl-0',
                  now && 'border border-accent bg-accent-soft px-2 font-medium text-accent',
                  index < at && 'text-accent',
                  index > at && 'text-muted',
                )}
              >
                {index < at ? (
                  <Check aria-hidden className="size-3" />
                ) : (
                  <Icon aria-hidden className="size-3" />
                )}
                <span className={now ? '' : 'max-sm:sr-only'}>{label}</span>
                {index < at && <span className="sr-only">(passed)</span>}
              </span>
            </li>
          );
        })}
      </ol>
      {next && <p className="text-muted">Next: {next}</p>}
    </div>
  );
}
