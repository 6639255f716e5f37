import { UsersRound } from 'lucide-react';
import type { Metadata } from 'next';
import { ArchiveTeam } from '@/components/people/archive-team';
import { Owns } from '@/components/people/owns';
import { TeamMembers } from '@/components/people/team-members';
import { CrumbTitle } from '@/components/shell/crumb-title';
import { Badge } from '@/components/ui/badge';
import { CopyId } from '@/components/ui/copy-button';
import { DetailGrid } from '@/components/ui/detail-grid';
import { PageHeader } from '@/components/ui/page-header';
import { sessionContext } from '@/lib/auth/session';
import { findOrphaning } from '@/lib/services/ownership/find-orphaning';
import { mayManagePeople } from '@/lib/services/people/update-user';
import { getTeam } from '@/lib/services/teams/list-teams';
import { orNotFound } from '../../../or-not-found';
import { searchPeople, submitAddMember, submitRemoveMember, submitTeam } from '../../actions';

export const metadata: Metadata = { title: 'Team' };

export default async function TeamPage({ params }: { params: Promise<{ id: string }> }) {
  const ctx = await sessionContext();
  const { id } = await params;
  const team = await orNotFound(getTeam({ ctx, id }));
  const orphaning = await findOrphaning({ ctx, input: { team: id } });
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
        actions={manages && <ArchiveTeam team={team} orphaning={orphaning} onSave={submitTeam} />}
      />
      <DetailGrid railLabel="Owns" rail={<Owns team={team} />}>
        <TeamMembers
          team={team}
          orphaning={orphaning}
          editable={manages}
          onSearch={searchPeople}
          onAdd={submitAddMember}
          onRemove={submitRemoveMember}
        />
      </DetailGrid>
    </div>
  );
}
