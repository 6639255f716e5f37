'use client';

import { Switch as Radix } from 'radix-ui';
import { type ReactNode, useId } from 'react';
import { Labelled } from './checkbox';
import { cn } from './cn';

type SwitchProps = Omit<React.ComponentProps<typeof Radix.Root>, 'children'> & {
  label?: ReactNode;
  hint?: ReactNode;
};

/** On or off, at once. Inside a form that is saved later use `Checkbox`. */
export function Switch({ className, label, hint, id, ...props }: SwitchProps) {
  const own = useId();
  const switchId = id ?? own;
  const control = (
    <Radix.Root
      id={switchId}
      aria-describedby={hint ? `${switchId}-hint` : undefined}
      className={cn(
        'inline-flex h-4.5 w-8 shrink-0 items-center rounded-full bg-control p-0.5 transition-colors disabled:cursor-not-allowed disabled:opacity-50 data-[state=checked]:bg-primary',
        className,
      )}
      {...props}
    >
      <Radix.Thumb className="size-3.5 rounded-full bg-white transition-transform data-[state=checked]:translate-x-3.5 dark:bg-background" />
    </Radix.Root>
  );
  if (!label) return control;
  return <Labelled id={switchId} control={control} label={label} hint={hint} />;
}
