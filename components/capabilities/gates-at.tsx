import { CircleAlert, TriangleAlert } from 'lucide-react';
import { cn } from '@/components/ui/cn';
import type { Gate } from '@/lib/schemas/catalog-views';

/** What production asks of one field, as it was stored; stands at the field that mends it. */
export function GatesAt({ gates, field }: { gates: readonly Gate[]; field: string }) {
  const here = gates.filter((gate) => gate.field.split('.')[0] === field);
  if (here.length === 0) return null;
  return (
    <ul className="grid gap-1.5 sm:col-span-full">
      {here.map((gate) => {
        const hard = gate.severity === 'error';
        const Icon = hard ? CircleAlert : TriangleAlert;
        return (
          <li
            key={`${gate.field} ${gate.message}`}
            className={cn(
              'flex items-start gap-1.5 rounded-md px-2 py-1.5 text-xs',
              hard ? 'bg-danger-soft text-danger-text' : 'bg-warning-soft text-warning-text',
            )}
          >
            <Icon aria-hidden className="mt-0.5 size-3.5 shrink-0" />
            <span className="min-w-0">
              <span className="font-medium">
                {hard ? 'Before production: ' : 'Advice: '}
                {gate.message}
              </span>{' '}
              {gate.fix}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
