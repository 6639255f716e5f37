import { cn } from '@/components/ui/cn';

/** A capstan seen from above: the drum and its bars. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden className={cn('size-6 text-accent', className)}>
      <g stroke="currentColor" strokeWidth="2.4" strokeLinecap="round">
        <path d="M12 2.2v19.6M3.5 7.1l17 9.8M20.5 7.1l-17 9.8" />
      </g>
      <circle cx="12" cy="12" r="5.6" fill="currentColor" />
      <circle cx="12" cy="12" r="2.1" className="fill-background" />
    </svg>
  );
}
