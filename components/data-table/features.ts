import {
  type ColumnDef,
  columnVisibilityFeature,
  type RowData,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table';
import type { TableSpec } from './state';
import type { DataColumn } from './types';

export const features = tableFeatures({
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
  rowPaginationFeature,
});

export type Features = typeof features;

/** The page's columns in the table library's terms. Sorting stays with the server. */
export function toColumnDefs<TRow extends RowData>(
  columns: readonly DataColumn<TRow>[],
  spec: TableSpec,
): ColumnDef<Features, TRow>[] {
  return columns.map((column, index) => ({
    id: column.id,
    accessorFn: () => null,
    header: column.header,
    cell: ({ row }) => column.cell(row.original),
    enableSorting: spec.sortable.includes(column.id),
    enableHiding: index > 0 && !column.alwaysShown,
  }));
}

/** Visible unless hidden by default, the other way round when named in `switched`. */
export function visibilityOf<TRow extends RowData>(
  columns: readonly DataColumn<TRow>[],
  switched: readonly string[],
): Record<string, boolean> {
  return Object.fromEntries(
    columns.map((column, index) => [
      column.id,
      index === 0 ||
        Boolean(column.alwaysShown) ||
        Boolean(column.defaultHidden) === switched.includes(column.id),
    ]),
  );
}
