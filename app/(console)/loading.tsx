import { Skeleton } from '@/components/ui/skeleton';

/** Stands where header and table will be, so that nothing jumps. */
export default function Loading() {
  return (
    <div aria-busy className="grid gap-4">
      <span role="status" className="sr-only">
        Loading
      </span>
      <Skeleton className="h-7 w-48" />
      <Skeleton className="h-7 w-80 max-w-full" />
      <div className="rounded-lg border">
        {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((key) => (
          <div key={key} className="flex h-9 items-center gap-6 border-b px-3 last:border-b-0">
            <Skeleton className="h-3 w-1/3" />
            <Skeleton className="h-3 w-1/6" />
            <Skeleton className="h-3 w-1/4" />
          </div>
        ))}
      </div>
    </div>
  );
}
