import { FindAndAsk } from '@/components/access-requests/find-and-ask';
import { AgentFacts } from '@/components/agents/agent-facts';
import { AgentForm } from '@/components/agents/agent-form';
import { AgentKeys } from '@/components/agents/agent-keys';
import { Connect } from '@/components/agents/connect';
import { GrantsEditor } from '@/components/agents/grants-editor';
import { PinsEditor } from '@/components/agents/pins-editor';
import { Card } from '@/components/ui/card';
import { DetailGrid } from '@/components/ui/detail-grid';
import { EmptyState } from '@/components/ui/empty-state';
import { AgentMajors } from '@/components/versions/agent-majors';
import type { Agent } from '@/lib/schemas/agents';
import { getGrants } from '@/lib/services/agents/get-grants';
import { type agentRights, listAgentKeys } from '@/lib/services/agents/list-agent-keys';
import { listAgentMajors } from '@/lib/services/agents/list-agent-majors';
import type { Context } from '@/lib/services/context';
import { listProfiles } from '@/lib/services/profiles/list-profiles';
import { getInstallation } from '@/lib/services/settings/get-installation';
import { listTeams } from '@/lib/services/teams/list-teams';
import { submitAgent, submitGrants, submitMove, submitNewKey, submitRevokeKey } from '../actions';
import { searchCapabilities, searchTargets } from '../search-actions';

type Props = {
  ctx: Context;
  agent: Agent;
  tab: string;
  rights: ReturnType<typeof agentRights>;
};

/** What stands under the tabs; each reads only what it shows. */
export async function AgentTab({ ctx, agent, tab, rights }: Props) {
  if (tab === 'grants') {
    const grants = await getGrants({ ctx, id: agent.id });
    return (
      <div className="grid min-w-0 gap-4">
        <GrantsEditor
          key={agent.id}
          agentId={agent.id}
          grants={grants.items}
          rowVersion={grants.row_version}
          editable={rights.grants}
          onSearch={searchTargets}
          onSave={submitGrants}
        />
        {rights.grants && <FindAndAsk agentId={agent.id} onSearch={searchCapabilities} />}
      </div>
    );
  }
  if (tab === 'keys') return <Keys ctx={ctx} agent={agent} rights={rights} />;
  if (tab === 'pins') {
    return (
      <PinsEditor
        key={agent.row_version}
        agent={agent}
        editable={rights.manage}
        onSearch={searchCapabilities}
        onSave={submitAgent}
      />
    );
  }
  if (tab === 'majors') {
    const { items } = await listAgentMajors({ ctx, input: { agent_id: agent.id } });
    return (
      <AgentMajors agentId={agent.id} majors={items} editable={rights.grants} onMove={submitMove} />
    );
  }
  if (tab === 'connect') {
    const { baseUrl } = getInstallation();
    return <Connect baseUrl={baseUrl} agentId={agent.id} hasKey={agent.counts.live_keys > 0} />;
  }
  return <Overview ctx={ctx} agent={agent} rights={rights} />;
}

async function Keys({ ctx, agent, rights }: Omit<Props, 'tab'>) {
  if (!rights.manage) {
    return (
      <EmptyState
        title="Keys are for the owners"
        description={`Members of ${agent.owner_name} and admins see the keys of this agent.`}
      />
    );
  }
  const keys = await listAgentKeys({ ctx, input: { agent_id: agent.id } });
  return (
    <AgentKeys
      agentId={agent.id}
      keys={keys.items}
      mayMake={rights.keys}
      onCreate={submitNewKey}
      onRevoke={submitRevokeKey}
    />
  );
}

async function Overview({ ctx, agent, rights }: Omit<Props, 'tab'>) {
  const facts = (
    <Card title="Properties">
      <AgentFacts agent={agent} />
    </Card>
  );
  if (!rights.manage) return facts;
  const [teams, profiles] = await Promise.all([
    listTeams({ ctx, input: { limit: 200, archived: false } }),
    listProfiles({ ctx, input: { limit: 200 } }),
  ]);
  return (
    <DetailGrid railLabel="Properties" rail={facts}>
      <Card title="Settings">
        <AgentForm
          key={agent.row_version}
          agent={agent}
          teams={teams.items}
          profiles={profiles.items}
          mayGiveRoles={rights.roles}
          onSave={submitAgent}
        />
      </Card>
    </DetailGrid>
  );
}
