import { ScrollText } from 'lucide-react';
import type { Metadata } from 'next';
import { InvocationFacts } from '@/components/ledger/invocation-facts';
import { ShownStatusBadge } from '@/components/ledger/shown-status';
import { CrumbTitle } from '@/components/shell/crumb-title';
import { PageHeader } from '@/components/ui/page-header';
import { RelativeTime } from '@/components/ui/relative-time';
import { sessionContext } from '@/lib/auth/session';
import { getInvocation } from '@/lib/services/ledger/get-invocation';
import { orNotFound } from '../../or-not-found';

export const metadata: Metadata = { title: 'Call' };

export default async function InvocationPage({ params }: { params: Promise<{ id: string }> }) {
  const ctx = await sessionContext();
  const { id } = await params;
  const call = await orNotFound(getInvocation({ ctx, input: { id } }));
  return (
    <div className="grid min-w-0 gap-4">
      <CrumbTitle title={call.capability_id} />
      <PageHeader
        icon={<ScrollText />}
        title={call.capability_id}
        meta={
          <>
            <ShownStatusBadge status={call.status} />
            <span>
              by {call.agent_name}, <RelativeTime at={call.started_at} />
            </span>
          </>
        }
      />
      <InvocationFacts call={call} />
    </div>
  );
}
