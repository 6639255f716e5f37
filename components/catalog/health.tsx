import { CircleCheck, CircleDashed, CircleX, type LucideIcon, TriangleAlert } from 'lucide-react';
import { cn } from '@/components/ui/cn';
import type { Availability, Health } from '@/lib/core/shared/domain';

type Look = { label: string; icon: LucideIcon; ink: string };

const AVAILABILITY: Record<Availability, Look> = {
  available: { label: 'Available', icon: CircleCheck, ink: 'text-success-text' },
  degraded: { label: 'Degraded', icon: TriangleAlert, ink: 'text-warning-text' },
  unavailable: { label: 'Unavailable', icon: CircleX, ink: 'text-danger-text' },
};

const HEALTH: Record<Health, Look> = {
  UNKNOWN: { label: 'Not checked', icon: CircleDashed, ink: 'text-muted' },
  HEALTHY: { label: 'Healthy', icon: CircleCheck, ink: 'text-success-text' },
  DEGRADED: { label: 'Degraded', icon: TriangleAlert, ink: 'text-warning-text' },
  UNHEALTHY: { label: 'Unhealthy', icon: CircleX, ink: 'text-danger-text' },
};

type Reason = { reason?: string | null; className?: string };

/** Whether a binding can be used, and why not on hover. */
export function AvailabilityBadge({
  availability,
  ...rest
}: { availability: Availability } & Reason) {
  return <Sign look={AVAILABILITY[availability]} {...rest} />;
}

/** What the last checks of a provider or binding said. */
export function HealthBadge({ health, ...rest }: { health: Health } & Reason) {
  return <Sign look={HEALTH[health]} {...rest} />;
}

function Sign({ look, reason, className }: { look: Look } & Reason) {
  const Icon = look.icon;
  return (
    <span
      title={reason ? `${look.label}: ${reason}` : look.label}
      className={cn(
        'inline-flex items-center gap-1.5 whitespace-nowrap align-middle text-table',
        className,
      )}
    >
      <Icon aria-hidden className={cn('size-3.5 shrink-0', look.ink)} />
      {look.label}
    </span>
  );
}
