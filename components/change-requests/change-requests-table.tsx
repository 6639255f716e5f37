'use client';

import { GitPullRequestArrow } from 'lucide-react';
import { useState } from 'react';
import { RISK_OPTIONS, RiskBadge } from '@/components/catalog/risk-badge';
import { DataTable } from '@/components/data-table/data-table';
import type { DataColumn, Facet, FacetOption } from '@/components/data-table/types';
import { Badge } from '@/components/ui/badge';
import { CopyId } from '@/components/ui/copy-button';
import { RelativeTime } from '@/components/ui/relative-time';
import { notify } from '@/components/ui/toast';
import { Truncate } from '@/components/ui/truncate';
import type { ChangeRequestListRow as Row } from '@/lib/schemas/catalog-views';
import { CHANGE_KINDS, CHANGE_STATUSES } from '@/lib/schemas/change-requests';
import { BulkApprove, type OnBulkApprove } from './bulk-approve';
import { ChangeStatusBadge, KIND_LABEL } from './change-status';
import type { Decide } from './decision-panel';
import { type Asked, QueueDecision } from './queue-decision';
import { QueueKeys } from './queue-keys';
import { changeRequestsTable } from './table-spec';

const columns: DataColumn<Row>[] = [
  {
    id: 'title',
    header: 'Change',
    className: 'min-w-64',
    cell: (row) => <Truncate text={row.title} className="font-medium" />,
  },
  { id: 'status', header: 'Status', className: 'w-44', cell: (row) => <Status row={row} /> },
  {
    id: 'risk',
    header: 'Risk',
    className: 'w-28',
    cell: (row) => <RiskBadge risk={row.risk} />,
  },
  {
    id: 'kind',
    header: 'Kind',
    className: 'w-28',
    cell: (row) => KIND_LABEL[row.kind] ?? row.kind,
  },
  {
    id: 'owner',
    header: 'Owner',
    className: 'w-32',
    cell: (row) => <Truncate text={row.owner} />,
  },
  {
    id: 'capability',
    header: 'Capability',
    className: 'w-64 max-w-64',
    cell: (row) => <CopyId value={row.capability_id} />,
  },
  {
    id: 'by',
    header: 'Proposed by',
    className: 'w-36',
    cell: (row) => <Truncate text={row.submitted_by_name} />,
  },
  { id: 'submitted_at', header: 'When', className: 'w-36', cell: (row) => <Waits row={row} /> },
];

function Status({ row }: { row: Row }) {
  const { given, needed } = row.approvals;
  return (
    <span className="flex items-center gap-1.5">
      <ChangeStatusBadge status={row.status} />
      {row.status === 'OPEN' && needed > 1 && (
        <span className="text-muted text-xs">
          {given} of {needed}
        </span>
      )}
    </span>
  );
}

/** How long something waits says more than when it came; what waits too long stands out. */
function Waits({ row }: { row: Row }) {
  const { waiting_days: days, overdue, submitted_at, status } = row;
  if (status !== 'OPEN' || days === null || days < 1) return <RelativeTime at={submitted_at} />;
  const text = `Waits ${days} ${days === 1 ? 'day' : 'days'}`;
  return overdue ? <Badge tone="warning">{text}</Badge> : text;
}

const facets: Facet[] = [
  {
    key: 'status',
    label: 'Status',
    options: CHANGE_STATUSES.map((value) => ({
      value,
      label: value.charAt(0) + value.slice(1).toLowerCase(),
    })),
  },
  {
    key: 'kind',
    label: 'Kind',
    options: CHANGE_KINDS.map((value) => ({ value, label: KIND_LABEL[value] ?? value })),
  },
  { key: 'risk', label: 'Risk', options: RISK_OPTIONS },
  {
    key: 'whose',
    label: 'Whose',
    mode: 'one',
    options: [
      { value: 'waiting', label: 'Waiting for me' },
      { value: 'mine', label: 'I wrote a part' },
    ],
  },
];

type Props = {
  rows: Row[];
  total: number;
  owners: FacetOption[];
  onDecide: Decide;
  onBulk: OnBulkApprove;
};

/** The queue: read and decided by keyboard, what is LOW together. */
export function ChangeRequestsTable({ rows, total, owners, onDecide, onBulk }: Props) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const ask = (decision: Asked['decision']) => (row: Row) => {
    if (row.may_decide) setAsked({ decision, row });
    else notify.error('You do not decide this one; open it to read why.');
  };
  return (
    <>
      <DataTable
        id="change-requests"
        label="Change requests"
        spec={changeRequestsTable}
        columns={columns}
        rows={rows}
        total={total}
        getRowId={(row) => row.id}
        getRowHref={(row) => `/change-requests/${row.id}`}
        searchable
        searchPlaceholder="Search titles and capability ids"
        facets={[...facets, { key: 'owner', label: 'Owner', options: owners }]}
        rowKeys={{ a: ask('approve'), r: ask('reject') }}
        bulkActions={(chosen, clear) => (
          <BulkApprove rows={chosen} onBulk={onBulk} onDone={clear} />
        )}
        actions={<QueueKeys />}
        empty={{
          icon: <GitPullRequestArrow />,
          title: 'No change requests',
          description:
            'Submitting a draft, or changing something live, makes one. Somebody who wrote no part of it decides.',
        }}
      />
      <QueueDecision asked={asked} onClose={() => setAsked(null)} onDecide={onDecide} />
    </>
  );
}
