import type { TableSpec } from '@/components/data-table/state';
import { ROLES } from '@/lib/core/shared/domain';

export const peopleTable = {
  sortable: ['name', 'email', 'last_seen'],
  defaultSort: { id: 'name', desc: false },
  filters: { role: ROLES, state: ['active', 'off'] },
} satisfies TableSpec;
