import type { Metadata } from 'next';
import { parseTableSearchParams } from '@/components/data-table/state';
import { InviteDialog } from '@/components/people/invite-dialog';
import { NewTeam } from '@/components/people/new-team';
import { PeopleTable } from '@/components/people/people-table';
import { peopleTable } from '@/components/people/table-spec';
import { TeamsList } from '@/components/people/teams-list';
import { PageHeader } from '@/components/ui/page-header';
import { TabLinks } from '@/components/ui/tabs';
import { sessionContext } from '@/lib/auth/session';
import type { Context } from '@/lib/services/context';
import { listUsersView } from '@/lib/services/people/list-users-view';
import { mayManagePeople } from '@/lib/services/people/update-user';
import { getInstallation } from '@/lib/services/settings/get-installation';
import { listTeams } from '@/lib/services/teams/list-teams';
import { submitNewTeam, submitNewUser } from './actions';

export const metadata: Metadata = { title: 'Teams and people' };

type Params = Record<string, string | string[] | undefined>;
type Props = { searchParams: Promise<Params> };

export default async function PeoplePage({ searchParams }: Props) {
  const ctx = await sessionContext();
  const params = await searchParams;
  const manages = mayManagePeople(ctx);
  const onTeams = params.tab === 'teams';
  const action = onTeams ? (
    <NewTeam startOpen={params.new === 'team'} onCreate={submitNewTeam} />
  ) : (
    <InviteDialog
      tenant={ctx.tenantId}
      hasProvider={getInstallation().oidc !== null}
      startOpen={params.new === 'person'}
      onCreate={submitNewUser}
    />
  );
  return (
    <div className="grid gap-4">
      <PageHeader
        title="Teams and people"
        description="Who may do what. Roles count in this tenant; teams own what they register."
        actions={manages && action}
      />
      <TabLinks
        label="Sections"
        items={[
          { href: '/people', label: 'People', active: !onTeams },
          { href: '/people?tab=teams', label: 'Teams', active: onTeams },
        ]}
      />
      {onTeams ? <Teams ctx={ctx} /> : <People ctx={ctx} params={params} />}
    </div>
  );
}

async function People({ ctx, params }: { ctx: Context; params: Params }) {
  const input = parseTableSearchParams(params, peopleTable);
  const { rows, total } = await listUsersView({ ctx, input });
  return <PeopleTable rows={rows} total={total} tenant={ctx.tenantId} />;
}

async function Teams({ ctx }: { ctx: Context }) {
  const teams = await listTeams({ ctx, input: { limit: 200, archived: true } });
  return <TeamsList teams={teams.items} />;
}
