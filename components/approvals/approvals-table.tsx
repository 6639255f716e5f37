'use client';

import { Stamp } from 'lucide-react';
import { RISK_OPTIONS, RiskBadge } from '@/components/catalog/risk-badge';
import { DataTable } from '@/components/data-table/data-table';
import type { DataColumn } from '@/components/data-table/types';
import { RelativeTime } from '@/components/ui/relative-time';
import type { ApprovalRow, ApprovalTable } from '@/lib/schemas/approval-views';
import { APPROVAL_STATUSES } from '@/lib/schemas/invoke';
import { APPROVAL_LOOK, ApprovalStatusBadge } from './approval-status';
import { approvalsTable } from './table-spec';

const columns: DataColumn<ApprovalRow>[] = [
  {
    id: 'capability',
    header: 'Call',
    cell: ({ capability, version }) => (
      <span className="flex min-w-0 items-baseline gap-2">
        <span className="truncate font-medium" title={capability.id}>
          {capability.id}
        </span>
        <span className="shrink-0 font-mono text-muted text-xs">{version}</span>
      </span>
    ),
  },
  { id: 'risk', header: 'Risk', className: 'w-24', cell: ({ risk }) => <RiskBadge risk={risk} /> },
  {
    id: 'status',
    header: 'Status',
    className: 'w-28',
    cell: ({ status }) => <ApprovalStatusBadge status={status} />,
  },
  {
    id: 'agent',
    header: 'Agent',
    className: 'w-44',
    cell: ({ agent }) => (
      <span className="block truncate" title={`${agent.name} (${agent.id})`}>
        {agent.name}
      </span>
    ),
  },
  {
    id: 'subject',
    header: 'On behalf of',
    className: 'w-40',
    cell: ({ subject }) =>
      subject ? (
        <span className="block truncate" title={subject}>
          {subject}
        </span>
      ) : (
        <span className="text-muted">Itself</span>
      ),
  },
  {
    id: 'requested',
    header: 'Asked',
    className: 'w-28',
    cell: (row) => <RelativeTime at={row.requested_at} />,
  },
  {
    id: 'decision',
    header: 'Time left or decided by',
    className: 'w-48',
    cell: (row) => <Ending row={row} />,
  },
];

function Ending({ row }: { row: ApprovalRow }) {
  if (row.status === 'PENDING') {
    return (
      <span>
        Expires <RelativeTime at={row.expires_at} />
        {!row.may_decide && <span className="text-muted"> · not yours</span>}
      </span>
    );
  }
  if (row.decided_by === null) return <span className="text-muted">Nobody</span>;
  return (
    <span className="block truncate" title={row.decided_by}>
      {row.decided_by}
    </span>
  );
}

type Choice = { value: string; label: string };
type Props = ApprovalTable & { agents: readonly Choice[] };

/** Calls that wait for a person, then those that waited. */
export function ApprovalsTable({ rows, total, counts, agents }: Props) {
  return (
    <DataTable
      id="approvals"
      label="Approvals"
      spec={approvalsTable}
      columns={columns}
      rows={rows}
      total={total}
      getRowId={(row) => row.id}
      getRowHref={(row) => `/approvals/${row.id}`}
      facets={[
        {
          key: 'status',
          label: 'Status',
          options: APPROVAL_STATUSES.map((value) => {
            const { label, icon: Icon } = APPROVAL_LOOK[value];
            return { value, label, icon: <Icon className="size-3.5" />, count: counts[value] };
          }),
        },
        {
          key: 'risk',
          label: 'Risk',
          options: RISK_OPTIONS,
        },
        { key: 'agent', label: 'Agent', options: agents },
      ]}
      empty={{
        icon: <Stamp />,
        title: 'No call has needed an approval yet',
        description:
          'When an agent calls a capability of high or critical risk, the call waits here until a person says yes.',
      }}
    />
  );
}
