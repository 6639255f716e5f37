import type { TableSpec } from '@/components/data-table/state';

export const agentsTable = {
  sortable: ['name', 'owner', 'grants', 'updated'],
  defaultSort: { id: 'name', desc: false },
  filters: { owner: 'any', state: ['active', 'off'] },
} satisfies TableSpec;
