'use client';

import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu';
import { OffsetPagination } from '@/components/ui/pagination';
import { Spinner } from '@/components/ui/spinner';
import { pageSizesOf, type TableSpec } from './state';
import type { TableState } from './use-table-state';

type FooterProps = { state: TableState; spec: TableSpec; total: number; shown: number };

/** Total and range, rows a page, previous and next. */
export function Footer({ state, spec, total, shown }: FooterProps) {
  const { page, pageSize } = state.query;
  const first = (page - 1) * pageSize + 1;
  const number = (n: number) => n.toLocaleString('en');
  const range =
    shown === 0
      ? `0 of ${number(total)}`
      : `${number(first)}–${number(first + shown - 1)} of ${number(total)}`;
  return (
    <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t bg-subtle px-3 py-1.5 text-muted text-xs">
      <p aria-live="polite" className="flex items-center gap-2">
        {range}
        {state.pending && <Spinner className="size-3.5" />}
      </p>
      <div className="flex items-center gap-3">
        <DropdownMenu>
          <DropdownMenuTrigger className="rounded-sm px-1 hover:text-foreground">
            {pageSize} rows
          </DropdownMenuTrigger>
          <DropdownMenuContent className="min-w-32">
            <DropdownMenuRadioGroup value={String(pageSize)}>
              {pageSizesOf(spec).map((size) => (
                <DropdownMenuRadioItem
                  key={size}
                  value={String(size)}
                  onSelect={() => state.setPageSize(size)}
                >
                  {size} rows
                </DropdownMenuRadioItem>
              ))}
            </DropdownMenuRadioGroup>
          </DropdownMenuContent>
        </DropdownMenu>
        <OffsetPagination
          page={page}
          pageSize={pageSize}
          total={total}
          onPageChange={state.setPage}
          disabled={state.pending}
        />
      </div>
    </div>
  );
}
