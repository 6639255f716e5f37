import { Server } from 'lucide-react';
import type { Metadata } from 'next';
import { cache } from 'react';
import { HealthBadge } from '@/components/catalog/health';
import { StoppedBadge } from '@/components/catalog/status-badge';
import { OwnedBy } from '@/components/people/owned-by';
import { ArchiveProvider } from '@/components/providers/archive-provider';
import { CapabilityCounts, ProviderProperties } from '@/components/providers/provider-overview';
import { ProviderSettings } from '@/components/providers/provider-settings';
import { SyncHistory } from '@/components/providers/sync-history';
import { SyncButton, SyncProgress } from '@/components/providers/sync-state';
import { SyncsProvider } from '@/components/providers/syncs';
import { CrumbTitle } from '@/components/shell/crumb-title';
import { Callout } from '@/components/ui/callout';
import { CopyId } from '@/components/ui/copy-button';
import { DetailGrid } from '@/components/ui/detail-grid';
import { PageHeader } from '@/components/ui/page-header';
import { TabLinks } from '@/components/ui/tabs';
import { sessionContext } from '@/lib/auth/session';
import type { ProviderPage as Page } from '@/lib/schemas/providers';
import type { Context } from '@/lib/services/context';
import { mayPress } from '@/lib/services/incidents/may-press';
import { listBackends } from '@/lib/services/providers/backends';
import { listSyncs } from '@/lib/services/providers/get-provider';
import { getProviderPage } from '@/lib/services/providers/get-provider-page';
import { nameStarters } from '@/lib/services/providers/name-starters';
import { listTeams } from '@/lib/services/teams/list-teams';
import { EmergencyButton } from '../../incidents/emergency-button';
import { openIncidentOf } from '../../incidents/open-incident-of';
import { orNotFound } from '../../or-not-found';
import { OfferNotice } from '../../ownership/offer-notice';
import { readSyncs, submitArchive, submitSettings, submitSync } from '../actions';

type Props = {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

const load = cache(async (id: string): Promise<Page> => {
  const ctx = await sessionContext();
  return orNotFound(getProviderPage({ ctx, input: { id: decodeURIComponent(id) } }));
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await load((await params).id)).name };
}

export default async function ProviderPage({ params, searchParams }: Props) {
  const ctx = await sessionContext();
  const provider = await load((await params).id);
  const tab = (await searchParams).tab === 'settings' ? 'settings' : 'overview';
  const base = `/providers/${provider.id}`;
  return (
    <SyncsProvider
      shown={provider.sync ? [provider.sync] : []}
      onSync={submitSync}
      onRead={readSyncs}
    >
      <div className="grid min-w-0 gap-4">
        <CrumbTitle title={provider.name} />
        <Header ctx={ctx} provider={provider} />
        {provider.health_reason && provider.health !== 'HEALTHY' && (
          <Callout
            tone={provider.health === 'UNHEALTHY' ? 'danger' : 'warning'}
            title="The last check went wrong; what it offered before stays in the catalog"
          >
            {provider.health_reason}
          </Callout>
        )}
        <OfferNotice
          ctx={ctx}
          target={{ tenantId: provider.tenant_id, kind: 'provider', id: provider.id }}
        />
        <SyncProgress provider={provider.id} sync={provider.sync} />
        <TabLinks
          label="Sections"
          items={[
            { href: base, label: 'Overview' },
            { href: `${base}?tab=settings`, label: 'Settings' },
          ]}
        />
        {tab === 'settings' ? (
          <Settings ctx={ctx} provider={provider} />
        ) : (
          <Overview ctx={ctx} provider={provider} />
        )}
      </div>
    </SyncsProvider>
  );
}

type Part = { ctx: Context; provider: Page };

async function Header({ ctx, provider }: Part) {
  const { tenant_id: tenantId, owner: ownerTeamId, id } = provider;
  const target = { kind: 'provider' as const, id };
  const openIncident = await openIncidentOf(ctx, tenantId, target);
  return (
    <PageHeader
      icon={<Server />}
      title={provider.name}
      {...(provider.description ? { description: provider.description } : {})}
      meta={
        <>
          <HealthBadge health={provider.health} reason={provider.health_reason} />
          <CopyId value={id} />
          <OwnedBy team={ownerTeamId} name={provider.owner_name} />
          {provider.stopped && <StoppedBadge />}
        </>
      }
      actions={
        <>
          <EmergencyButton
            target={target}
            openIncident={openIncident}
            {...mayPress(ctx, { tenantId, ownerTeamId })}
          />
          <ArchiveProvider provider={provider} onArchive={submitArchive} />
          {provider.may_sync && (
            <SyncButton provider={id} sync={provider.sync} label="Sync now" variant="primary" />
          )}
        </>
      }
    />
  );
}

async function Overview({ ctx, provider }: Part) {
  const syncs = await listSyncs({ ctx, input: { id: provider.id, limit: 10 } });
  const names = await nameStarters(syncs.items);
  return (
    <DetailGrid railLabel="Properties" rail={<ProviderProperties provider={provider} />}>
      <CapabilityCounts provider={provider} />
      <section className="grid gap-2">
        <h2 className="font-medium text-sm">Last syncs</h2>
        <SyncHistory syncs={syncs.items} names={names} />
      </section>
    </DetailGrid>
  );
}

async function Settings({ ctx, provider }: Part) {
  const [teams, backends] = await Promise.all([
    listTeams({ ctx, input: { limit: 200, archived: false } }),
    listBackends({ ctx, input: { limit: 200 } }),
  ]);
  return (
    <div className="max-w-3xl">
      <ProviderSettings
        key={provider.row_version}
        provider={provider}
        teams={teams.items.map(({ id, name }) => ({ value: id, label: name }))}
        backends={backends.items
          .filter((item) => item.tenant_id === provider.tenant_id)
          .map(({ id, name }) => ({ value: id, label: name }))}
        onSave={submitSettings}
      />
    </div>
  );
}
