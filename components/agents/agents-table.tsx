'use client';

import { Bot, CirclePause, CirclePlay } from 'lucide-react';
import type { ReactNode } from 'react';
import { DataTable } from '@/components/data-table/data-table';
import type { DataColumn } from '@/components/data-table/types';
import { Badge } from '@/components/ui/badge';
import { NameAndId } from '@/components/ui/name-and-id';
import { RelativeTime } from '@/components/ui/relative-time';
import type { Agent } from '@/lib/schemas/agents';
import { agentsTable } from './table-spec';

const never = <span className="text-muted">Never</span>;

const columns: DataColumn<Agent>[] = [
  {
    id: 'name',
    header: 'Agent',
    cell: (agent) => <NameAndId name={agent.name} id={agent.id} />,
  },
  { id: 'owner', header: 'Owner', className: 'w-40', cell: (agent) => agent.owner_name },
  { id: 'state', header: 'State', className: 'w-28', cell: (agent) => <State on={agent.active} /> },
  {
    id: 'grants',
    header: 'Grants',
    align: 'right',
    className: 'w-20',
    cell: (agent) => agent.counts.grants,
  },
  {
    id: 'keys',
    header: 'Live keys',
    align: 'right',
    className: 'w-24',
    cell: (agent) => agent.counts.live_keys,
  },
  {
    id: 'providers',
    header: 'Providers',
    className: 'w-36',
    defaultHidden: true,
    cell: (agent) => providersText(agent.allowed_providers),
  },
  {
    id: 'last_used',
    header: 'Last call',
    className: 'w-32',
    cell: (agent) => (agent.last_used_at ? <RelativeTime at={agent.last_used_at} /> : never),
  },
  {
    id: 'updated',
    header: 'Changed',
    className: 'w-32',
    defaultHidden: true,
    cell: (agent) => <RelativeTime at={agent.updated_at} />,
  },
];

function providersText(allowed: readonly string[]): string {
  if (allowed.includes('*')) return 'All';
  return allowed.length === 0 ? 'None' : String(allowed.length);
}

/** Whether an agent's keys work: icon, word and colour. */
export function State({ on }: { on: boolean }) {
  return on ? (
    <Badge tone="success">
      <CirclePlay aria-hidden /> Active
    </Badge>
  ) : (
    <Badge tone="neutral">
      <CirclePause aria-hidden /> Off
    </Badge>
  );
}

type Props = {
  rows: readonly Agent[];
  total: number;
  teams: readonly { id: string; name: string }[];
  /** The button that registers one; absent for people who may not. */
  action: ReactNode;
};

export function AgentsTable({ rows, total, teams, action }: Props) {
  return (
    <DataTable
      id="agents"
      label="Agents"
      spec={agentsTable}
      columns={columns}
      rows={rows}
      total={total}
      getRowId={(agent) => agent.id}
      getRowHref={(agent) => `/agents/${agent.id}`}
      searchable
      searchPlaceholder="Search agents"
      facets={[
        {
          key: 'owner',
          label: 'Owner',
          options: teams.map(({ id, name }) => ({ value: id, label: name })),
        },
        {
          key: 'state',
          label: 'State',
          options: [
            { value: 'active', label: 'Active' },
            { value: 'off', label: 'Off' },
          ],
        },
      ]}
      empty={{
        icon: <Bot />,
        title: 'No agents yet',
        description: 'An agent is a program that discovers capabilities and calls them with a key.',
        action,
      }}
    />
  );
}
