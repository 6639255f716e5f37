import { cva, type VariantProps } from 'class-variance-authority';
import { cn } from './cn';

const badgeStyles = cva(
  'inline-flex h-5 max-w-full align-middle items-center gap-1 whitespace-nowrap rounded-sm px-1.5 font-medium text-xs [&_svg]:size-3 [&_svg]:shrink-0',
  {
    variants: {
      tone: {
        neutral: 'bg-neutral-soft text-neutral-text',
        outline: 'border border-border-strong text-muted',
        accent: 'bg-accent-soft text-accent',
        info: 'bg-info-soft text-info-text',
        success: 'bg-success-soft text-success-text',
        warning: 'bg-warning-soft text-warning-text',
        danger: 'bg-danger-soft text-danger-text',
      },
    },
    defaultVariants: { tone: 'neutral' },
  },
);

export type Tone = NonNullable<VariantProps<typeof badgeStyles>['tone']>;

export function Badge({
  className,
  tone,
  ...props
}: React.ComponentProps<'span'> & VariantProps<typeof badgeStyles>) {
  return <span className={cn(badgeStyles({ tone }), className)} {...props} />;
}
