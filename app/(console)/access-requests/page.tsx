import type { Metadata } from 'next';
import { AccessList } from '@/components/access-requests/access-list';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/navigation';
import { PageHeader } from '@/components/ui/page-header';
import { TabLinks } from '@/components/ui/tabs';
import { sessionContext } from '@/lib/auth/session';
import { ACCESS_VIEWS } from '@/lib/schemas/access-requests';
import {
  countAccessRequests,
  listAccessRequests,
} from '@/lib/services/access-requests/list-access-requests-view';
import { pageAt } from '../page-at';

export const metadata: Metadata = { title: 'Access requests' };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

const VIEWS = {
  mine: { label: 'Waiting for me', empty: 'Nothing waits for you', filter: { decidable: true } },
  open: { label: 'Waiting', empty: 'Nothing is waiting', filter: { status: 'PENDING' as const } },
  all: { label: 'All', empty: 'Nobody has asked for access yet', filter: {} },
};

export default async function AccessRequestsPage({ searchParams }: Props) {
  const ctx = await sessionContext();
  const { view, cursor } = await searchParams;
  const counts = await countAccessRequests(ctx);
  const chosen = ACCESS_VIEWS.find((known) => known === view) ?? (counts.mine > 0 ? 'mine' : 'all');
  const { label, empty, filter } = VIEWS[chosen];
  const page = await pageAt(cursor, (from) =>
    listAccessRequests({ ctx, input: { ...filter, limit: 50, ...from } }),
  );
  const here = `/access-requests?view=${chosen}`;
  return (
    <div className="grid min-w-0 gap-4">
      <PageHeader
        title="Access requests"
        description="Owners of agents ask for capabilities; the owners of the capabilities decide."
        actions={
          <Button asChild>
            <Link href="/approvals">Approvals of calls</Link>
          </Button>
        }
      />
      <TabLinks
        label="Views"
        items={ACCESS_VIEWS.map((known) => ({
          href: `/access-requests?view=${known}`,
          label: VIEWS[known].label,
          count: counts[known],
          active: known === chosen,
        }))}
      />
      <AccessList
        items={page.items}
        title={label}
        empty={empty}
        pages={{ first: here, next: page.next_cursor, later: cursor !== undefined }}
      />
    </div>
  );
}
