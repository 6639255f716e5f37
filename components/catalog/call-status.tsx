import {
  Ban,
  CircleCheck,
  CircleHelp,
  CircleSlash,
  CircleX,
  Gauge,
  Hourglass,
  type LucideIcon,
  ServerCrash,
  Stamp,
  TextCursorInput,
} from 'lucide-react';
import { Badge, type Tone } from '@/components/ui/badge';
import type { InvocationStatus } from '@/lib/core/shared/domain';

export const CALL_LOOK: Record<InvocationStatus, { label: string; icon: LucideIcon; tone: Tone }> =
  {
    SUCCEEDED: { label: 'Succeeded', icon: CircleCheck, tone: 'success' },
    TOOL_ERROR: { label: 'Tool error', icon: CircleX, tone: 'warning' },
    UPSTREAM_ERROR: { label: 'Upstream error', icon: ServerCrash, tone: 'danger' },
    TIMEOUT: { label: 'Timeout', icon: Hourglass, tone: 'warning' },
    CANCELLED: { label: 'Cancelled', icon: CircleSlash, tone: 'neutral' },
    UNKNOWN: { label: 'Unknown', icon: CircleHelp, tone: 'neutral' },
    DENIED: { label: 'Denied', icon: Ban, tone: 'danger' },
    INVALID: { label: 'Invalid', icon: TextCursorInput, tone: 'warning' },
    LIMITED: { label: 'Limited', icon: Gauge, tone: 'warning' },
    APPROVAL_PENDING: { label: 'Approval pending', icon: Stamp, tone: 'info' },
  };

/** How a call ended, or why it never left. */
export function CallStatusBadge({ status }: { status: InvocationStatus }) {
  const { label, icon: Icon, tone } = CALL_LOOK[status];
  return (
    <Badge tone={tone}>
      <Icon aria-hidden />
      {label}
    </Badge>
  );
}
