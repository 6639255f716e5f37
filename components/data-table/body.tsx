'use client';

import type { ReactTable, RowData } from '@tanstack/react-table';
import { cn } from '@/components/ui/cn';
import { Link } from '@/components/ui/navigation';
import { Skeleton } from '@/components/ui/skeleton';
import type { Features } from './features';
import { SelectBox } from './select-box';
import type { DataColumn } from './types';

export const cellStyles =
  'px-3 group-data-[select]/table:first:w-9 group-data-[select]/table:first:pr-0';
export const stickyStyles =
  'max-md:sticky max-md:left-0 max-md:z-1 max-md:max-w-[60vw] max-md:border-r';

type BodyProps<TRow extends RowData> = {
  table: ReactTable<Features, TRow>;
  columns: ReadonlyMap<string, DataColumn<TRow>>;
  firstId: string | undefined;
  selectable: boolean;
  getRowHref: ((row: TRow) => string) | undefined;
  onOpen: (rowId: string, newTab: boolean) => void;
  /** Shows grey bars in place of the contents, which go on holding the columns' widths. */
  veiled: boolean;
};

const veilStyles =
  'pointer-events-none [&_td:not([data-first])]:relative md:[&_td[data-first]]:relative [&_td]:text-transparent [&_td>*]:invisible [&_td]:after:absolute [&_td]:after:top-1/2 [&_td]:after:right-[30%] [&_td]:after:left-3 [&_td]:after:h-3 [&_td]:after:-translate-y-1/2 [&_td]:after:animate-pulse [&_td]:after:rounded-sm [&_td]:after:bg-pressed';

export function Body<TRow extends RowData>(props: BodyProps<TRow>) {
  const { table, columns, firstId, selectable, getRowHref, onOpen } = props;
  return (
    <tbody inert={props.veiled} className={cn(props.veiled && veilStyles)}>
      {table.getRowModel().rows.map((row, index) => {
        const href = getRowHref?.(row.original);
        const selected = row.getIsSelected();
        return (
          <tr
            key={row.id}
            data-row-id={row.id}
            data-selected={selected || undefined}
            aria-selected={selectable ? selected : undefined}
            tabIndex={index === 0 ? 0 : -1}
            onClick={(event) => {
              if (!href || isControl(event.target) || window.getSelection()?.toString()) return;
              onOpen(row.id, event.metaKey || event.ctrlKey);
            }}
            className={cn(
              'group/row h-(--row) border-b bg-raised last:border-b-0 hover:bg-hover focus-visible:bg-accent-soft focus-visible:outline-1 focus-visible:outline-offset-[-1px] data-[selected]:bg-accent-soft',
              href && 'cursor-pointer',
            )}
          >
            {selectable && (
              <td className={cellStyles}>
                <SelectBox
                  label={`Select row ${row.id}`}
                  checked={selected}
                  onChange={row.getToggleSelectedHandler()}
                />
              </td>
            )}
            {row.getVisibleCells().map((cell) => {
              const column = columns.get(cell.column.id);
              const first = cell.column.id === firstId;
              const content = <table.FlexRender cell={cell} />;
              return (
                <td
                  key={cell.id}
                  data-first={first || undefined}
                  className={cn(
                    cellStyles,
                    'max-w-80 whitespace-nowrap',
                    column?.align === 'right' && 'text-right',
                    first && stickyStyles,
                    first && 'bg-inherit font-medium',
                    column?.className,
                  )}
                >
                  {first && href && column?.link !== false ? (
                    <Link href={href} prefetch={false} className="block min-w-0 rounded-sm">
                      {content}
                    </Link>
                  ) : (
                    content
                  )}
                </td>
              );
            })}
          </tr>
        );
      })}
    </tbody>
  );
}

function isControl(target: EventTarget): boolean {
  return (
    target instanceof Element &&
    target.closest('a, button, input, label, select, [role=menu]') !== null
  );
}

const SKELETON_ROWS = 8;

/** Grey rows where there were none. */
export function SkeletonBody(props: { columns: number; selectable: boolean }) {
  const widths = ['w-3/4', 'w-1/2', 'w-2/3', 'w-2/5'];
  return (
    <tbody aria-hidden>
      {Array.from({ length: SKELETON_ROWS }, (_, row) => `row-${row}`).map((key, row) => (
        <tr key={key} className="h-(--row) border-b bg-raised last:border-b-0">
          {props.selectable && (
            <td className={cellStyles}>
              <Skeleton className="size-4" />
            </td>
          )}
          {Array.from({ length: props.columns }, (_, column) => `cell-${column}`).map(
            (cell, column) => (
              <td key={cell} className="px-3">
                <Skeleton className={cn('h-3 min-w-8', widths[(row + column) % widths.length])} />
              </td>
            ),
          )}
        </tr>
      ))}
    </tbody>
  );
}
