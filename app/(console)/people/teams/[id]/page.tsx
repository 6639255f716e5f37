import { UsersRound } from 'lucide-react';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { ArchiveTeam } from '@/components/people/archive-team';
import { TeamMembers } from '@/components/people/team-members';
import { CrumbTitle } from '@/components/shell/crumb-title';
import { Badge } from '@/components/ui/badge';
import { Card, PropertyList } from '@/components/ui/card';
import { CopyId } from '@/components/ui/copy-button';
import { PageHeader } from '@/components/ui/page-header';
import { RelativeTime } from '@/components/ui/relative-time';
import { sessionContext } from '@/lib/auth/session';
import { isServiceError } from '@/lib/services/errors';
import { mayManagePeople } from '@/lib/services/people/update-user';
import { getTeam } from '@/lib/services/teams/list-teams';
import { searchPeople, submitAddMember, submitRemoveMember, submitTeam } from '../../actions';

export const metadata: Metadata = { title: 'Team' };

export default async function TeamPage({ params }: { params: Promise<{ id: string }> }) {
  const ctx = await sessionContext();
  const { id } = await params;
  const team = await getTeam({ ctx, id }).catch((error: unknown) => {
    if (isServiceError(error) && error.code === 'NOT_FOUND') return notFound();
    throw error;
  });
  const manages = mayManagePeople(ctx);
  return (
    <div className="grid gap-4">
      <CrumbTitle title={team.name} />
      <PageHeader
        title={team.name}
        icon={<UsersRound />}
        meta={
          <>
            <CopyId value={team.id} />
            {team.archived_at && <Badge>Archived</Badge>}
          </>
        }
        actions={manages && <ArchiveTeam team={team} onSave={submitTeam} />}
      />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <TeamMembers
          team={team}
          editable={manages}
          onSearch={searchPeople}
          onAdd={submitAddMember}
          onRemove={submitRemoveMember}
        />
        <Card title="Owns">
          <PropertyList
            items={[
              { label: 'Capabilities', value: team.owns.capabilities },
              { label: 'Providers', value: team.owns.providers },
              { label: 'Agents', value: team.owns.agents },
              { label: 'Since', value: <RelativeTime at={team.created_at} /> },
            ]}
          />
        </Card>
      </div>
    </div>
  );
}
