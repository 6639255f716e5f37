import { cn } from './cn';

export function Label({
  className,
  required,
  children,
  ...props
}: React.ComponentProps<'label'> & { required?: boolean | undefined }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the caller passes htmlFor or wraps the control
    <label className={cn('font-medium text-foreground text-table', className)} {...props}>
      {children}
      {required && (
        <span aria-hidden className="ml-0.5 text-danger-text">
          *
        </span>
      )}
    </label>
  );
}
