'use client';

import { type RowData, type RowSelectionState, useTable } from '@tanstack/react-table';
import { useEffect, useMemo, useRef, useState } from 'react';
import { features, toColumnDefs } from './features';
import type { DataTableProps } from './types';
import type { TableState } from './use-table-state';

type RowsInput<TRow extends RowData> = {
  props: DataTableProps<TRow>;
  state: TableState;
  visibility: Record<string, boolean>;
  selectable: boolean;
};

/** The table library's instance over one page of rows, and what of it is chosen. */
export function useRows<TRow extends RowData>(input: RowsInput<TRow>) {
  const { props, state, visibility, selectable } = input;
  const { columns, spec, rows, getRowId } = props;
  const [selection, setSelection] = useState<RowSelectionState>({});
  const table = useTable({
    features,
    columns: useMemo(() => toColumnDefs(columns, spec), [columns, spec]),
    data: rows,
    getRowId,
    manualSorting: true,
    manualPagination: true,
    rowCount: props.total,
    enableRowSelection: selectable,
    state: {
      columnVisibility: visibility,
      rowSelection: selection,
      sorting: [state.query.sort],
      pagination: { pageIndex: state.query.page - 1, pageSize: state.query.pageSize },
    },
    onRowSelectionChange: setSelection,
  });
  useForgetMissing(rows, getRowId, setSelection);
  return {
    table,
    chosen: rows.filter((row) => selection[getRowId(row)]),
    clear: () => setSelection({}),
  };
}

/** Rows that left the page leave the selection: nothing unseen is ever acted on. */
function useForgetMissing<TRow extends RowData>(
  rows: readonly TRow[],
  getRowId: (row: TRow) => string,
  setSelection: (update: (old: RowSelectionState) => RowSelectionState) => void,
) {
  const latest = useRef(getRowId);
  useEffect(() => {
    latest.current = getRowId;
  });
  useEffect(() => {
    const present = new Set(rows.map((row) => latest.current(row)));
    setSelection((old) => {
      const kept = Object.entries(old).filter(([id]) => present.has(id));
      return kept.length === Object.keys(old).length ? old : Object.fromEntries(kept);
    });
  }, [rows, setSelection]);
}
