import {
  createLoader,
  createParser,
  createSerializer,
  parseAsArrayOf,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
  type UrlKeys,
} from 'nuqs/server';

export type TableSort = { id: string; desc: boolean };

/**
 * What one table may be asked. Shared by the page (server) and the table (client); plain data.
 *
 * @example
 * export const ledgerTable = {
 *   sortable: ['started_at', 'latency'],
 *   defaultSort: { id: 'started_at', desc: true },
 *   filters: { status: INVOCATION_STATUSES, agent: 'any' },
 * } satisfies TableSpec;
 */
export type TableSpec = {
  sortable: readonly string[];
  defaultSort: TableSort;
  /** Key in the address -> the values it may take, or `any` for open sets such as tags. */
  filters?: Readonly<Record<string, readonly string[] | 'any'>>;
  pageSizes?: readonly number[];
  defaultPageSize?: number;
  /** Only when a page has two tables: put before every key in the address. */
  prefix?: string;
};

/** What the address asks of the table. Always valid for the spec. */
export type TableQuery = {
  sort: TableSort;
  /** Only keys with at least one value. */
  filters: Record<string, string[]>;
  q: string;
  /** From 1. */
  page: number;
  pageSize: number;
};

export const DEFAULT_PAGE_SIZES = [25, 50, 100, 200] as const;
export const DENSITIES = ['comfortable', 'compact'] as const;
export type Density = (typeof DENSITIES)[number];

const MAX_VALUES = 50;
const MAX_TEXT = 200;

export function pageSizesOf(spec: TableSpec): readonly number[] {
  return spec.pageSizes ?? DEFAULT_PAGE_SIZES;
}

function defaultPageSizeOf(spec: TableSpec): number {
  return spec.defaultPageSize ?? pageSizesOf(spec)[1] ?? pageSizesOf(spec)[0] ?? 50;
}

/** `name` ascending, `-name` descending; unknown columns fall back to the default. */
function sortParser(spec: TableSpec) {
  return createParser<TableSort>({
    parse(text) {
      const desc = text.startsWith('-');
      const id = desc ? text.slice(1) : text;
      return spec.sortable.includes(id) ? { id, desc } : null;
    },
    serialize: ({ id, desc }) => (desc ? `-${id}` : id),
    eq: (a, b) => a.id === b.id && a.desc === b.desc,
  }).withDefault(spec.defaultSort);
}

/** The parsers of everything but the filters; the same on both sides. */
export function baseParsers(spec: TableSpec) {
  const sizes = pageSizesOf(spec);
  return {
    q: createParser<string>({
      parse: (text) => text.trim().slice(0, MAX_TEXT),
      serialize: (text) => text,
    }).withDefault(''),
    sort: sortParser(spec),
    page: createParser<number>({
      parse(text) {
        const page = parseAsInteger.parse(text);
        return page !== null && page >= 1 && page <= 1_000_000 ? page : null;
      },
      serialize: String,
    }).withDefault(1),
    size: createParser<number>({
      parse(text) {
        const size = parseAsInteger.parse(text);
        return size !== null && sizes.includes(size) ? size : null;
      },
      serialize: String,
    }).withDefault(defaultPageSizeOf(spec)),
    /** Columns switched against their default. */
    cols: parseAsArrayOf(parseAsString).withDefault([]),
    density: parseAsStringLiteral(DENSITIES).withDefault('comfortable'),
  };
}

function filterParser(allowed: readonly string[] | 'any') {
  const item = createParser<string>({
    parse: (text) => (allowed === 'any' || allowed.includes(text) ? text.slice(0, MAX_TEXT) : null),
    serialize: (text) => text,
  });
  const list = parseAsArrayOf(item);
  return createParser<string[]>({
    parse: (text) => {
      const values = [...new Set(list.parse(text) ?? [])].filter(Boolean).slice(0, MAX_VALUES);
      return values.length > 0 ? values : null;
    },
    serialize: list.serialize,
    eq: (a, b) => a.length === b.length && a.every((value, index) => value === b[index]),
  }).withDefault([]);
}

export function filterParsers(spec: TableSpec): Record<string, ReturnType<typeof filterParser>> {
  return Object.fromEntries(
    Object.entries(spec.filters ?? {}).map(([key, allowed]) => [key, filterParser(allowed)]),
  );
}

/** Address keys of a table with a prefix: `q` becomes `calls_q`. */
export function urlKeysOf<T extends Record<string, unknown>>(
  spec: TableSpec,
  parsers: T,
): UrlKeys<T> {
  const keys: UrlKeys<T> = {};
  if (!spec.prefix) return keys;
  for (const key in parsers) keys[key] = `${spec.prefix}_${key}`;
  return keys;
}

/**
 * Reads the address for a server page. Never throws: what the spec does not allow is dropped.
 *
 * @param searchParams the awaited `searchParams` of a page, or URLSearchParams
 * @example
 * const query = parseTableSearchParams(await searchParams, ledgerTable);
 * const { rows, total } = await listInvocationsView({ ctx, input: query });
 */
export function parseTableSearchParams(
  searchParams: Record<string, string | string[] | undefined> | URLSearchParams,
  spec: TableSpec,
): TableQuery {
  const base = baseParsers(spec);
  const filters = filterParsers(spec);
  const found = createLoader(base, { urlKeys: urlKeysOf(spec, base) })(searchParams);
  const chosen = createLoader(filters, { urlKeys: urlKeysOf(spec, filters) })(searchParams);
  return {
    sort: found.sort,
    filters: Object.fromEntries(Object.entries(chosen).filter(([, values]) => values.length > 0)),
    q: found.q,
    page: found.page,
    pageSize: found.size,
  };
}

/**
 * The query string that makes a table show this: for links from numbers to what they count.
 *
 * @example href={`/capabilities${tableHref(capabilitiesTable, { filters: { status: ['DRAFT'] } })}`}
 */
export function tableHref(spec: TableSpec, query: Partial<TableQuery>): string {
  const base = baseParsers(spec);
  const filters = filterParsers(spec);
  const first = createSerializer(base, { urlKeys: urlKeysOf(spec, base) })({
    ...(query.q === undefined ? {} : { q: query.q }),
    ...(query.sort === undefined ? {} : { sort: query.sort }),
    ...(query.page === undefined ? {} : { page: query.page }),
    ...(query.pageSize === undefined ? {} : { size: query.pageSize }),
  });
  const serialize = createSerializer(filters, { urlKeys: urlKeysOf(spec, filters) });
  return serialize(first, query.filters ?? {});
}
