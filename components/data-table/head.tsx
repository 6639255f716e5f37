'use client';

import type { ReactTable, RowData } from '@tanstack/react-table';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { cn } from '@/components/ui/cn';
import { cellStyles, stickyStyles } from './body';
import type { Features } from './features';
import { SelectBox } from './select-box';
import type { TableSort } from './state';
import type { DataColumn } from './types';

type HeadProps<TRow extends RowData> = {
  table: ReactTable<Features, TRow>;
  columns: ReadonlyMap<string, DataColumn<TRow>>;
  firstId: string | undefined;
  selectable: boolean;
  sort: TableSort;
  onSort: (sort: TableSort) => void;
};

export function Head<TRow extends RowData>(props: HeadProps<TRow>) {
  const { table, columns, firstId, selectable, sort, onSort } = props;
  const all = table.getIsAllPageRowsSelected();
  return (
    <thead className="sticky top-0 z-2 bg-subtle text-muted text-xs">
      {table.getHeaderGroups().map((group) => (
        <tr key={group.id} className="h-8">
          {selectable && (
            <th scope="col" className={cn(cellStyles, 'border-b bg-subtle text-left')}>
              <SelectBox
                label="Select all rows on this page"
                checked={all || (table.getIsSomePageRowsSelected() ? 'indeterminate' : false)}
                onChange={() => table.toggleAllPageRowsSelected(!all)}
              />
            </th>
          )}
          {group.headers.map((header) => {
            const column = columns.get(header.column.id);
            const right = column?.align === 'right';
            const current = sort.id === header.column.id;
            return (
              <th
                key={header.id}
                scope="col"
                aria-sort={current ? (sort.desc ? 'descending' : 'ascending') : undefined}
                className={cn(
                  cellStyles,
                  'whitespace-nowrap border-b bg-subtle font-medium',
                  right ? 'text-right' : 'text-left',
                  header.column.id === firstId && stickyStyles,
                  column?.className,
                )}
              >
                {header.column.getCanSort() ? (
                  <button
                    type="button"
                    onClick={() =>
                      onSort({ id: header.column.id, desc: current ? !sort.desc : false })
                    }
                    className={cn(
                      'group/sort -mx-1 inline-flex h-6 items-center gap-1 rounded-sm px-1 hover:text-foreground',
                      current && 'text-foreground',
                      right && 'flex-row-reverse',
                    )}
                  >
                    <table.FlexRender header={header} />
                    <SortMark current={current} desc={sort.desc} />
                  </button>
                ) : (
                  <span className={cn(column?.hideHeader && 'sr-only')}>
                    <table.FlexRender header={header} />
                  </span>
                )}
              </th>
            );
          })}
        </tr>
      ))}
    </thead>
  );
}

function SortMark({ current, desc }: { current: boolean; desc: boolean }) {
  if (!current) {
    return (
      <ChevronsUpDown
        aria-hidden
        className="size-3 opacity-0 group-hover/sort:opacity-100 group-focus-visible/sort:opacity-100"
      />
    );
  }
  const Icon = desc ? ArrowDown : ArrowUp;
  return <Icon aria-hidden className="size-3 text-accent" />;
}
