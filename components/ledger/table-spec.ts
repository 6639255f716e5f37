import type { TableQuery, TableSpec } from '@/components/data-table/state';
import { RISKS } from '@/lib/core/shared/domain';
import { type InvocationFilter, SHOWN_STATUSES } from '@/lib/schemas/ledger';

const HOUR = 3_600_000;
/** Time windows of the table, in hours. */
export const SINCE = { '1h': 1, '24h': 24, '7d': 168, '30d': 720 } as const;
type Since = keyof typeof SINCE;

export const ledgerTable = {
  sortable: ['started_at', 'latency_ms', 'capability', 'agent', 'cost'],
  defaultSort: { id: 'started_at', desc: true },
  filters: {
    status: SHOWN_STATUSES,
    agent: 'any',
    capability: 'any',
    provider: 'any',
    risk: RISKS,
    run: 'any',
    subject: 'any',
    since: Object.keys(SINCE),
  },
} satisfies TableSpec;

/** The address's filters as the ledger's; values are checked by the service's schema. */
export function toLedgerFilter(
  query: Pick<TableQuery, 'filters' | 'q'>,
  now: Date,
): Record<string, unknown> {
  const { since, run, subject, ...lists } = query.filters;
  const window = since?.[0];
  return {
    ...lists,
    ...(run?.[0] ? { run: run[0] } : {}),
    ...(subject?.[0] ? { subject: subject[0] } : {}),
    ...(window && isSince(window)
      ? { from: new Date(now.getTime() - SINCE[window] * HOUR).toISOString() }
      : {}),
    ...(query.q ? { q: query.q } : {}),
  } satisfies { [K in keyof InvocationFilter]?: unknown };
}

function isSince(text: string): text is Since {
  return Object.hasOwn(SINCE, text);
}
