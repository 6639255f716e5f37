import { CircleCheck, CircleX, Hourglass, type LucideIcon, Undo2 } from 'lucide-react';
import { Badge, type Tone } from '@/components/ui/badge';
import type { AccessStatus } from '@/lib/schemas/access-requests';

const LOOK: Record<AccessStatus, { label: string; icon: LucideIcon; tone: Tone }> = {
  PENDING: { label: 'Waiting', icon: Hourglass, tone: 'info' },
  APPROVED: { label: 'Approved', icon: CircleCheck, tone: 'success' },
  DENIED: { label: 'Denied', icon: CircleX, tone: 'danger' },
  WITHDRAWN: { label: 'Withdrawn', icon: Undo2, tone: 'neutral' },
};

export function AccessStatusBadge({ status }: { status: AccessStatus }) {
  const { label, icon: Icon, tone } = LOOK[status];
  return (
    <Badge tone={tone}>
      <Icon aria-hidden />
      {label}
    </Badge>
  );
}
