import { Stamp } from 'lucide-react';
import type { Metadata } from 'next';
import { ApprovalDetail } from '@/components/approvals/approval-detail';
import { ApprovalStatusBadge } from '@/components/approvals/approval-status';
import { DecideButtons } from '@/components/approvals/decide';
import { RiskBadge } from '@/components/catalog/risk-badge';
import { CrumbTitle } from '@/components/shell/crumb-title';
import { PageHeader } from '@/components/ui/page-header';
import { RelativeTime } from '@/components/ui/relative-time';
import { sessionContext } from '@/lib/auth/session';
import { getApprovalView } from '@/lib/services/approvals/get-approval-view';
import { mayManagePeople } from '@/lib/services/people/update-user';
import { orNotFound } from '../../or-not-found';
import { decide } from '../actions';

export const metadata: Metadata = { title: 'Approval' };

type Props = { params: Promise<{ id: string }> };

export default async function ApprovalPage({ params }: Props) {
  const ctx = await sessionContext();
  const { id } = await params;
  const approval = await orNotFound(getApprovalView({ ctx, input: { id } }));
  const agent = approval.agent_name ?? approval.agent_id;
  const title = `${agent} wants to call ${approval.capability_id}`;
  return (
    <div className="grid min-w-0 gap-4">
      <CrumbTitle title={approval.capability_id} />
      <PageHeader
        title={title}
        icon={<Stamp />}
        meta={
          <>
            <ApprovalStatusBadge status={approval.status} />
            <RiskBadge risk={approval.risk} />
            {approval.status === 'PENDING' && (
              <span>
                Expires <RelativeTime at={approval.expires_at} />
              </span>
            )}
          </>
        }
        actions={approval.may_decide && <DecideButtons approval={approval} onDecide={decide} />}
      />
      <ApprovalDetail
        approval={approval}
        mayInvite={approval.nobody_else && mayManagePeople(ctx)}
      />
    </div>
  );
}
