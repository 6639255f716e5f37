import type { TableQuery, TableSpec } from '@/components/data-table/state';
import { CAPABILITY_TYPES, RISKS, STATUSES } from '@/lib/core/shared/domain';
import { CAPABILITY_SORTS } from '@/lib/schemas/capabilities';

export const FLAGS = ['quarantined', 'drifted', 'orphan', 'overdue', 'mine'] as const;

export const capabilitiesTable = {
  sortable: CAPABILITY_SORTS,
  defaultSort: { id: 'updated_at', desc: true },
  filters: {
    status: STATUSES,
    risk: RISKS,
    type: CAPABILITY_TYPES,
    owner: 'any',
    provider: 'any',
    tag: 'any',
    flag: FLAGS,
    dismissed: ['yes', 'all'],
  },
} satisfies TableSpec;

/** The address of the table as the read model's input; its schema judges it again. */
export function toListInput(query: TableQuery): Record<string, unknown> {
  const { status, risk, type, owner, provider, tag, flag, dismissed } = query.filters;
  return {
    status,
    risk,
    type,
    owner,
    provider,
    tag,
    ...(query.q ? { q: query.q } : {}),
    ...(flag?.[0] ? { flag: flag[0] } : {}),
    ...(dismissed?.[0] ? { dismissed: dismissed[0] } : {}),
    sort: query.sort.id,
    direction: query.sort.desc ? 'desc' : 'asc',
    offset: (query.page - 1) * query.pageSize,
    limit: query.pageSize,
  };
}
