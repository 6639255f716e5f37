import type { TableSpec } from '@/components/data-table/state';

export const auditTable = {
  sortable: ['at'],
  defaultSort: { id: 'at', desc: true },
  filters: { kind: 'any', action: 'any', actor: 'any', target: 'any' },
} satisfies TableSpec;
