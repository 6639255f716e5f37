import { CircleCheck, CircleOff, TriangleAlert } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import type { WebhookView } from '@/lib/schemas/webhooks';

type Props = { webhook: Pick<WebhookView, 'active' | 'failing_since' | 'given_up_at'> };

/** Whether events arrive. */
export function WebhookState({ webhook }: Props) {
  if (!webhook.active) {
    return (
      <Badge tone="neutral">
        <CircleOff aria-hidden />
        {webhook.given_up_at ? 'Off: failed for days' : 'Off'}
      </Badge>
    );
  }
  if (webhook.failing_since) {
    return (
      <Badge tone="warning">
        <TriangleAlert aria-hidden />
        Failing
      </Badge>
    );
  }
  return (
    <Badge tone="success">
      <CircleCheck aria-hidden />
      On
    </Badge>
  );
}
