import { Skeleton } from '@/components/ui/skeleton';

const ROWS = Array.from({ length: 12 }, (_, index) => `row-${index}`);

export default function Loading() {
  return (
    <div className="grid gap-4" aria-busy>
      <Skeleton className="h-7 w-40" />
      <Skeleton className="h-9 w-full max-w-md" />
      <div className="grid gap-px overflow-hidden rounded-lg border">
        {ROWS.map((row) => (
          <div key={row} className="flex h-9 items-center gap-4 bg-raised px-3">
            <Skeleton className="h-3.5 w-48" />
            <Skeleton className="h-3.5 w-24" />
            <Skeleton className="ml-auto h-3.5 w-20" />
          </div>
        ))}
      </div>
    </div>
  );
}
