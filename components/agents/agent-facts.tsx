import { PropertyList } from '@/components/ui/card';
import { CopyId } from '@/components/ui/copy-button';
import { RelativeTime } from '@/components/ui/relative-time';
import { TextLink } from '@/components/ui/text-link';
import type { Agent } from '@/lib/schemas/agents';

/** The right rail: what an agent is, without its controls. */
export function AgentFacts({ agent }: { agent: Agent }) {
  const all = agent.allowed_providers.includes('*');
  return (
    <PropertyList
      items={[
        { label: 'Id', value: <CopyId value={agent.id} /> },
        { label: 'Tenant', value: agent.tenant },
        {
          label: 'Owner',
          value: <TextLink href={`/people/teams/${agent.owner}`}>{agent.owner_name}</TextLink>,
        },
        {
          label: 'Providers',
          value: all ? 'Every one' : agent.allowed_providers.join(', ') || null,
        },
        { label: 'Roles', value: agent.roles.join(', ') || null },
        { label: 'Highest risk', value: agent.risk_ceiling ?? 'No ceiling' },
        { label: 'Top-K', value: agent.top_k ?? 'Tenant’s default' },
        { label: 'Grants', value: agent.counts.grants },
        { label: 'Live keys', value: agent.counts.live_keys },
        {
          label: 'Last call',
          value: agent.last_used_at ? <RelativeTime at={agent.last_used_at} /> : 'Never',
        },
        { label: 'Registered', value: <RelativeTime at={agent.created_at} /> },
      ]}
    />
  );
}
