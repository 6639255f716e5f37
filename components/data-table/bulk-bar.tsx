'use client';

import { X } from 'lucide-react';
import type { ReactNode } from 'react';

/** What can be done with the chosen rows; floats over the end of the table. */
export function BulkBar(props: { count: number; onClear: () => void; children: ReactNode }) {
  if (props.count === 0) return null;
  return (
    <section
      aria-label="Selected rows"
      className="sticky bottom-4 z-10 mx-auto flex w-fit max-w-full animate-enter flex-wrap items-center gap-1.5 rounded-lg border border-border-strong bg-raised p-1.5 pl-3 text-table shadow-[0_8px_24px_-8px_rgb(0_0_0/0.25)]"
    >
      <span aria-live="polite" className="font-medium">
        {props.count} selected
      </span>
      <button
        type="button"
        aria-label="Clear selection"
        title="Clear selection (Esc)"
        onClick={props.onClear}
        className="grid size-7 place-items-center rounded-md text-muted hover:bg-hover hover:text-foreground"
      >
        <X aria-hidden className="size-4" />
      </button>
      <span aria-hidden className="mr-1 h-5 w-px bg-border max-sm:hidden" />
      {props.children}
    </section>
  );
}
