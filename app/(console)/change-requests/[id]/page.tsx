import { GitPullRequestArrow } from 'lucide-react';
import type { Metadata } from 'next';
import { cache } from 'react';
import { RiskBadge } from '@/components/catalog/risk-badge';
import { ChangeStatusBadge, KIND_LABEL } from '@/components/change-requests/change-status';
import { Changes } from '@/components/change-requests/changes';
import { Comments } from '@/components/change-requests/comments';
import { Conflicts } from '@/components/change-requests/conflicts';
import { DecisionPanel } from '@/components/change-requests/decision-panel';
import {
  DecisionsCard,
  FactsCard,
  GatesCard,
  PublishCard,
} from '@/components/change-requests/facts';
import { CrumbTitle } from '@/components/shell/crumb-title';
import { Callout } from '@/components/ui/callout';
import { CopyId } from '@/components/ui/copy-button';
import { DetailGrid } from '@/components/ui/detail-grid';
import { PageHeader } from '@/components/ui/page-header';
import { ImpactCards } from '@/components/versions/end-card';
import { sessionContext } from '@/lib/auth/session';
import type { ChangeRequestView } from '@/lib/schemas/catalog-views';
import { getChangeRequestView } from '@/lib/services/catalog/get-change-request-view';
import { orNotFound } from '../../or-not-found';
import { comment, decide, edit } from '../actions';

type Props = { params: Promise<{ id: string }> };

const load = cache(async (id: string): Promise<ChangeRequestView> => {
  const ctx = await sessionContext();
  return orNotFound(getChangeRequestView({ ctx, input: { change_request_id: id } }));
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await load((await params).id)).request.title };
}

export default async function ChangeRequestPage({ params }: Props) {
  const view = await load((await params).id);
  const { request } = view;
  return (
    <div className="grid min-w-0 gap-4">
      <CrumbTitle title={request.title} />
      <PageHeader
        icon={<GitPullRequestArrow />}
        title={request.title}
        meta={
          <>
            <ChangeStatusBadge status={request.status} />
            <span>{KIND_LABEL[request.kind] ?? request.kind}</span>
            <RiskBadge risk={request.risk} />
            <CopyId value={request.capability_id} />
          </>
        }
      />
      {request.reason && <Callout title="Why">{request.reason}</Callout>}
      <DetailGrid
        railLabel="Decision"
        rail={
          <>
            <GatesCard view={view} />
            {request.closed_at === null && (
              <DecisionPanel key={request.row_version} view={view} onDecide={decide} />
            )}
            <DecisionsCard view={view} />
            <FactsCard view={view} />
          </>
        }
      >
        <Conflicts view={view} onEdit={edit} />
        <PublishCard view={view} />
        <ImpactCards impact={view} />
        {view.deprecation === null && view.withdraw === null && <Changes diff={view.diff} />}
        <Comments view={view} onComment={comment} />
      </DetailGrid>
    </div>
  );
}
