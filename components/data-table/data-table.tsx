'use client';

import type { RowData } from '@tanstack/react-table';
import { useMemo, useRef } from 'react';
import { cn } from '@/components/ui/cn';
import { useNavigation } from '@/components/ui/navigation';
import { Body, SkeletonBody } from './body';
import { BulkBar } from './bulk-bar';
import { visibilityOf } from './features';
import { Footer } from './footer';
import { Head } from './head';
import { Nothing } from './nothing';
import { SavedViews } from './saved-views';
import { Toolbar } from './toolbar';
import type { DataTableProps } from './types';
import { useDelayed } from './use-delayed';
import { useRows } from './use-rows';
import { useTableKeys } from './use-table-keys';
import { useTableState } from './use-table-state';
import { ViewMenu } from './view-menu';

/**
 * The one table of the console. Sort, filters, text, page, columns and density live in the
 * address; the server sorts, filters and pages. Keys: j and k walk, Enter opens, x selects,
 * / searches, Esc lets go. Saved views are kept in the browser.
 *
 * A page needs three things: a spec (plain data, shared), a server page that answers it, and a
 * client file with the columns, because cells are functions.
 *
 * @example
 * // table-spec.ts
 * export const providersTable = {
 *   sortable: ['name', 'last_sync'],
 *   defaultSort: { id: 'name', desc: false },
 *   filters: { kind: PROVIDER_KINDS, tag: 'any' },
 * } satisfies TableSpec;
 *
 * // page.tsx (server)
 * const query = parseTableSearchParams(await searchParams, providersTable);
 * const { rows, total } = await listProvidersView({ ctx, input: query });
 * return <ProvidersTable rows={rows} total={total} />;
 *
 * // providers-table.tsx ('use client')
 * const columns: DataColumn<ProviderRow>[] = [
 *   { id: 'name', header: 'Name', cell: (row) => <Truncate text={row.name} /> },
 *   { id: 'tools', header: 'Tools', align: 'right', cell: (row) => row.toolCount },
 * ];
 * <DataTable id="providers" label="Providers" spec={providersTable} columns={columns}
 *   rows={rows} total={total} getRowId={(r) => r.id} getRowHref={(r) => `/providers/${r.id}`}
 *   searchable facets={[{ key: 'kind', label: 'Kind', options: kindOptions }]}
 *   bulkActions={(chosen, clear) => <Button size="sm">Sync {chosen.length}</Button>}
 *   empty={{ title: 'No providers yet', description: 'Add one to bring its tools in.' }} />
 *
 * Keep `columns` and `spec` outside the component or in a memo.
 */
export function DataTable<TRow extends RowData>(props: DataTableProps<TRow>) {
  const { spec, columns, rows, total, getRowId, getRowHref, fill = true } = props;
  const state = useTableState(spec);
  const { push } = useNavigation();
  const root = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const selectable = props.bulkActions !== undefined;
  const showSkeleton = useDelayed(state.pending);
  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns]);
  const visibility = visibilityOf(columns, state.cols);
  const { table, chosen, clear } = useRows({ props, state, visibility, selectable });

  function open(rowId: string, newTab = false) {
    const row = rows.find((candidate) => getRowId(candidate) === rowId);
    const href = row && getRowHref?.(row);
    if (!href) return;
    if (newTab) window.open(href, '_blank', 'noopener');
    else push(href);
  }
  useTableKeys({
    root,
    search,
    onOpen: open,
    onToggle: (rowId) => selectable && table.getRow(rowId).toggleSelected(),
    onEscape: clear,
    onRowKey(key, rowId) {
      const act = props.rowKeys?.[key];
      const row = rows.find((candidate) => getRowId(candidate) === rowId);
      if (act && row) act(row);
      return Boolean(act && row);
    },
  });

  const shared = { table, columns: byId, firstId: columns[0]?.id, selectable };
  return (
    <div ref={root} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2.5">
      <Toolbar
        state={state}
        facets={props.facets ?? []}
        searchable={props.searchable ?? false}
        searchPlaceholder={props.searchPlaceholder ?? 'Search'}
        searchRef={search}
      >
        <SavedViews tableId={props.id} prefix={spec.prefix} />
        <ViewMenu
          columns={columns
            .filter((column, index) => index > 0 && !column.alwaysShown)
            .map(({ id, header }) => ({ id, header, shown: visibility[id] ?? true }))}
          onToggle={(id) => state.setCols(toggled(state.cols, id))}
          density={state.density}
          onDensity={state.setDensity}
        />
        {props.actions}
      </Toolbar>
      <div className="min-w-0 overflow-hidden rounded-lg border">
        {/* biome-ignore lint/a11y/useSemanticElements: a scrolling region must be named and reachable by keyboard */}
        <div
          role="region"
          aria-label={props.label}
          aria-busy={state.pending}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
          tabIndex={0}
          className={cn(
            // A bar that hides itself leaves nobody knowing that there is more at the right.
            'relative overflow-auto focus-visible:outline-offset-[-2px] [&::-webkit-scrollbar-thumb]:rounded-full [&::-webkit-scrollbar-thumb]:bg-border-strong [&::-webkit-scrollbar]:size-2.5',
            fill &&
              'max-h-[max(20rem,calc(100dvh-14.5rem-var(--tabs,0px)-var(--strip,0px)))] [main:has([data-tab-links])_&]:[--tabs:3.25rem]',
          )}
        >
          <table
            data-select={selectable || undefined}
            className={cn(
              'group/table w-full border-separate border-spacing-0 text-table [&_td]:border-b [&_tr:last-child>td]:border-b-0 [&_tr]:border-b-0',
              state.density === 'compact' ? '[--row:1.75rem]' : '[--row:2.25rem]',
              state.pending && !showSkeleton && 'opacity-60 transition-opacity',
            )}
          >
            <Head {...shared} sort={state.query.sort} onSort={state.setSort} />
            {showSkeleton && rows.length === 0 ? (
              <SkeletonBody
                columns={table.getVisibleLeafColumns().length}
                selectable={selectable}
              />
            ) : (
              <Body {...shared} veiled={showSkeleton} getRowHref={getRowHref} onOpen={open} />
            )}
          </table>
          {rows.length === 0 && !showSkeleton && (
            <Nothing state={state} total={total} empty={props.empty} />
          )}
        </div>
        <Footer state={state} spec={spec} total={total} shown={rows.length} />
      </div>
      {props.bulkActions && (
        <BulkBar count={chosen.length} onClear={clear}>
          {props.bulkActions(chosen, clear)}
        </BulkBar>
      )}
    </div>
  );
}

function toggled(list: readonly string[], id: string): string[] {
  return list.includes(id) ? list.filter((other) => other !== id) : [...list, id];
}
