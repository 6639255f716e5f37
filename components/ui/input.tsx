'use client';

import { cn } from './cn';
import { useFieldControl } from './field';

export const controlStyles =
  'w-full min-w-0 rounded-md border border-border-strong bg-raised text-sm text-foreground transition-colors hover:border-control focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0 disabled:cursor-not-allowed disabled:bg-subtle disabled:opacity-60 aria-invalid:border-danger-text';

export function isSubmitKey(event: React.KeyboardEvent): boolean {
  return event.key === 'Enter' && (event.metaKey || event.ctrlKey) && !event.defaultPrevented;
}

/** As `onKeyDown` of a field or of a whole form: Ctrl or Cmd with Enter submits the form, once. */
export function submitByKey(event: React.KeyboardEvent): void {
  if (!isSubmitKey(event) || !(event.target instanceof Element)) return;
  const form = event.target.closest('form');
  if (!form) return;
  event.preventDefault();
  form.requestSubmit();
}

/** Ctrl or Cmd with Enter submits its form. */
export function Input({ className, onKeyDown, ...props }: React.ComponentProps<'input'>) {
  const { labelId: _, ...wired } = useFieldControl(props);
  return (
    <input
      className={cn(controlStyles, 'h-8 px-2.5', className)}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        submitByKey(event);
      }}
      {...props}
      {...wired}
    />
  );
}

/** Ctrl or Cmd with Enter submits its form. */
export function Textarea({
  className,
  rows = 4,
  onKeyDown,
  ...props
}: React.ComponentProps<'textarea'>) {
  const { labelId: _, ...wired } = useFieldControl(props);
  return (
    <textarea
      rows={rows}
      className={cn(controlStyles, 'field-sizing-content max-h-96 px-2.5 py-1.5', className)}
      style={{ minHeight: `${rows * 1.25 + 0.875}rem` }}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        submitByKey(event);
      }}
      {...props}
      {...wired}
    />
  );
}
