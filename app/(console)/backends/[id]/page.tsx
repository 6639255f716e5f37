import { Database } from 'lucide-react';
import type { Metadata } from 'next';
import { cache } from 'react';
import { OwnedBy } from '@/components/people/owned-by';
import { BackendSettings } from '@/components/providers/backend-form';
import { ProviderLinks } from '@/components/providers/backends-list';
import { CrumbTitle } from '@/components/shell/crumb-title';
import { Card } from '@/components/ui/card';
import { CopyId } from '@/components/ui/copy-button';
import { DetailGrid } from '@/components/ui/detail-grid';
import { PageHeader } from '@/components/ui/page-header';
import { sessionContext } from '@/lib/auth/session';
import type { BackendView } from '@/lib/schemas/providers';
import { mayPress } from '@/lib/services/incidents/may-press';
import { getBackend } from '@/lib/services/providers/backends';
import { mayManageProvider } from '@/lib/services/providers/get-provider-page';
import { listTeams } from '@/lib/services/teams/list-teams';
import { EmergencyButton } from '../../incidents/emergency-button';
import { openIncidentOf } from '../../incidents/open-incident-of';
import { orNotFound } from '../../or-not-found';
import { OfferNotice } from '../../ownership/offer-notice';
import { submitBackendSettings } from '../actions';

type Props = { params: Promise<{ id: string }> };

const load = cache(async (id: string): Promise<BackendView> => {
  const ctx = await sessionContext();
  return orNotFound(getBackend({ ctx, input: { id: decodeURIComponent(id) } }));
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await load((await params).id)).name };
}

export default async function BackendPage({ params }: Props) {
  const ctx = await sessionContext();
  const backend = await load((await params).id);
  const teams = await listTeams({ ctx, input: { limit: 200, archived: false } });
  const owned = { tenantId: backend.tenant_id, ownerTeamId: backend.owner };
  const target = { kind: 'backend' as const, id: backend.id };
  const openIncident = await openIncidentOf(ctx, owned.tenantId, target);
  const owner = teams.items.find(({ id }) => id === backend.owner)?.name ?? backend.owner;
  return (
    <div className="grid min-w-0 gap-4">
      <CrumbTitle title={backend.name} />
      <PageHeader
        icon={<Database />}
        title={backend.name}
        {...(backend.description ? { description: backend.description } : {})}
        meta={
          <>
            <CopyId value={backend.id} />
            <OwnedBy team={backend.owner} name={owner} />
          </>
        }
        actions={
          <EmergencyButton target={target} openIncident={openIncident} {...mayPress(ctx, owned)} />
        }
      />
      <OfferNotice ctx={ctx} target={{ ...target, tenantId: owned.tenantId }} />
      <DetailGrid
        railLabel="Providers"
        rail={
          <Card
            title="Providers"
            description="What reaches it. Set the backend on the provider's own page."
          >
            <ProviderLinks ids={backend.providers} />
          </Card>
        }
      >
        <Card title="Settings">
          <BackendSettings
            key={backend.row_version}
            backend={backend}
            teams={teams.items.map(({ id, name }) => ({ value: id, label: name }))}
            whyNot={mayManageProvider(ctx.actor, owned).whyNot}
            onSave={submitBackendSettings}
          />
        </Card>
      </DetailGrid>
    </div>
  );
}
