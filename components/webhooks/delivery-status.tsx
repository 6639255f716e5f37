import { CircleCheck, CircleX, Hourglass, RefreshCw } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import type { DeliveryError, DeliveryView } from '@/lib/schemas/webhooks';

const ERRORS: Record<DeliveryError, string> = {
  REFUSED_ADDRESS: 'Its address is private, and not allowed',
  UNRESOLVED: 'Its host has no address',
  UNREACHABLE: 'It could not be reached',
  TIMEOUT: 'It did not answer within 10 seconds',
  REDIRECT: 'It answered with a redirect, which is not followed',
  HTTP_STATUS: 'It answered with an error',
  UNREADABLE_SECRET: 'The secret does not open: CAPSTAN_SECRET has changed',
  SWITCHED_OFF: 'The webhook was switched off',
};

export function DeliveryStatusBadge({ status, tries }: Pick<DeliveryView, 'status' | 'tries'>) {
  if (status === 'DELIVERED') {
    return (
      <Badge tone="success">
        <CircleCheck aria-hidden />
        Delivered
      </Badge>
    );
  }
  if (status === 'FAILED') {
    return (
      <Badge tone="danger">
        <CircleX aria-hidden />
        Failed
      </Badge>
    );
  }
  return tries === 0 ? (
    <Badge tone="info">
      <Hourglass aria-hidden />
      Waiting
    </Badge>
  ) : (
    <Badge tone="warning">
      <RefreshCw aria-hidden />
      Trying again
    </Badge>
  );
}

/** What the receiver said, in words. */
export function outcomeOf({ last_error, http_status }: DeliveryView): string {
  const status = http_status === null ? '' : ` (${http_status})`;
  if (last_error !== null) return `${ERRORS[last_error]}${status}`;
  return http_status === null ? '–' : `Taken${status}`;
}
