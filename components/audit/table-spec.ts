import type { TableQuery, TableSpec } from '@/components/data-table/state';
import { DOORS } from '@/lib/core/shared/domain';

const HOUR = 3_600_000;
/** Time windows of the table, in hours. */
export const SINCE = { '24h': 24, '7d': 168, '30d': 720, '365d': 8760 } as const;

export const auditTable = {
  sortable: ['at'],
  defaultSort: { id: 'at', desc: true },
  filters: {
    kind: 'any',
    action: 'any',
    actor: 'any',
    target: 'any',
    door: DOORS,
    since: Object.keys(SINCE),
    /** Days as `2026-11-30`, in UTC; the last one is included. */
    from: 'any',
    to: 'any',
  },
} satisfies TableSpec;

/** The address's filters as the trail's; values are checked by its schema. */
export function toAuditFilter(
  { filters, q }: Pick<TableQuery, 'filters' | 'q'>,
  now: Date,
): Record<string, unknown> {
  const { kind, action, actor, target, door, since, from, to } = filters;
  const window = since?.[0];
  const start = startOf(from?.[0]) ?? (window && isSince(window) ? ago(now, window) : undefined);
  const end = startOf(to?.[0], 24 * HOUR);
  return {
    ...(kind ? { kinds: kind } : {}),
    ...(action?.[0] ? { action: action[0] } : {}),
    ...(actor?.[0] ? { actor: actor[0] } : {}),
    ...(target?.[0] ? { target: target[0] } : {}),
    ...(door?.[0] ? { door: door[0] } : {}),
    ...(start ? { from: start } : {}),
    ...(end ? { to: end } : {}),
    ...(q ? { q } : {}),
  };
}

function startOf(day: string | undefined, later = 0): string | undefined {
  if (!day || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined;
  const at = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(at) ? undefined : new Date(at + later).toISOString();
}

const ago = (now: Date, window: keyof typeof SINCE) =>
  new Date(now.getTime() - SINCE[window] * HOUR).toISOString();

function isSince(text: string): text is keyof typeof SINCE {
  return Object.hasOwn(SINCE, text);
}
