import type { TableSpec } from '@/components/data-table/state';
import { HEALTHS, PROVIDER_KINDS } from '@/lib/core/shared/domain';
import { PROVIDER_SORTS } from '@/lib/schemas/providers';

export const providersTable = {
  sortable: PROVIDER_SORTS,
  defaultSort: { id: 'name', desc: false },
  filters: { health: HEALTHS, kind: PROVIDER_KINDS, owner: 'any', backend: 'any' },
} satisfies TableSpec;
