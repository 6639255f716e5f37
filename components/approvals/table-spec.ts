import type { TableSpec } from '@/components/data-table/state';
import { RISKS } from '@/lib/core/shared/domain';
import { APPROVAL_STATUSES } from '@/lib/schemas/invoke';

export const approvalsTable = {
  sortable: [],
  defaultSort: { id: 'waiting', desc: false },
  filters: { status: APPROVAL_STATUSES, risk: RISKS, agent: 'any', capability: 'any' },
} satisfies TableSpec;
