import { KeyRound } from 'lucide-react';
import type { Metadata } from 'next';
import { AccessActs } from '@/components/access-requests/access-acts';
import { AccessDetail } from '@/components/access-requests/access-detail';
import { AccessStatusBadge } from '@/components/access-requests/access-status';
import { RiskBadge } from '@/components/catalog/risk-badge';
import { CrumbTitle } from '@/components/shell/crumb-title';
import { PageHeader } from '@/components/ui/page-header';
import { sessionContext } from '@/lib/auth/session';
import { getAccessRequest } from '@/lib/services/access-requests/list-access-requests-view';
import { orNotFound } from '../../or-not-found';
import { approveAccess, denyAccess, withdrawAccess } from '../actions';

export const metadata: Metadata = { title: 'Access request' };

type Props = { params: Promise<{ id: string }> };

export default async function AccessRequestPage({ params }: Props) {
  const ctx = await sessionContext();
  const { id } = await params;
  const request = await orNotFound(getAccessRequest({ ctx, input: { id } }));
  const { agent, capability, status } = request;
  return (
    <div className="grid min-w-0 gap-4">
      <CrumbTitle title={capability.id} />
      <PageHeader
        title={`${agent.name} asks for ${capability.id}`}
        icon={<KeyRound />}
        meta={
          <>
            <AccessStatusBadge status={status} />
            <RiskBadge risk={capability.risk} />
          </>
        }
        actions={
          status === 'PENDING' && (
            <AccessActs
              request={request}
              onApprove={approveAccess}
              onDeny={denyAccess}
              onWithdraw={withdrawAccess}
            />
          )
        }
      />
      <AccessDetail request={request} />
    </div>
  );
}
