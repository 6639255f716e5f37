import { ShieldCheck } from 'lucide-react';
import type { Metadata } from 'next';
import { IncidentTable } from '@/components/incidents/incident-table';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { CursorPagination } from '@/components/ui/pagination';
import { TabLinks } from '@/components/ui/tabs';
import { TextLink } from '@/components/ui/text-link';
import { sessionContext } from '@/lib/auth/session';
import { incidentQuerySchema } from '@/lib/schemas/incidents';
import { listIncidentsView } from '@/lib/services/incidents/list-incidents-view';

export const metadata: Metadata = { title: 'Incidents' };

const VIEWS = [
  { href: '/incidents', label: 'All' },
  { href: '/incidents?state=open', label: 'Open' },
  { href: '/incidents?state=restored', label: 'Restored' },
];

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function IncidentsPage({ searchParams }: Props) {
  const ctx = await sessionContext();
  const asked = incidentQuerySchema.safeParse(await searchParams);
  const input = asked.success ? asked.data : incidentQuerySchema.parse({});
  const { items, next_cursor: next } = await listIncidentsView({ ctx, input });
  return (
    <div className="grid min-w-0 gap-4">
      <PageHeader
        title="Incidents"
        description="Emergency disables, from press to restore. A target is stopped while any open incident covers it."
      />
      <TabLinks label="Views" items={VIEWS} />
      <Card flush>
        {items.length > 0 ? (
          <IncidentTable incidents={items} />
        ) : (
          <EmptyState
            icon={<ShieldCheck />}
            title={input.state === 'open' ? 'Nothing is stopped' : 'No emergency disable yet'}
            description={
              <>
                The red button stands on the page of every{' '}
                <TextLink href="/capabilities">capability</TextLink>,{' '}
                <TextLink href="/providers">provider</TextLink> and{' '}
                <TextLink href="/agents">agent</TextLink>.
              </>
            }
          />
        )}
        <CursorPagination
          first={`/incidents?state=${input.state}`}
          next={next}
          later={input.cursor !== undefined}
        />
      </Card>
    </div>
  );
}
