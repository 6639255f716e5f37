'use client';

import { debounce, useQueryStates } from 'nuqs';
import { useMemo, useTransition } from 'react';
import {
  baseParsers,
  type Density,
  filterParsers,
  type TableQuery,
  type TableSort,
  type TableSpec,
  urlKeysOf,
} from './state';

export type TableState = {
  query: TableQuery;
  /** Columns switched against their default. */
  cols: string[];
  density: Density;
  /** The server is working on the last change. */
  pending: boolean;
  filtered: boolean;
  setSort: (sort: TableSort) => void;
  setText: (q: string) => void;
  setFilter: (key: string, values: string[]) => void;
  setPage: (page: number) => void;
  setPageSize: (size: number) => void;
  setCols: (cols: string[]) => void;
  setDensity: (density: Density) => void;
  clearFilters: () => void;
};

/** Table state in the address: changes of the question ask the server, looks stay in the browser. */
export function useTableState(spec: TableSpec): TableState {
  const [pending, startTransition] = useTransition();
  const parsers = useMemo(() => {
    const base = baseParsers(spec);
    const filters = filterParsers(spec);
    return {
      base,
      filters,
      baseKeys: urlKeysOf(spec, base),
      filterKeys: urlKeysOf(spec, filters),
    };
  }, [spec]);
  const asking = { shallow: false, history: 'push', startTransition } as const;
  const [base, setBase] = useQueryStates(parsers.base, { urlKeys: parsers.baseKeys });
  const [filters, setFilters] = useQueryStates(parsers.filters, { urlKeys: parsers.filterKeys });

  const chosen = Object.fromEntries(Object.entries(filters).filter(([, v]) => v.length > 0));
  return {
    query: {
      sort: base.sort,
      filters: chosen,
      q: base.q,
      page: base.page,
      pageSize: base.size,
    },
    cols: base.cols,
    density: base.density,
    pending,
    filtered: base.q !== '' || Object.keys(chosen).length > 0,
    setSort: (sort) => void setBase({ sort, page: null }, asking),
    setText: (q) =>
      void setBase(
        { q: q || null, page: null },
        { ...asking, history: 'replace', limitUrlUpdates: debounce(q ? 250 : 0) },
      ),
    setFilter: (key, values) => {
      void setBase({ page: null }, asking);
      void setFilters({ [key]: values.length > 0 ? values : null }, asking);
    },
    setPage: (page) => void setBase({ page }, asking),
    setPageSize: (size) => void setBase({ size, page: null }, asking),
    setCols: (cols) => void setBase({ cols: cols.length > 0 ? cols : null }),
    setDensity: (density) => void setBase({ density }),
    clearFilters: () => {
      void setBase({ q: null, page: null }, asking);
      void setFilters(null, asking);
    },
  };
}
