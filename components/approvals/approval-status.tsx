import {
  CircleCheck,
  CircleCheckBig,
  CircleX,
  Hourglass,
  type LucideIcon,
  TimerOff,
} from 'lucide-react';
import { Badge, type Tone } from '@/components/ui/badge';
import type { ApprovalStatus } from '@/lib/schemas/approval-views';

export const APPROVAL_LOOK: Record<
  ApprovalStatus,
  { label: string; icon: LucideIcon; tone: Tone; meaning: string }
> = {
  PENDING: {
    label: 'Waiting',
    icon: Hourglass,
    tone: 'info',
    meaning: 'Nobody has decided yet.',
  },
  APPROVED: {
    label: 'Approved',
    icon: CircleCheck,
    tone: 'success',
    meaning: 'The agent may make this one call until the time is over.',
  },
  USED: {
    label: 'Used',
    icon: CircleCheckBig,
    tone: 'neutral',
    meaning: 'The approved call was made. It is good once.',
  },
  DENIED: { label: 'Denied', icon: CircleX, tone: 'danger', meaning: 'A person said no.' },
  EXPIRED: {
    label: 'Expired',
    icon: TimerOff,
    tone: 'neutral',
    meaning: 'Its time was over. The agent may ask again.',
  },
};

export function ApprovalStatusBadge({ status }: { status: ApprovalStatus }) {
  const { label, icon: Icon, tone, meaning } = APPROVAL_LOOK[status];
  return (
    <Badge tone={tone} title={meaning}>
      <Icon aria-hidden />
      {label}
    </Badge>
  );
}
