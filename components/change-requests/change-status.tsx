import { CalendarClock, CircleCheck, CircleDot, CircleX, Undo2 } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import type { ChangeStatus } from '@/lib/schemas/change-requests';

const LOOK = {
  OPEN: { icon: CircleDot, tone: 'info', label: 'Open' },
  SCHEDULED: { icon: CalendarClock, tone: 'accent', label: 'Scheduled' },
  APPROVED: { icon: CircleCheck, tone: 'success', label: 'Approved' },
  REJECTED: { icon: CircleX, tone: 'danger', label: 'Rejected' },
  WITHDRAWN: { icon: Undo2, tone: 'neutral', label: 'Withdrawn' },
} as const;

export const KIND_LABEL: Record<string, string> = {
  promote: 'Promotion',
  edit: 'Change',
  publish: 'New version',
  rollback: 'Rollback',
  deprecate: 'Deprecation',
  withdraw_deprecation: 'Deprecation taken back',
  binding: 'Binding',
};

export function ChangeStatusBadge({ status }: { status: ChangeStatus }) {
  const { icon: Icon, tone, label } = LOOK[status];
  return (
    <Badge tone={tone}>
      <Icon aria-hidden />
      {label}
    </Badge>
  );
}
