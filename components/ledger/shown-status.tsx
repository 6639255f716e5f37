import { CircleDashed } from 'lucide-react';
import { CALL_LOOK, CallStatusBadge } from '@/components/catalog/call-status';
import { Badge } from '@/components/ui/badge';
import { SHOWN_STATUSES, type ShownStatus } from '@/lib/schemas/ledger';

/** How a call ended, or that it has no end on record yet. */
export function ShownStatusBadge({ status }: { status: ShownStatus }) {
  if (status !== 'RUNNING') return <CallStatusBadge status={status} />;
  return (
    <Badge tone="info" title="It began; no end is on record yet.">
      <CircleDashed aria-hidden />
      Running
    </Badge>
  );
}

export const STATUS_OPTIONS = SHOWN_STATUSES.map((status) => ({
  value: status,
  label: status === 'RUNNING' ? 'Running' : CALL_LOOK[status].label,
}));
