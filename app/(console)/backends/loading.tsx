import { Skeleton } from '@/components/ui/skeleton';

const ROWS = Array.from({ length: 6 }, (_, index) => `row-${index}`);

export default function Loading() {
  return (
    <div className="grid gap-4" aria-busy>
      <div className="grid gap-2">
        <Skeleton className="h-7 w-32" />
        <Skeleton className="h-4 w-full max-w-lg" />
      </div>
      <Skeleton className="h-9 w-48" />
      <div className="grid gap-px overflow-hidden rounded-lg border">
        {ROWS.map((row) => (
          <div key={row} className="flex h-9 items-center gap-4 bg-raised px-3">
            <Skeleton className="h-3.5 w-40" />
            <Skeleton className="h-3.5 w-20" />
            <Skeleton className="ml-auto h-3.5 w-24" />
          </div>
        ))}
      </div>
    </div>
  );
}
