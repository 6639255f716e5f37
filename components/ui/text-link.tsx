import { cn } from './cn';
import { Link, type LinkProps } from './navigation';

/** A link inside text: accent colour, underlined, so that it never shows by colour alone. */
export function TextLink({ className, ...props }: LinkProps) {
  return (
    <Link
      className={cn(
        'rounded-sm text-accent underline decoration-accent/40 underline-offset-3 hover:decoration-accent',
        className,
      )}
      {...props}
    />
  );
}
