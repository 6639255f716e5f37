import { Check } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { cn } from '@/components/ui/cn';
import { Link } from '@/components/ui/navigation';
import type { FirstStep } from '@/lib/schemas/overview';

/** From an empty install to the first governed call; gone once all is done. */
export function FirstSteps({ steps }: { steps: readonly FirstStep[] }) {
  const next = steps.findIndex((step) => !step.done);
  if (next === -1) return null;
  const done = steps.filter((step) => step.done).length;
  return (
    <Card
      title="From tools to governed calls"
      description={`${done} of ${steps.length} done. The next step: ${steps[next]?.title.toLowerCase()}.`}
      flush
    >
      <ol>
        {steps.map((step, index) => (
          <li
            key={step.title}
            aria-current={index === next ? 'step' : undefined}
            className={cn(
              'flex flex-wrap items-center gap-x-4 gap-y-2 border-t px-4 py-3 first:border-t-0',
              index === next && 'bg-accent-soft',
            )}
          >
            <span
              aria-hidden
              className={cn(
                'grid size-6 shrink-0 place-items-center rounded-full border text-xs',
                step.done
                  ? 'border-success-text text-success-text'
                  : 'border-border-strong text-muted',
              )}
            >
              {step.done ? <Check className="size-3.5" /> : index + 1}
            </span>
            <div className="min-w-0 flex-1 basis-56">
              <p className={cn('text-sm', step.done ? 'text-muted' : 'font-medium')}>
                {step.title}
                {step.done && <span className="sr-only"> (done)</span>}
              </p>
              {!step.done && <p className="text-muted text-table">{step.detail}</p>}
            </div>
            {!step.done && (
              <Button asChild variant={index === next ? 'primary' : 'secondary'} size="sm">
                <Link href={step.href}>{step.action}</Link>
              </Button>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}
