import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import { cn } from '@/components/ui/cn';
import type { Finding } from '@/lib/schemas/capability-answers';

const LOOK = {
  error: { icon: CircleAlert, ink: 'text-danger-text', word: 'Must be fixed' },
  warning: { icon: TriangleAlert, ink: 'text-warning-text', word: 'Should be fixed' },
  info: { icon: Info, ink: 'text-muted', word: 'Worth knowing' },
};

function lookOf(severity: string) {
  if (severity === 'error') return LOOK.error;
  return severity === 'warning' ? LOOK.warning : LOOK.info;
}

/** What the lint says, each with its rule and what to write instead. */
export function FindingsList({
  findings,
  className,
}: {
  findings: readonly Finding[];
  className?: string;
}) {
  if (findings.length === 0) return null;
  return (
    <ul className={cn('grid gap-2', className)}>
      {findings.map((finding) => {
        const { icon: Icon, ink, word } = lookOf(finding.severity);
        return (
          <li
            key={`${finding.rule} ${finding.path} ${finding.message}`}
            className="flex items-start gap-2 text-table"
          >
            <Icon role="img" aria-label={word} className={cn('mt-0.5 size-3.5 shrink-0', ink)} />
            <div className="min-w-0">
              <p className="break-words">
                {finding.message}{' '}
                <code title="Rule" className="text-2xs text-muted">
                  {finding.rule}
                </code>
              </p>
              <p className="text-muted text-xs">{finding.suggestion}</p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
