import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from './cn';

const TONES = {
  neutral: { icon: Info, box: 'border-border bg-subtle', ink: 'text-muted' },
  info: { icon: Info, box: 'border-info-text/25 bg-info-soft', ink: 'text-info-text' },
  success: {
    icon: CircleCheck,
    box: 'border-success-text/25 bg-success-soft',
    ink: 'text-success-text',
  },
  warning: {
    icon: TriangleAlert,
    box: 'border-warning-text/25 bg-warning-soft',
    ink: 'text-warning-text',
  },
  danger: {
    icon: CircleAlert,
    box: 'border-danger-text/25 bg-danger-soft',
    ink: 'text-danger-text',
  },
};

type CalloutProps = {
  tone?: keyof typeof TONES;
  title?: ReactNode;
  action?: ReactNode;
  className?: string;
  children?: ReactNode;
};

/** A message in the page: what happened, why, what to do. Danger is read out at once. */
export function Callout({ tone = 'neutral', title, action, className, children }: CalloutProps) {
  const { icon: Icon, box, ink } = TONES[tone];
  return (
    <div
      role={tone === 'danger' ? 'alert' : undefined}
      className={cn(
        'flex flex-wrap items-start gap-x-2.5 gap-y-2 rounded-lg border px-3 py-2.5 text-sm sm:flex-nowrap',
        box,
        className,
      )}
    >
      <Icon aria-hidden className={cn('mt-0.5 size-4 shrink-0', ink)} />
      {/* As wide as all but the icon on a phone, so that the action goes below. */}
      <div className="min-w-0 flex-1 basis-[calc(100%-1.625rem)] break-words sm:basis-0">
        {title && <p className="font-medium">{title}</p>}
        {children}
      </div>
      {action && <div className="shrink-0 max-sm:pl-6.5">{action}</div>}
    </div>
  );
}
