import { ShieldCheck } from 'lucide-react';
import type { Metadata } from 'next';
import { BeforeAfter } from '@/components/audit/before-after';
import { CrumbTitle } from '@/components/shell/crumb-title';
import { Card, PropertyList } from '@/components/ui/card';
import { CopyId } from '@/components/ui/copy-button';
import { DetailGrid } from '@/components/ui/detail-grid';
import { PageHeader } from '@/components/ui/page-header';
import { RelativeTime } from '@/components/ui/relative-time';
import { TextLink } from '@/components/ui/text-link';
import { sessionContext } from '@/lib/auth/session';
import { getAuditEvent } from '@/lib/services/ledger/list-audit-view';
import { orNotFound } from '../../or-not-found';

export const metadata: Metadata = { title: 'Change' };

export default async function AuditEventPage({ params }: { params: Promise<{ id: string }> }) {
  const ctx = await sessionContext();
  const { id } = await params;
  const event = await orNotFound(getAuditEvent({ ctx, input: { id } }));
  const history = `/audit?target=${encodeURIComponent(event.target_id)}`;
  return (
    <div className="grid min-w-0 gap-4">
      <CrumbTitle title={event.action} />
      <PageHeader
        title={event.action}
        icon={<ShieldCheck />}
        meta={
          <>
            <CopyId value={event.target_id} />
            <span>
              by {event.actor_name}, <RelativeTime at={event.at} />
            </span>
          </>
        }
      />
      <DetailGrid
        railLabel="Properties"
        rail={
          <Card title="Properties">
            <PropertyList
              items={[
                { label: 'Target', value: event.target_kind.replaceAll('_', ' ') },
                { label: 'History', value: <TextLink href={history}>All its changes</TextLink> },
                { label: 'By', value: `${event.actor_name} (${event.actor_kind})` },
                { label: 'Door', value: event.door },
                { label: 'Request', value: <CopyId value={event.request_id} /> },
                { label: 'Event', value: <CopyId value={event.id} /> },
              ]}
            />
          </Card>
        }
      >
        {event.reason && (
          <Card title="Reason">
            <p className="whitespace-pre-wrap break-words text-sm">{event.reason}</p>
          </Card>
        )}
        <BeforeAfter before={event.before} after={event.after} />
      </DetailGrid>
    </div>
  );
}
