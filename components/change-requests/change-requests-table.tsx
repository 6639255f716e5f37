'use client';

import { GitPullRequestArrow } from 'lucide-react';
import { DataTable } from '@/components/data-table/data-table';
import type { DataColumn, Facet } from '@/components/data-table/types';
import { CopyId } from '@/components/ui/copy-button';
import { RelativeTime } from '@/components/ui/relative-time';
import { Truncate } from '@/components/ui/truncate';
import {
  CHANGE_KINDS,
  CHANGE_STATUSES,
  type ChangeRequestAnswer,
} from '@/lib/schemas/change-requests';
import { ChangeStatusBadge, KIND_LABEL } from './change-status';
import { changeRequestsTable } from './table-spec';

type Row = ChangeRequestAnswer & { submitted_by_name: string };

const columns: DataColumn<Row>[] = [
  {
    id: 'title',
    header: 'Change',
    className: 'min-w-64',
    cell: (row) => <Truncate text={row.title} className="font-medium" />,
  },
  {
    id: 'status',
    header: 'Status',
    className: 'w-32',
    cell: (row) => <ChangeStatusBadge status={row.status} />,
  },
  {
    id: 'kind',
    header: 'Kind',
    className: 'w-32',
    cell: (row) => KIND_LABEL[row.kind] ?? row.kind,
  },
  {
    id: 'capability',
    header: 'Capability',
    className: 'w-72 max-w-72',
    cell: (row) => <CopyId value={row.capability_id} />,
  },
  {
    id: 'by',
    header: 'Proposed by',
    className: 'w-40',
    cell: (row) => <Truncate text={row.submitted_by_name} />,
  },
  {
    id: 'submitted_at',
    header: 'When',
    className: 'w-32',
    cell: (row) => <RelativeTime at={row.submitted_at} />,
  },
];

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
];

export function ChangeRequestsTable({ rows, total }: { rows: Row[]; total: number }) {
  return (
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
      facets={facets}
      empty={{
        icon: <GitPullRequestArrow />,
        title: 'No change requests',
        description:
          'Submitting a draft, or changing something live, makes one. Somebody who wrote no part of it decides.',
      }}
    />
  );
}
