import { Siren } from 'lucide-react';
import type { Metadata } from 'next';
import { cache } from 'react';
import { IncidentFacts } from '@/components/incidents/incident-facts';
import { IncidentStateBadge } from '@/components/incidents/incident-table';
import { RestoreDialog } from '@/components/incidents/restore-dialog';
import { CrumbTitle } from '@/components/shell/crumb-title';
import { Callout } from '@/components/ui/callout';
import { PageHeader } from '@/components/ui/page-header';
import { sessionContext } from '@/lib/auth/session';
import { getIncident } from '@/lib/services/incidents/get-incident';
import { orNotFound } from '../../or-not-found';
import { submitRestore } from '../actions';

type Props = { params: Promise<{ id: string }> };

const load = cache(async (id: string) => {
  const ctx = await sessionContext();
  return orNotFound(getIncident({ ctx, input: { id } }));
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { target } = await load((await params).id);
  return { title: `Incident: ${target.id}` };
}

export default async function IncidentPage({ params }: Props) {
  const incident = await load((await params).id);
  const { target } = incident;
  const open = incident.restored_at === null;
  const blocked = incident.restore_blocked;
  const title = `${target.kind} ${target.id}`;
  return (
    <div className="grid min-w-0 gap-4">
      <CrumbTitle title={title} />
      <PageHeader
        icon={<Siren />}
        title={`${open ? 'Stopped' : 'Was stopped'}: ${title}`}
        meta={<IncidentStateBadge restored={!open} />}
        actions={
          open &&
          blocked.length === 0 && (
            <RestoreDialog
              incidentId={incident.id}
              targetId={target.id}
              alsoOpen={incident.also_open}
              onRestore={submitRestore}
            />
          )
        }
      />
      {open && blocked.length > 0 && (
        <Callout tone="info" title="Somebody else restores this">
          {blocked.join(' ')}
        </Callout>
      )}
      <IncidentFacts incident={incident} />
    </div>
  );
}
