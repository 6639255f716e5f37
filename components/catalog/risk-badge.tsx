import { cn } from '@/components/ui/cn';
import { RISKS, type Risk } from '@/lib/core/shared/domain';

const LEVELS: Record<Risk, { label: string; bars: number; ink: string; meaning: string }> = {
  LOW: { label: 'Low', bars: 1, ink: 'text-muted', meaning: 'Reads only.' },
  MEDIUM: {
    label: 'Medium',
    bars: 2,
    ink: 'text-info-text',
    meaning: 'Writes, or says nothing about it.',
  },
  HIGH: {
    label: 'High',
    bars: 3,
    ink: 'text-warning-text',
    meaning: 'Can destroy. Calls wait for approval unless waived.',
  },
  CRITICAL: {
    label: 'Critical',
    bars: 4,
    ink: 'text-danger-text',
    meaning: 'Only agents granted it by name. Calls wait for approval unless waived.',
  },
};

/** The risks as choices of a filter or select, lowest first. */
export const RISK_OPTIONS = RISKS.map((value) => ({ value, label: LEVELS[value].label }));

/** One to four bars, the word, the colour. */
export function RiskBadge({ risk, className }: { risk: Risk; className?: string }) {
  const { label, bars, ink, meaning } = LEVELS[risk];
  return (
    <span
      title={`${label} risk: ${meaning}`}
      className={cn(
        'inline-flex items-center gap-1.5 whitespace-nowrap align-middle text-table',
        className,
      )}
    >
      <RiskBars bars={bars} className={ink} />
      <span className={cn('font-medium text-xs', ink)}>{label}</span>
    </span>
  );
}

function RiskBars({ bars, className }: { bars: number; className: string }) {
  return (
    <svg viewBox="0 0 16 12" aria-hidden className={cn('h-3 w-4', className)}>
      {[0, 1, 2, 3].map((index) => (
        <rect
          key={index}
          x={index * 4}
          y={9 - index * 3}
          width="3"
          height={3 + index * 3}
          rx="0.75"
          className={index < bars ? 'fill-current' : 'fill-border-strong'}
        />
      ))}
    </svg>
  );
}
