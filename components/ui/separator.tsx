import { cn } from './cn';

export function Separator(props: { vertical?: boolean; className?: string }) {
  return (
    <div
      aria-hidden
      className={cn(
        'shrink-0 bg-border',
        props.vertical ? 'h-full w-px' : 'h-px w-full',
        props.className,
      )}
    />
  );
}
