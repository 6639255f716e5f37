import type { Metadata } from 'next';
import { ApprovalsTable } from '@/components/approvals/approvals-table';
import { approvalsTable } from '@/components/approvals/table-spec';
import { parseTableSearchParams } from '@/components/data-table/state';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/navigation';
import { PageHeader } from '@/components/ui/page-header';
import { TabLinks } from '@/components/ui/tabs';
import { sessionContext } from '@/lib/auth/session';
import { countAccessRequests } from '@/lib/services/access-requests/list-access-requests-view';
import { listAgents } from '@/lib/services/agents/list-agents';
import { listApprovalTable } from '@/lib/services/approvals/list-approval-table-view';

export const metadata: Metadata = { title: 'Approvals' };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function ApprovalsPage({ searchParams }: Props) {
  const ctx = await sessionContext();
  const input = parseTableSearchParams(await searchParams, approvalsTable);
  const [table, agents, access] = await Promise.all([
    listApprovalTable({ ctx, input }),
    listAgents({ ctx, input: { limit: 200 } }),
    countAccessRequests(ctx),
  ]);
  return (
    <div className="grid min-w-0 gap-4">
      <PageHeader
        title="Approvals"
        description="Single calls of dangerous capabilities. Each waits for one person’s yes, and is good once."
        actions={
          <Button asChild>
            <Link href="/access-requests">
              Access requests
              {access.mine > 0 && (
                <span className="rounded-full bg-accent-soft px-1.5 font-medium text-2xs text-accent">
                  {access.mine}
                  <span className="sr-only"> waiting for you</span>
                </span>
              )}
            </Link>
          </Button>
        }
      />
      <TabLinks
        label="Views"
        items={[
          { href: '/approvals', label: 'All' },
          { href: '/approvals?status=PENDING', label: 'Waiting', count: table.counts.PENDING },
          { href: '/approvals?status=APPROVED,USED', label: 'Approved' },
          { href: '/approvals?status=DENIED', label: 'Denied' },
          { href: '/approvals?status=EXPIRED', label: 'Expired' },
        ]}
      />
      <ApprovalsTable
        {...table}
        agents={agents.items.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </div>
  );
}
