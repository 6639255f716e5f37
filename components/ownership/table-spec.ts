import type { TableSpec } from '@/components/data-table/state';
import { DUE_STATES } from '@/lib/schemas/ownership';

export const ownershipTable = {
  sortable: [],
  defaultSort: { id: 'due', desc: false },
  filters: { state: DUE_STATES, team: 'any', mine: ['yes'] },
} satisfies TableSpec;
