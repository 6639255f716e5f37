import type { TableQuery, TableSpec } from '@/components/data-table/state';
import { LINT_SEVERITIES } from '@/lib/schemas/lint';

export const lintTable = {
  sortable: [],
  defaultSort: { id: 'capability', desc: false },
  filters: { rule: 'any', severity: LINT_SEVERITIES, owner: 'any', provider: 'any' },
} satisfies TableSpec;

/** The address's filters as the report's; values are checked by its schema. */
export function toLintFilter({ filters }: Pick<TableQuery, 'filters'>): Record<string, string> {
  const chosen = Object.entries(filters).flatMap(([key, [value]]) => (value ? [[key, value]] : []));
  return Object.fromEntries(chosen);
}
