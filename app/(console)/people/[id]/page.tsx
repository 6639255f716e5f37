import { UserRound } from 'lucide-react';
import type { Metadata } from 'next';
import { AccountActs } from '@/components/people/account-acts';
import { PersonForm } from '@/components/people/person-form';
import { CrumbTitle } from '@/components/shell/crumb-title';
import { Badge } from '@/components/ui/badge';
import { Card, PropertyList } from '@/components/ui/card';
import { CopyId } from '@/components/ui/copy-button';
import { DetailGrid } from '@/components/ui/detail-grid';
import { PageHeader } from '@/components/ui/page-header';
import { RelativeTime } from '@/components/ui/relative-time';
import { TextLink } from '@/components/ui/text-link';
import { sessionContext } from '@/lib/auth/session';
import type { User } from '@/lib/schemas/people';
import { requireUser } from '@/lib/services/authorize';
import { getUser } from '@/lib/services/people/get-user';
import { mayManagePeople } from '@/lib/services/people/update-user';
import { orNotFound } from '../../or-not-found';
import { submitUser } from '../actions';

export const metadata: Metadata = { title: 'Person' };

export default async function PersonPage({ params }: { params: Promise<{ id: string }> }) {
  const ctx = await sessionContext();
  const { id } = await params;
  const user = await orNotFound(getUser({ ctx, id }));
  const manages = mayManagePeople(ctx);
  const self = requireUser(ctx.actor).userId === user.id;
  return (
    <div className="grid gap-4">
      <CrumbTitle title={user.name} />
      <PageHeader
        title={user.name}
        icon={<UserRound />}
        meta={
          <>
            <span>{user.email}</span>
            {user.active ? <Badge tone="success">Active</Badge> : <Badge>Deactivated</Badge>}
          </>
        }
        actions={
          manages && (
            <AccountActs key={user.row_version} user={user} self={self} onSave={submitUser} />
          )
        }
      />
      {manages ? (
        <DetailGrid railLabel="Properties" rail={<Facts user={user} tenant={ctx.tenantId} />}>
          <Card title="Account">
            <PersonForm
              key={user.row_version}
              user={user}
              tenant={ctx.tenantId}
              onSave={submitUser}
            />
          </Card>
        </DetailGrid>
      ) : (
        <Facts user={user} tenant={ctx.tenantId} />
      )}
    </div>
  );
}

function Facts({ user, tenant }: { user: User; tenant: string }) {
  const teams = user.teams.filter((team) => team.tenant === tenant);
  return (
    <Card title="Properties">
      <PropertyList
        items={[
          { label: 'Id', value: <CopyId value={user.id} /> },
          {
            label: 'Roles',
            value: user.roles.map((role) => `${role.role} in ${role.tenant}`).join(', ') || null,
          },
          {
            label: 'Teams here',
            value:
              teams.length === 0 ? null : (
                <span className="flex flex-wrap gap-2">
                  {teams.map((team) => (
                    <TextLink key={team.id} href={`/people/teams/${team.id}`}>
                      {team.name}
                    </TextLink>
                  ))}
                </span>
              ),
          },
          { label: 'Signs in with', value: user.has_password ? 'Password' : 'Identity provider' },
          {
            label: 'Last sign-in',
            value: user.last_seen_at ? <RelativeTime at={user.last_seen_at} /> : 'Never',
          },
          { label: 'Since', value: <RelativeTime at={user.created_at} /> },
        ]}
      />
    </Card>
  );
}
