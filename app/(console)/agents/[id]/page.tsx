import { Bot } from 'lucide-react';
import type { Metadata } from 'next';
import { ActiveSwitch } from '@/components/agents/active-switch';
import { State } from '@/components/agents/agents-table';
import { OwnedBy } from '@/components/people/owned-by';
import { CrumbTitle } from '@/components/shell/crumb-title';
import { Callout } from '@/components/ui/callout';
import { CopyId } from '@/components/ui/copy-button';
import { PageHeader } from '@/components/ui/page-header';
import { TabLinks } from '@/components/ui/tabs';
import { sessionContext } from '@/lib/auth/session';
import { getAgent } from '@/lib/services/agents/get-agent';
import { agentRights } from '@/lib/services/agents/list-agent-keys';
import { mayPress } from '@/lib/services/incidents/may-press';
import { EmergencyButton } from '../../incidents/emergency-button';
import { openIncidentOf } from '../../incidents/open-incident-of';
import { orNotFound } from '../../or-not-found';
import { OfferNotice } from '../../ownership/offer-notice';
import { submitAgent } from '../actions';
import { AgentTab } from './agent-tab';

type Props = {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await params).id };
}

export default async function AgentPage({ params, searchParams }: Props) {
  const ctx = await sessionContext();
  const { id } = await params;
  const agent = await orNotFound(getAgent({ ctx, id }));
  const target = { kind: 'agent' as const, id: agent.id };
  const openIncident = await openIncidentOf(ctx, agent.tenant, target);
  const rights = agentRights(ctx, agent.owner);
  const tab = String((await searchParams).tab ?? 'overview');
  const at = (name: string) => `/agents/${agent.id}?tab=${name}`;
  return (
    <div className="grid gap-4">
      <CrumbTitle title={agent.name} />
      <PageHeader
        title={agent.name}
        icon={<Bot />}
        {...(agent.description ? { description: agent.description } : {})}
        meta={
          <>
            <State on={agent.active} />
            <CopyId value={agent.id} />
            <OwnedBy team={agent.owner} name={agent.owner_name} />
          </>
        }
        actions={
          <>
            <EmergencyButton
              target={target}
              openIncident={openIncident}
              {...mayPress(ctx, { tenantId: agent.tenant, ownerTeamId: agent.owner })}
            />
            {rights.manage && <ActiveSwitch agent={agent} onSave={submitAgent} />}
          </>
        }
      />
      <OfferNotice ctx={ctx} target={{ ...target, tenantId: agent.tenant }} />
      {agent.warnings && agent.warnings.length > 0 && (
        <Callout tone="warning" title="Not ready yet">
          <ul className="list-disc pl-4">
            {agent.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Callout>
      )}
      <TabLinks
        label="Sections"
        items={[
          { href: `/agents/${agent.id}`, label: 'Overview' },
          { href: at('grants'), label: 'Grants', count: agent.counts.grants },
          { href: at('keys'), label: 'Keys', count: agent.counts.live_keys },
          { href: at('pins'), label: 'Pins', count: agent.pins.length },
          { href: at('majors'), label: 'Majors' },
          { href: at('connect'), label: 'Connect' },
        ]}
      />
      <AgentTab ctx={ctx} agent={agent} tab={tab} rights={rights} />
    </div>
  );
}
