'use client';

import { Download, ShieldCheck } from 'lucide-react';
import { DataTable } from '@/components/data-table/data-table';
import type { DataColumn, Facet, FacetOption } from '@/components/data-table/types';
import { Button } from '@/components/ui/button';
import { useCurrentQuery } from '@/components/ui/navigation';
import { RelativeTime } from '@/components/ui/relative-time';
import { Truncate } from '@/components/ui/truncate';
import { DOORS } from '@/lib/core/shared/domain';
import type { AuditItem } from '@/lib/schemas/ledger';
import { DateRange } from './date-range';
import { auditTable, SINCE } from './table-spec';

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
      <span className="inline-flex max-w-56 items-baseline gap-1 whitespace-nowrap">
        <Truncate text={row.actor_name} />
        {row.actor_kind !== 'user' && <span className="text-muted">({row.actor_kind})</span>}
      </span>
    ),
  },
  { id: 'at', header: 'When', cell: (row) => <RelativeTime at={row.at} /> },
  { id: 'reason', header: 'Reason', cell: (row) => <Truncate text={row.reason ?? ''} /> },
  { id: 'door', header: 'Door', cell: (row) => doorWord(row.door) },
];

const DOOR_WORDS: Record<(typeof DOORS)[number], string> = {
  console: 'Console',
  rest: 'REST',
  mcp: 'MCP',
  job: 'Job',
  cli: 'Command line',
};

function doorWord(door: string): string {
  const known = DOORS.find((one) => one === door);
  return known ? DOOR_WORDS[known] : door;
}

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
    {
      key: 'door',
      label: 'Door',
      mode: 'one',
      options: DOORS.map((value) => ({ value, label: DOOR_WORDS[value] })),
    },
    {
      key: 'since',
      label: 'Time',
      mode: 'one',
      options: Object.keys(SINCE).map((value) => ({ value, label: `Last ${value}` })),
    },
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
      actions={
        <>
          <DateRange />
          <ExportButtons />
        </>
      }
      empty={{
        icon: <ShieldCheck />,
        title: 'No change that you may see',
        description:
          'Admins and auditors see every change; others their own, and those of what their teams own.',
      }}
    />
  );
}

function ExportButtons() {
  const params = new URLSearchParams(useCurrentQuery());
  for (const key of ['page', 'size', 'sort', 'cols', 'density']) params.delete(key);
  return (
    <>
      {(['csv', 'jsonl'] as const).map((format) => {
        const query = new URLSearchParams(params);
        query.set('format', format);
        return (
          <Button asChild key={format} size="sm">
            <a href={`/api/console/audit/export?${query}`} download>
              <Download aria-hidden />
              {format.toUpperCase()}
            </a>
          </Button>
        );
      })}
    </>
  );
}
