import { cn } from './cn';

/** One line of text, cut if it must be, whole on hover. */
export function Truncate(props: { text: string; mono?: boolean; className?: string }) {
  return (
    <span
      title={props.text}
      className={cn('block min-w-0 truncate', props.mono && 'font-mono text-xs', props.className)}
    >
      {props.text}
    </span>
  );
}
