'use client';

import { RadioGroup as Radix } from 'radix-ui';
import { type ReactNode, useId } from 'react';
import { cn } from './cn';
import { useFieldControl } from './field';

export type RadioOption = { value: string; label: ReactNode; hint?: ReactNode; disabled?: boolean };

type RadioGroupProps = Omit<React.ComponentProps<typeof Radix.Root>, 'children'> & {
  options: readonly RadioOption[];
};

/** One of a few, all in sight. Inside `Field` it takes its name from the label. */
export function RadioGroup({ options, className, ...props }: RadioGroupProps) {
  const base = useId();
  const { labelId, 'aria-describedby': describedBy } = useFieldControl({});
  return (
    <Radix.Root
      aria-labelledby={props['aria-label'] ? undefined : labelId}
      aria-describedby={describedBy}
      className={cn('grid gap-2', className)}
      {...props}
    >
      {options.map((option) => (
        <label
          key={option.value}
          htmlFor={`${base}-${option.value}`}
          className="flex items-start gap-2 rounded-lg border border-border px-3 py-2 transition-colors hover:bg-hover has-data-[state=checked]:border-accent has-data-[state=checked]:bg-accent-soft"
        >
          <Radix.Item
            id={`${base}-${option.value}`}
            value={option.value}
            {...(option.disabled ? { disabled: true } : {})}
            className="mt-0.5 grid size-4 shrink-0 place-items-center rounded-full border border-control bg-raised data-[state=checked]:border-primary disabled:opacity-50"
          >
            <Radix.Indicator className="size-2 rounded-full bg-primary" />
          </Radix.Item>
          <span className="min-w-0">
            <span className="block text-sm">{option.label}</span>
            {option.hint && <span className="block text-muted text-xs">{option.hint}</span>}
          </span>
        </label>
      ))}
    </Radix.Root>
  );
}
