import type { TableSpec } from '@/components/data-table/state';
import { RISKS } from '@/lib/core/shared/domain';
import { CHANGE_KINDS, CHANGE_STATUSES } from '@/lib/schemas/change-requests';

export const WHOSE = ['waiting', 'mine'] as const;

export const changeRequestsTable = {
  sortable: ['submitted_at', 'kind', 'capability'],
  defaultSort: { id: 'submitted_at', desc: true },
  filters: {
    status: CHANGE_STATUSES,
    kind: CHANGE_KINDS,
    risk: RISKS,
    owner: 'any',
    whose: WHOSE,
  },
} satisfies TableSpec;
