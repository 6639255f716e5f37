import { cn } from './cn';

/** Initials of a person or team; decoration beside the name, so hidden from readers. */
export function Avatar(props: { name: string; square?: boolean; className?: string }) {
  const words = props.name.split(/[\s._@-]+/).filter(Boolean);
  const initials = `${words[0]?.[0] ?? '?'}${words.length > 1 ? (words[1]?.[0] ?? '') : ''}`;
  return (
    <span
      aria-hidden
      className={cn(
        'inline-grid size-6 shrink-0 place-items-center bg-accent-soft font-medium text-2xs text-accent uppercase',
        props.square ? 'rounded-md' : 'rounded-full',
        props.className,
      )}
    >
      {initials}
    </span>
  );
}
