'use client';

import { UsersRound } from 'lucide-react';
import { useMemo } from 'react';
import { DataTable } from '@/components/data-table/data-table';
import type { DataColumn } from '@/components/data-table/types';
import { Badge } from '@/components/ui/badge';
import { RelativeTime } from '@/components/ui/relative-time';
import { ROLES } from '@/lib/core/shared/domain';
import type { User } from '@/lib/schemas/people';
import { ROLE_WORDS } from './role-words';
import { peopleTable } from './table-spec';

function columnsOf(tenant: string): DataColumn<User>[] {
  return [
    {
      id: 'name',
      header: 'Person',
      cell: (user) => (
        <span className="flex min-w-0 items-baseline gap-2">
          <span className="truncate font-medium" title={user.name}>
            {user.name}
          </span>
          {!user.active && <Badge>Deactivated</Badge>}
        </span>
      ),
    },
    {
      id: 'email',
      header: 'E-mail',
      className: 'w-64',
      cell: (user) => (
        <span className="block truncate" title={user.email}>
          {user.email}
        </span>
      ),
    },
    {
      id: 'roles',
      header: 'Roles here',
      className: 'w-56',
      cell: (user) => rolesCell(user, tenant),
    },
    {
      id: 'teams',
      header: 'Teams',
      className: 'w-48',
      cell: (user) => {
        const names = user.teams.filter((team) => team.tenant === tenant).map((team) => team.name);
        return names.join(', ') || <span className="text-muted">None</span>;
      },
    },
    {
      id: 'last_seen',
      header: 'Last sign-in',
      className: 'w-32',
      cell: (user) =>
        user.last_seen_at ? (
          <RelativeTime at={user.last_seen_at} />
        ) : (
          <span className="text-muted">Never</span>
        ),
    },
  ];
}

function rolesCell(user: User, tenant: string) {
  const roles = user.roles.filter((role) => role.tenant === tenant);
  if (roles.length === 0) return <Badge tone="warning">No role</Badge>;
  return (
    <span className="flex flex-wrap gap-1">
      {roles.map(({ role }) => (
        <Badge key={role} tone={role === 'admin' ? 'accent' : 'neutral'}>
          {ROLE_WORDS[role].label}
        </Badge>
      ))}
    </span>
  );
}

type Props = { rows: readonly User[]; total: number; tenant: string };

export function PeopleTable({ rows, total, tenant }: Props) {
  const columns = useMemo(() => columnsOf(tenant), [tenant]);
  return (
    <DataTable
      id="people"
      label="People"
      spec={peopleTable}
      columns={columns}
      rows={rows}
      total={total}
      getRowId={(user) => user.id}
      getRowHref={(user) => `/people/${user.id}`}
      searchable
      searchPlaceholder="Search people"
      facets={[
        {
          key: 'role',
          label: 'Role',
          options: ROLES.map((role) => ({ value: role, label: ROLE_WORDS[role].label })),
        },
        {
          key: 'state',
          label: 'State',
          options: [
            { value: 'active', label: 'Active' },
            { value: 'off', label: 'Deactivated' },
          ],
        },
      ]}
      empty={{
        icon: <UsersRound />,
        title: 'Nobody here yet',
        description: 'Invite a second person: nothing is promoted by one pair of eyes.',
      }}
    />
  );
}
