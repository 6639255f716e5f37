import type { RowData } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import type { TableSpec } from './state';

export type DataColumn<TRow extends RowData> = {
  /** Also the key in `spec.sortable` when it can be sorted. */
  id: string;
  header: string;
  cell: (row: TRow) => ReactNode;
  align?: 'left' | 'right';
  /** The header is read out only: a column of buttons explains itself. */
  hideHeader?: boolean;
  /** Tailwind width classes, e.g. `w-40`; the first column takes what is left. */
  className?: string;
  /** Starts hidden; the column menu can show it. */
  defaultHidden?: boolean;
  /** Never offered in the column menu. The first column never is. */
  alwaysShown?: boolean;
  /** False when the first column's cell has controls of its own and must not become a link. */
  link?: boolean;
};

export type FacetOption = { value: string; label: string; icon?: ReactNode; count?: number };

export type Facet = {
  /** A key of `spec.filters`. */
  key: string;
  label: string;
  options: readonly FacetOption[];
  /** `one` replaces the choice (a time window); default `many`. */
  mode?: 'many' | 'one';
  /** Finds more options on the server, for open sets. */
  onSearch?: (query: string) => Promise<readonly FacetOption[]>;
};

export type EmptyText = {
  title: string;
  description?: ReactNode;
  action?: ReactNode;
  icon?: ReactNode;
};

export type DataTableProps<TRow extends RowData> = {
  /** Names the table for readers and keeps saved views apart: `capabilities`. */
  id: string;
  label: string;
  spec: TableSpec;
  columns: readonly DataColumn<TRow>[];
  /** The page of rows that the address asked for, already sorted. */
  rows: readonly TRow[];
  /** Rows that match, over all pages. */
  total: number;
  getRowId: (row: TRow) => string;
  getRowHref?: (row: TRow) => string;
  facets?: readonly Facet[];
  searchPlaceholder?: string;
  /** Without it there is no text search. */
  searchable?: boolean;
  /** Turns selection on. Buttons that act on the chosen rows. */
  bulkActions?: (rows: TRow[], clear: () => void) => ReactNode;
  /** What a key does with the row it stands on, beside the keys every table has. */
  rowKeys?: Readonly<Record<string, (row: TRow) => void>>;
  /** Buttons at the right of the toolbar, e.g. export. */
  actions?: ReactNode;
  /** Shown when there is nothing at all yet. */
  empty: EmptyText;
  /** False inside a page with more below: the table grows instead of scrolling in itself. */
  fill?: boolean;
};
