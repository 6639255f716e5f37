import { Skeleton } from '@/components/ui/skeleton';

export default function Loading() {
  return (
    <div className="grid gap-4" aria-busy>
      <Skeleton className="h-7 w-40" />
      <Skeleton className="h-9 w-48" />
      <div className="grid gap-4 lg:grid-cols-[18.5rem_minmax(0,1fr)]">
        <Skeleton className="h-96 w-full rounded-lg" />
        <Skeleton className="h-64 w-full rounded-lg" />
      </div>
    </div>
  );
}
