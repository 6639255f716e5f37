'use client';

import { cva, type VariantProps } from 'class-variance-authority';
import { Slot } from 'radix-ui';
import { useFormStatus } from 'react-dom';
import { cn } from './cn';
import { Spinner } from './spinner';

export const buttonStyles = cva(
  'relative inline-flex shrink-0 select-none items-center justify-center gap-1.5 whitespace-nowrap rounded-md font-medium transition-colors disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-not-allowed [&_svg]:size-4 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        primary: 'bg-primary text-primary-foreground hover:bg-primary-hover',
        secondary: 'border border-border-strong bg-raised text-foreground hover:bg-hover',
        ghost: 'text-foreground hover:bg-hover',
        danger: 'bg-danger text-danger-foreground hover:bg-danger-hover',
        'danger-outline':
          'border border-border-strong bg-raised text-danger-text hover:border-danger-text hover:bg-danger-soft',
      },
      size: {
        sm: 'h-7 px-2.5 text-table',
        md: 'h-8 px-3 text-sm',
        lg: 'h-9 px-4 text-sm',
        icon: 'size-8',
        'icon-sm': 'size-7',
      },
    },
    defaultVariants: { variant: 'secondary', size: 'md' },
  },
);

export type ButtonProps = React.ComponentProps<'button'> &
  VariantProps<typeof buttonStyles> & {
    /** Shows a spinner in place of the label, at the same width, and swallows clicks. Focus stays. */
    pending?: boolean;
    /** Renders the single child (a link) with the looks of a button. */
    asChild?: boolean;
  };

/**
 * @example <Button variant="primary" pending={saving} onClick={save}>Save</Button>
 * @example <Button asChild><Link href="/new">New</Link></Button>
 */
export function Button({
  className,
  variant,
  size,
  pending = false,
  asChild = false,
  type = 'button',
  onClick,
  children,
  ...props
}: ButtonProps) {
  const classes = cn(buttonStyles({ variant, size }), className);
  if (asChild) {
    return (
      <Slot.Root className={classes} onClick={onClick} {...props}>
        {children}
      </Slot.Root>
    );
  }
  return (
    <button
      {...props}
      type={type}
      className={classes}
      aria-busy={pending || undefined}
      aria-disabled={pending || undefined}
      onClick={pending ? (event) => event.preventDefault() : onClick}
    >
      <span className={cn('inline-flex items-center gap-1.5', pending && 'opacity-0')}>
        {children}
      </span>
      {pending && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      )}
    </button>
  );
}

/** A submit button that is pending while its form's action runs. */
export function SubmitButton({ variant = 'primary', pending, ...props }: ButtonProps) {
  const status = useFormStatus();
  return <Button type="submit" variant={variant} pending={pending ?? status.pending} {...props} />;
}
