import { Inbox, SearchX } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import type { EmptyText } from './types';
import type { TableState } from './use-table-state';

/** Why the table is empty: past the end, filtered away, or nothing there yet. */
export function Nothing(props: { state: TableState; total: number; empty: EmptyText }) {
  const { state, total, empty } = props;
  if (total > 0) {
    return (
      <EmptyState
        icon={<SearchX />}
        title={`Page ${state.query.page} is past the end`}
        description="The list became shorter since this address was made."
        action={<Button onClick={() => state.setPage(1)}>Go to the first page</Button>}
      />
    );
  }
  if (state.filtered) {
    return (
      <EmptyState
        icon={<SearchX />}
        title="Nothing matches these filters"
        description="Loosen one of them, or start over."
        action={<Button onClick={state.clearFilters}>Clear all filters</Button>}
      />
    );
  }
  return (
    <EmptyState
      icon={empty.icon ?? <Inbox />}
      title={empty.title}
      description={empty.description}
      action={empty.action}
    />
  );
}
