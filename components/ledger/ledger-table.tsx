'use client';

import { Download, ScrollText } from 'lucide-react';
import { RISK_OPTIONS, RiskBadge } from '@/components/catalog/risk-badge';
import { DataTable } from '@/components/data-table/data-table';
import type { DataColumn, Facet, FacetOption } from '@/components/data-table/types';
import { Button } from '@/components/ui/button';
import { useCurrentQuery } from '@/components/ui/navigation';
import { RelativeTime } from '@/components/ui/relative-time';
import { formatDuration } from '@/components/ui/time';
import { Truncate } from '@/components/ui/truncate';
import type { InvocationItem } from '@/lib/schemas/ledger';
import { formatCost } from './cost';
import { ShownStatusBadge, STATUS_OPTIONS } from './shown-status';
import { ledgerTable, SINCE } from './table-spec';

const columns: DataColumn<InvocationItem>[] = [
  {
    id: 'capability',
    header: 'Capability',
    cell: (row) => <Truncate text={row.capability_id} mono />,
    className: 'min-w-56',
  },
  { id: 'status', header: 'Status', cell: (row) => <ShownStatusBadge status={row.status} /> },
  { id: 'agent', header: 'Agent', cell: (row) => <Truncate text={row.agent_name} /> },
  { id: 'started_at', header: 'Started', cell: (row) => <RelativeTime at={row.started_at} /> },
  {
    id: 'latency_ms',
    header: 'Latency',
    align: 'right',
    cell: (row) => (row.latency_ms === null ? '' : formatDuration(row.latency_ms)),
  },
  { id: 'risk', header: 'Risk', cell: (row) => <RiskBadge risk={row.risk} /> },
  {
    id: 'provider',
    header: 'Provider',
    cell: (row) => (row.provider_id ? <Truncate text={row.provider_id} mono /> : ''),
  },
  {
    id: 'version',
    header: 'Version',
    cell: (row) => <code className="font-mono text-xs">{row.version}</code>,
  },
  {
    id: 'cost',
    header: 'Cost',
    align: 'right',
    defaultHidden: true,
    cell: (row) => (row.cost === null ? '' : formatCost(row.cost)),
  },
  {
    id: 'subject',
    header: 'Subject',
    defaultHidden: true,
    cell: (row) => <Truncate text={row.subject} />,
  },
  {
    id: 'run',
    header: 'Run',
    defaultHidden: true,
    cell: (row) => (row.run_id ? <Truncate text={row.run_id} mono /> : ''),
  },
  { id: 'door', header: 'Door', defaultHidden: true, cell: (row) => row.door },
];

type Props = {
  rows: readonly InvocationItem[];
  total: number;
  /** Whether every call is shown, or only those of the reader's teams. */
  all: boolean;
  agents: readonly FacetOption[];
  capabilities: readonly FacetOption[];
  providers: readonly FacetOption[];
};

/** The ledger: every call, refused ones too. */
export function LedgerTable({ rows, total, all, agents, capabilities, providers }: Props) {
  const facets: Facet[] = [
    { key: 'status', label: 'Status', options: STATUS_OPTIONS },
    { key: 'agent', label: 'Agent', options: agents },
    { key: 'capability', label: 'Capability', options: capabilities },
    { key: 'provider', label: 'Provider', options: providers },
    {
      key: 'risk',
      label: 'Risk',
      options: RISK_OPTIONS,
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
      id="ledger"
      label="Calls"
      spec={ledgerTable}
      columns={columns}
      rows={rows}
      total={total}
      getRowId={(row) => row.invocation_id}
      getRowHref={(row) => `/ledger/${row.invocation_id}`}
      searchable
      searchPlaceholder="Search ids, agents, subjects, runs"
      facets={facets}
      actions={<ExportButtons />}
      empty={{
        icon: <ScrollText />,
        title: all ? 'No call on record yet' : 'No call of what your teams own',
        description: all
          ? 'Every call of an agent stands here, also refused ones. Make one from a capability’s page with Try it, or with an agent key.'
          : 'You see calls of the agents and capabilities your teams own. Admins and auditors see all of them.',
      }}
    />
  );
}

function ExportButtons() {
  const query = useCurrentQuery();
  return (
    <>
      {(['csv', 'jsonl'] as const).map((format) => (
        <Button asChild key={format} size="sm">
          <a href={`/api/console/ledger/export?${exportQuery(query, format)}`} download>
            <Download aria-hidden />
            {format.toUpperCase()}
          </a>
        </Button>
      ))}
    </>
  );
}

/** The same filters as the table shows; page, sort and looks do not belong into a file. */
function exportQuery(query: string, format: string): string {
  const params = new URLSearchParams(query);
  for (const key of ['page', 'size', 'sort', 'cols', 'density']) params.delete(key);
  params.set('format', format);
  return params.toString();
}
