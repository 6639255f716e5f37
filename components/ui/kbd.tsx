import { cn } from './cn';

export function Kbd({ className, ...props }: React.ComponentProps<'kbd'>) {
  return (
    <kbd
      className={cn(
        'inline-grid h-5 min-w-5 place-items-center rounded-sm border border-border-strong bg-subtle px-1 font-sans text-2xs text-muted',
        className,
      )}
      {...props}
    />
  );
}
