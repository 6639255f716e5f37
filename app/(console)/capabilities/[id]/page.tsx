import type { Metadata } from 'next';
import { cache } from 'react';
import { CapabilityNotices } from '@/components/capabilities/capability-notices';
import { HeaderActions } from '@/components/capabilities/header-actions';
import { HistoryPanel } from '@/components/capabilities/history-panel';
import { Properties } from '@/components/capabilities/properties';
import {
  OverviewPanel,
  ProvidersPanel,
  SchemaPanel,
  UsagePanel,
} from '@/components/capabilities/tab-panels';
import { type CapabilityTab, tabOf } from '@/components/capabilities/tabs';
import { VersionsPanel } from '@/components/capabilities/versions-panel';
import { LifecycleStepper } from '@/components/catalog/lifecycle-stepper';
import { RiskBadge } from '@/components/catalog/risk-badge';
import { StoppedBadge } from '@/components/catalog/status-badge';
import { TypeIcon } from '@/components/catalog/type-icon';
import { TryIt } from '@/components/invoke/try-it';
import { OwnedBy } from '@/components/people/owned-by';
import { CrumbTitle } from '@/components/shell/crumb-title';
import { CopyId } from '@/components/ui/copy-button';
import { DetailGrid } from '@/components/ui/detail-grid';
import { PageHeader } from '@/components/ui/page-header';
import { TabLinks } from '@/components/ui/tabs';
import { sessionContext } from '@/lib/auth/session';
import type { CapabilityView } from '@/lib/schemas/catalog-views';
import { listActableAgents } from '@/lib/services/agents/list-actable-agents';
import { compareVersions } from '@/lib/services/catalog/compare-versions';
import { getCapabilityView } from '@/lib/services/catalog/get-capability-view';
import { submitMove } from '../../agents/actions';
import { searchCapabilities } from '../../agents/search-actions';
import { EmergencyButton } from '../../incidents/emergency-button';
import { orNotFound } from '../../or-not-found';
import { OfferNotice } from '../../ownership/offer-notice';
import {
  attest,
  decideOnQuarantine,
  deprecate,
  dismiss,
  move,
  retire,
  rollback,
  smoke,
  tryDeprecation,
  undeprecate,
} from '../actions';
import { AccessTab } from './access-tab';
import { askDecision, callAsAgent } from './invoke-actions';

type Props = {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

const load = cache(async (id: string): Promise<CapabilityView> => {
  const ctx = await sessionContext();
  return orNotFound(getCapabilityView({ ctx, input: { capability_id: decodeURIComponent(id) } }));
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const view = await load((await params).id);
  return { title: view.capability.name };
}

export default async function CapabilityPage({ params, searchParams }: Props) {
  const view = await load((await params).id);
  const query = await searchParams;
  const tab = tabOf(query.tab);
  const { capability, next } = view;
  return (
    <div className="grid min-w-0 gap-4">
      <CrumbTitle title={capability.name} />
      <PageHeader
        icon={<TypeIcon type={capability.type} />}
        title={capability.name}
        description={capability.title || undefined}
        meta={
          <>
            <CopyId value={capability.id} />
            <RiskBadge risk={capability.risk} />
            <OwnedBy team={capability.owner} name={view.owner_name} />
            {view.incidents.length > 0 && <StoppedBadge />}
          </>
        }
        actions={
          <>
            {capability.status !== 'DRAFT' && (
              <EmergencyButton
                target={{ kind: 'capability', id: capability.id }}
                canPress={view.may.open_incident}
                whyNot={view.may.open_incident_reasons.join(' ') || undefined}
                openIncident={view.incidents.find((one) => one.target_kind === 'capability')?.id}
              />
            )}
            <HeaderActions
              view={view}
              onMove={move}
              onDismiss={dismiss}
              onAttest={attest}
              onSmoke={smoke}
              onDeprecate={deprecate}
              onTryEnd={tryDeprecation}
              onSearch={searchCapabilities}
              onUndeprecate={undeprecate}
            />
          </>
        }
      />
      <LifecycleStepper status={capability.status} next={next ? needsText(view) : undefined} />
      <OfferNotice
        ctx={await sessionContext()}
        target={{ tenantId: capability.tenant_id, kind: 'capability', id: capability.id }}
      />
      <CapabilityNotices view={view} onQuarantine={decideOnQuarantine} />
      <TabLinks label="Sections" items={tabItems(view)} />
      <DetailGrid railLabel="Properties" rail={<Properties view={view} />}>
        <Panel tab={tab} view={view} query={query} />
      </DetailGrid>
    </div>
  );
}

function needsText({ next }: CapabilityView): string {
  if (!next) return '';
  const [first, ...more] = next.needs;
  if (!first) return next.label;
  return more.length > 0 ? `${first} (and ${more.length} more)` : first;
}

function tabItems(view: CapabilityView) {
  const base = `/capabilities/${view.capability.id}`;
  return [
    { href: base, label: 'Overview' },
    { href: `${base}?tab=schema`, label: 'Schema' },
    { href: `${base}?tab=versions`, label: 'Versions', count: view.versions.length },
    { href: `${base}?tab=access`, label: 'Access', count: view.access.length },
    { href: `${base}?tab=providers`, label: 'Providers', count: view.bindings.length },
    { href: `${base}?tab=usage`, label: 'Usage' },
    { href: `${base}?tab=history`, label: 'History' },
    ...(isLive(view) ? [{ href: `${base}?tab=try`, label: 'Try it' }] : []),
  ];
}

function isLive({ capability: { status } }: CapabilityView): boolean {
  return status === 'PRODUCTION' || status === 'DEPRECATED';
}

/** One real call by hand, as an agent this person may act as. */
async function TryPanel({ view }: { view: CapabilityView }) {
  const ctx = await sessionContext();
  const agents = await listActableAgents({ ctx, input: { act: 'agent.invoke' } });
  const { capability } = view;
  return (
    <TryIt
      capability={{
        id: capability.id,
        tenantId: capability.tenant_id,
        name: capability.name,
        risk: capability.risk,
        approvalRequired: capability.approval_required,
        inputSchema: capability.input_schema,
        schemas: Object.fromEntries(view.versions.map((one) => [one.version, one.input_schema])),
        safeExample: capability.safe_example,
      }}
      agents={agents}
      onAsk={askDecision}
      onCall={callAsAgent}
    />
  );
}

type Query = Awaited<Props['searchParams']>;

/** Versions with two of them compared: those of the address, else the current and the one before. */
async function Versions({ view, query }: { view: CapabilityView; query: Query }) {
  const [newest, older] = pairOf(view);
  const from = String(query.from ?? older ?? '');
  const to = String(query.to ?? newest ?? '');
  const isThere = (text: string) => view.versions.some((one) => one.version === text);
  const comparison =
    from !== to && isThere(from) && isThere(to)
      ? await compareVersions({
          ctx: await sessionContext(),
          input: { capability_id: view.capability.id, from, to },
        })
      : null;
  return (
    <VersionsPanel
      view={view}
      comparison={comparison}
      onRollback={rollback}
      onUndeprecate={undeprecate}
      onRetire={retire}
      onMove={submitMove}
      onDeprecate={deprecate}
      onTryEnd={tryDeprecation}
      onSearch={searchCapabilities}
    />
  );
}

function pairOf({ versions }: CapabilityView): (string | undefined)[] {
  const at = versions.findIndex((one) => one.current);
  const first = Math.min(Math.max(at, 0), Math.max(versions.length - 2, 0));
  return [versions[first]?.version, versions[first + 1]?.version];
}

function Panel(props: { tab: CapabilityTab; view: CapabilityView; query: Query }) {
  const { tab, view, query } = props;
  const { ask } = query;
  switch (tab) {
    case 'overview':
      return <OverviewPanel view={view} onSmoke={smoke} />;
    case 'schema':
      return <SchemaPanel view={view} />;
    case 'versions':
      return <Versions view={view} query={query} />;
    case 'access':
      return <AccessTab view={view} ask={typeof ask === 'string' ? ask : undefined} />;
    case 'providers':
      return <ProvidersPanel view={view} />;
    case 'usage':
      return <UsagePanel view={view} />;
    case 'history':
      return <HistoryPanel history={view.history} />;
    case 'try':
      return <TryPanel view={view} />;
  }
}
