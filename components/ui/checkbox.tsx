'use client';

import { Check, Minus } from 'lucide-react';
import { Checkbox as Radix } from 'radix-ui';
import { type ReactNode, useId } from 'react';
import { cn } from './cn';

type CheckboxProps = Omit<React.ComponentProps<typeof Radix.Root>, 'children'> & {
  /** Text at the right that toggles too. Without it pass `aria-label`. */
  label?: ReactNode;
  hint?: ReactNode;
};

export function Checkbox({ className, label, hint, id, ...props }: CheckboxProps) {
  const own = useId();
  const boxId = id ?? own;
  const box = (
    <Radix.Root
      id={boxId}
      aria-describedby={hint ? `${boxId}-hint` : undefined}
      className={cn(
        'group grid size-4 shrink-0 place-items-center rounded-sm border border-control bg-raised text-primary-foreground transition-colors hover:border-accent disabled:cursor-not-allowed disabled:opacity-50 data-[state=checked]:border-primary data-[state=indeterminate]:border-primary data-[state=checked]:bg-primary data-[state=indeterminate]:bg-primary',
        className,
      )}
      {...props}
    >
      <Radix.Indicator>
        <Check
          aria-hidden
          strokeWidth={3}
          className="size-3 group-data-[state=indeterminate]:hidden"
        />
        <Minus
          aria-hidden
          strokeWidth={3}
          className="hidden size-3 group-data-[state=indeterminate]:block"
        />
      </Radix.Indicator>
    </Radix.Root>
  );
  if (!label) return box;
  return <Labelled id={boxId} control={box} label={label} hint={hint} />;
}

/** Control at the left, its label and hint at the right; the whole text toggles it. */
export function Labelled(props: {
  id: string;
  control: ReactNode;
  label: ReactNode;
  hint: ReactNode;
}) {
  return (
    <div className="flex items-start gap-2">
      <span className="flex h-5 items-center">{props.control}</span>
      <div className="min-w-0">
        <label htmlFor={props.id} className="text-sm">
          {props.label}
        </label>
        {props.hint && (
          <p id={`${props.id}-hint`} className="text-muted text-xs">
            {props.hint}
          </p>
        )}
      </div>
    </div>
  );
}
