import { CircleCheck, CircleHelp, CircleX } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import { cn } from '@/components/ui/cn';
import type { CompatChange } from '@/lib/schemas/versions';

const LOOK = {
  compatible: { icon: CircleCheck, tone: 'success', label: 'Compatible', ink: 'text-success-text' },
  breaking: { icon: CircleX, tone: 'danger', label: 'Breaking', ink: 'text-danger-text' },
  unknown: { icon: CircleHelp, tone: 'warning', label: 'Undecided', ink: 'text-warning-text' },
} as const;

export function VerdictBadge({ verdict }: { verdict: keyof typeof LOOK }) {
  const { icon: Icon, tone, label } = LOOK[verdict];
  return (
    <Badge tone={tone}>
      <Icon aria-hidden />
      {label}
    </Badge>
  );
}

/** The typed list of changes of a contract, worst first, with path and reason. */
export function CompatChanges(props: { changes: readonly CompatChange[]; className?: string }) {
  if (props.changes.length === 0) return null;
  return (
    <ul className={cn('grid gap-1.5', props.className)}>
      {props.changes.map((change) => {
        const { icon: Icon, label, ink } = LOOK[change.verdict];
        return (
          <li
            key={`${change.path} ${change.kind} ${change.detail}`}
            className="flex items-start gap-2 text-table"
          >
            <Icon role="img" aria-label={label} className={cn('mt-0.5 size-3.5 shrink-0', ink)} />
            <span className="min-w-0 break-words">
              <code className="font-mono text-xs">{change.path || '/'}</code>{' '}
              <span className="text-muted">{change.detail}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
