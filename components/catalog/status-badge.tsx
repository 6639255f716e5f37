import { CircleCheck, Clock, Eye, type LucideIcon, OctagonX, Pencil } from 'lucide-react';
import { Badge, type Tone } from '@/components/ui/badge';
import type { Status } from '@/lib/core/shared/domain';

type Look = { label: string; icon: LucideIcon; tone: Tone; meaning: string };

/** Icon, word and colour of a status: the same everywhere. */
export const STATUS_LOOK: Record<Status, Look> = {
  DRAFT: {
    label: 'Draft',
    icon: Pencil,
    tone: 'neutral',
    meaning: 'Being written. Agents do not see it.',
  },
  REVIEW: {
    label: 'Review',
    icon: Eye,
    tone: 'info',
    meaning: 'Waits for a decision. Agents do not see it.',
  },
  PRODUCTION: {
    label: 'Production',
    icon: CircleCheck,
    tone: 'success',
    meaning: 'Agents with a grant can discover and invoke it.',
  },
  DEPRECATED: {
    label: 'Deprecated',
    icon: Clock,
    tone: 'warning',
    meaning: 'Still works until its disable date. Agents are warned.',
  },
  DISABLED: {
    label: 'Disabled',
    icon: OctagonX,
    tone: 'danger',
    meaning: 'Cannot be discovered or invoked.',
  },
};

export function StatusBadge({ status, className }: { status: Status; className?: string }) {
  const { label, icon: Icon, tone, meaning } = STATUS_LOOK[status];
  return (
    <Badge tone={tone} title={meaning} className={className}>
      <Icon aria-hidden />
      {label}
    </Badge>
  );
}

/** Over a live status while an incident covers it: the status itself does not change. */
export function StoppedBadge({ className }: { className?: string }) {
  return (
    <Badge
      tone="danger"
      title="Stopped by an open incident: not discovered, not invoked."
      className={className}
    >
      <OctagonX aria-hidden />
      Stopped
    </Badge>
  );
}
