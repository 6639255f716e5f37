import type { Metadata } from 'next';
import { AgentsTable } from '@/components/agents/agents-table';
import { NewAgentDialog } from '@/components/agents/new-agent-dialog';
import { agentsTable } from '@/components/agents/table-spec';
import { parseTableSearchParams } from '@/components/data-table/state';
import { PageHeader } from '@/components/ui/page-header';
import { sessionContext } from '@/lib/auth/session';
import { agentRights } from '@/lib/services/agents/list-agent-keys';
import { listAgentsView } from '@/lib/services/agents/list-agents-view';
import { listTeams } from '@/lib/services/teams/list-teams';
import { submitNewAgent } from './actions';

export const metadata: Metadata = { title: 'Agents' };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function AgentsPage({ searchParams }: Props) {
  const ctx = await sessionContext();
  const params = await searchParams;
  const [{ rows, total }, teams] = await Promise.all([
    listAgentsView({ ctx, input: parseTableSearchParams(params, agentsTable) }),
    listTeams({ ctx, input: { limit: 200, archived: false } }),
  ]);
  const owners = teams.items.filter((team) => agentRights(ctx, team.id).manage);
  const create =
    owners.length > 0 ? (
      <NewAgentDialog teams={owners} startOpen={params.new === 'agent'} onCreate={submitNewAgent} />
    ) : (
      <p className="text-muted text-table">
        To register an agent, join a team first. Ask an admin.
      </p>
    );
  return (
    <div className="grid gap-4">
      <PageHeader
        title="Agents"
        description="Who calls: programs with keys, each owned by a team, each allowed only what is granted."
        actions={create}
      />
      <AgentsTable rows={rows} total={total} teams={teams.items} action={null} />
    </div>
  );
}
