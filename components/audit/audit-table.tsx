'use client';

import { ShieldCheck } from 'lucide-react';
import { DataTable } from '@/components/data-table/data-table';
import type { DataColumn, Facet, FacetOption } from '@/components/data-table/types';
import { RelativeTime } from '@/components/ui/relative-time';
import { Truncate } from '@/components/ui/truncate';
import type { AuditItem } from '@/lib/schemas/ledger';
import { auditTable } from './table-spec';

const columns: DataColumn<AuditItem>[] = [
  {
    id: 'action',
    header: 'Action',
    cell: (row) => <Truncate text={row.action} mono />,
    className: 'min-w-48',
  },
  {
    id: 'target',
    header: 'Target',
    cell: (row) => (
      <span className="inline-flex min-w-0 max-w-80 items-baseline gap-1.5">
        <span className="text-muted">{row.target_kind.replaceAll('_', ' ')}</span>
        <Truncate text={row.target_id} mono />
      </span>
    ),
  },
  {
    id: 'actor',
    header: 'By',
    cell: (row) => (
      <span>
        <Truncate text={row.actor_name} />
        {row.actor_kind !== 'user' && <span className="text-muted"> ({row.actor_kind})</span>}
      </span>
    ),
  },
  { id: 'at', header: 'When', cell: (row) => <RelativeTime at={row.at} /> },
  { id: 'reason', header: 'Reason', cell: (row) => <Truncate text={row.reason ?? ''} /> },
  { id: 'door', header: 'Door', cell: (row) => row.door },
];

type Props = {
  rows: readonly AuditItem[];
  total: number;
  kinds: readonly FacetOption[];
  actions: readonly FacetOption[];
  actors: readonly FacetOption[];
};

/** Every change of the catalog; a row opens what was before and after. */
export function AuditTable({ rows, total, kinds, actions, actors }: Props) {
  const facets: Facet[] = [
    { key: 'kind', label: 'Kind', options: kinds },
    { key: 'action', label: 'Action', options: actions, mode: 'one' },
    { key: 'actor', label: 'By', options: actors, mode: 'one' },
  ];
  return (
    <DataTable
      id="audit"
      label="Changes"
      spec={auditTable}
      columns={columns}
      rows={rows}
      total={total}
      getRowId={(row) => row.id}
      getRowHref={(row) => `/audit/${row.id}`}
      searchable
      searchPlaceholder="Search actions, targets, people, reasons"
      facets={facets}
      empty={{
        icon: <ShieldCheck />,
        title: 'No change that you may see',
        description:
          'Admins and auditors see every change; others their own, and those of what their teams own.',
      }}
    />
  );
}
