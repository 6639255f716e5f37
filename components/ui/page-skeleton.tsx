import type { ReactNode } from 'react';
import { Skeleton } from './skeleton';

const ROWS = Array.from({ length: 10 }, (_, index) => `row-${index}`);

function Frame({ children }: { children: ReactNode }) {
  return (
    <div aria-busy className="grid gap-4">
      <span role="status" className="sr-only">
        Loading
      </span>
      {children}
    </div>
  );
}

/** Stands where header, toolbar and table of a list will be, so that nothing jumps. */
export function ListSkeleton() {
  return (
    <Frame>
      <div className="grid gap-1.5">
        <Skeleton className="h-7 w-40" />
        <Skeleton className="h-4 w-96 max-w-full" />
      </div>
      <div className="flex gap-2">
        <Skeleton className="h-7 w-56 max-w-full" />
        <Skeleton className="h-7 w-20 max-sm:hidden" />
        <Skeleton className="h-7 w-20 max-sm:hidden" />
      </div>
      <div className="overflow-hidden rounded-lg border">
        <div className="h-8 border-b bg-subtle" />
        {ROWS.map((row) => (
          <div
            key={row}
            className="flex h-9 items-center gap-6 border-b bg-raised px-3 last:border-b-0"
          >
            <Skeleton className="h-3 w-1/3" />
            <Skeleton className="h-3 w-1/6" />
            <Skeleton className="ml-auto h-3 w-20" />
          </div>
        ))}
      </div>
    </Frame>
  );
}

/** Stands where header, body and right rail of one thing will be. */
export function DetailSkeleton() {
  return (
    <Frame>
      <div className="flex items-start gap-3">
        <Skeleton className="size-9 rounded-lg" />
        <div className="grid gap-2">
          <Skeleton className="h-7 w-56" />
          <Skeleton className="h-4 w-72 max-w-full" />
        </div>
      </div>
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Skeleton className="h-72 rounded-lg" />
        <Skeleton className="h-96 rounded-lg" />
      </div>
    </Frame>
  );
}
