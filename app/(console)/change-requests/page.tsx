import type { Metadata } from 'next';
import { ChangeRequestsTable } from '@/components/change-requests/change-requests-table';
import { changeRequestsTable } from '@/components/change-requests/table-spec';
import { parseTableSearchParams } from '@/components/data-table/state';
import { PageHeader } from '@/components/ui/page-header';
import { TabLinks } from '@/components/ui/tabs';
import { sessionContext } from '@/lib/auth/session';
import {
  type ChangeSort,
  listChangeRequestsView,
} from '@/lib/services/catalog/list-change-requests';
import { listFacets } from '@/lib/services/catalog/list-facets';

import { approveMany, decide } from './actions';

export const metadata: Metadata = { title: 'Change requests' };

const VIEWS = [
  { href: '/change-requests', label: 'All' },
  { href: '/change-requests?whose=waiting', label: 'Waiting for me' },
  { href: '/change-requests?status=OPEN', label: 'Waiting for anybody' },
  { href: '/change-requests?whose=mine', label: 'Mine' },
];
const SORTS: readonly ChangeSort[] = ['submitted_at', 'kind', 'capability'];

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function ChangeRequestsPage({ searchParams }: Props) {
  const ctx = await sessionContext();
  const query = parseTableSearchParams(await searchParams, changeRequestsTable);
  const [{ rows, total }, { owners }] = await Promise.all([
    listChangeRequestsView({
      ctx,
      input: {
        status: query.filters.status ?? [],
        kind: query.filters.kind ?? [],
        risk: query.filters.risk ?? [],
        owner: query.filters.owner ?? [],
        mine: query.filters.whose?.includes('mine') ?? false,
        waiting_for_me: query.filters.whose?.includes('waiting') ?? false,
        q: query.q,
        sort: SORTS.find((sort) => sort === query.sort.id) ?? 'submitted_at',
        direction: query.sort.desc ? 'desc' : 'asc',
        offset: (query.page - 1) * query.pageSize,
        limit: query.pageSize,
      },
    }),
    listFacets({ ctx }),
  ]);
  return (
    <div className="grid min-w-0 gap-4">
      <PageHeader
        title="Change requests"
        description="Nothing live changes without a yes of somebody who wrote no part of it."
      />
      <TabLinks label="Views" items={VIEWS} />
      <ChangeRequestsTable
        rows={rows}
        total={total}
        owners={owners}
        onDecide={decide}
        onBulk={approveMany}
      />
    </div>
  );
}
