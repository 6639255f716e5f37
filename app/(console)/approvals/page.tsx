import type { Metadata } from 'next';
import { ApprovalsTable } from '@/components/approvals/approvals-table';
import { approvalsTable } from '@/components/approvals/table-spec';
import { parseTableSearchParams } from '@/components/data-table/state';
import { PageHeader } from '@/components/ui/page-header';
import { TabLinks } from '@/components/ui/tabs';
import { sessionContext } from '@/lib/auth/session';
import { listAgents } from '@/lib/services/agents/list-agents';
import { listApprovalTable } from '@/lib/services/approvals/list-approval-table-view';

export const metadata: Metadata = { title: 'Approvals' };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function ApprovalsPage({ searchParams }: Props) {
  const ctx = await sessionContext();
  const input = parseTableSearchParams(await searchParams, approvalsTable);
  const [table, agents] = await Promise.all([
    listApprovalTable({ ctx, input }),
    listAgents({ ctx, input: { limit: 200 } }),
  ]);
  return (
    <div className="grid min-w-0 gap-4">
      <PageHeader
        title="Approvals"
        description="Single calls of dangerous capabilities. Each waits for one person’s yes, and is good once."
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
