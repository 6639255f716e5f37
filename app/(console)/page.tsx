import type { Metadata } from 'next';
import { FirstSteps } from '@/components/overview/first-steps';
import { Numbers, Troubles } from '@/components/overview/numbers';
import { RecentCalls, RecentIncidents } from '@/components/overview/recent';
import { WaitingForMe } from '@/components/overview/waiting';
import { PageHeader } from '@/components/ui/page-header';
import { sessionContext } from '@/lib/auth/session';
import { firstSteps } from '@/lib/services/overview/first-steps';
import { getOverview } from '@/lib/services/overview/get-overview';

export const metadata: Metadata = { title: 'Overview' };

export default async function OverviewPage() {
  const ctx = await sessionContext();
  const overview = await getOverview({ ctx });
  return (
    <div className="grid min-w-0 gap-4">
      <PageHeader
        title="Overview"
        description="What waits for you, what is wrong, and what agents did lately."
      />
      <Troubles overview={overview} />
      <FirstSteps steps={firstSteps(ctx, overview.counts)} />
      <Numbers overview={overview} />
      <div className="grid min-w-0 items-start gap-4 lg:grid-cols-2">
        {overview.ledger === 'none' ? (
          <>
            <WaitingForMe overview={overview} />
            <RecentIncidents overview={overview} />
          </>
        ) : (
          <>
            <div className="grid min-w-0 gap-4">
              <WaitingForMe overview={overview} />
              <RecentIncidents overview={overview} />
            </div>
            <RecentCalls overview={overview} />
          </>
        )}
      </div>
    </div>
  );
}
