'use client';

import { Blocks, Download, EyeOff, ShieldAlert, TriangleAlert } from 'lucide-react';
import { RISK_OPTIONS, RiskBadge } from '@/components/catalog/risk-badge';
import { STATUS_LOOK, StatusBadge } from '@/components/catalog/status-badge';
import { TYPE_LOOK, TypeIcon } from '@/components/catalog/type-icon';
import { DataTable } from '@/components/data-table/data-table';
import type { DataColumn, Facet } from '@/components/data-table/types';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { CopyId } from '@/components/ui/copy-button';
import { Link, useCurrentQuery } from '@/components/ui/navigation';
import { RelativeTime } from '@/components/ui/relative-time';
import { Truncate } from '@/components/ui/truncate';
import { CAPABILITY_TYPES, STATUSES } from '@/lib/core/shared/domain';
import type { BulkTriageInput } from '@/lib/schemas/capabilities';
import type { CapabilityRow } from '@/lib/schemas/capability-answers';
import { BulkActions, type BulkAnswer } from './bulk-actions';
import { capabilitiesTable } from './table-spec';
import type { ActionAnswer, Choice } from './types';

const columns: DataColumn<CapabilityRow>[] = [
  {
    id: 'name',
    header: 'Name',
    className: 'min-w-52 max-w-68',
    cell: (row) => (
      <span className="flex min-w-0 items-center gap-2">
        <TypeIcon type={row.type} />
        <Truncate text={row.name} className="font-medium" />
        <Marks row={row} />
      </span>
    ),
  },
  {
    id: 'id',
    header: 'Id',
    className: 'w-52 max-w-72',
    cell: (row) => <CopyId value={row.id} />,
  },
  {
    id: 'status',
    header: 'Status',
    className: 'w-32',
    cell: (row) => <StatusBadge status={row.status} />,
  },
  { id: 'risk', header: 'Risk', className: 'w-28', cell: (row) => <RiskBadge risk={row.risk} /> },
  {
    id: 'type',
    header: 'Type',
    defaultHidden: true,
    cell: (row) => <TypeIcon type={row.type} withLabel />,
  },
  {
    id: 'version',
    header: 'Version',
    align: 'right',
    className: 'w-20',
    cell: (row) => row.version ?? '–',
  },
  {
    id: 'owner',
    header: 'Owner',
    className: 'w-32',
    cell: (row) => <Truncate text={row.owner_name} />,
  },
  {
    id: 'providers',
    header: 'Providers',
    className: 'w-32 max-w-40',
    cell: (row) => <Truncate text={row.providers.join(', ') || 'None'} />,
  },
  {
    id: 'tags',
    header: 'Tags',
    defaultHidden: true,
    className: 'w-48 max-w-48',
    cell: (row) => <Truncate text={row.tags.join(', ')} className="text-muted" />,
  },
  {
    id: 'surface_id',
    header: 'Surface id',
    defaultHidden: true,
    cell: (row) => <CopyId value={row.surface_id} />,
  },
  {
    id: 'description',
    header: 'Description',
    defaultHidden: true,
    cell: (row) => <Truncate text={row.description} className="max-w-96" />,
  },
  {
    id: 'updated_at',
    header: 'Updated',
    className: 'w-28',
    cell: (row) => <RelativeTime at={row.updated_at} />,
  },
];

function Marks({ row }: { row: CapabilityRow }) {
  return (
    <>
      {row.quarantined && (
        <Badge tone="danger" title="Quarantined: agents do not see it until somebody decides.">
          <ShieldAlert aria-hidden />
          Quarantined
        </Badge>
      )}
      {row.dismissed && (
        <Badge title="Dismissed: left out of the lists; sync leaves it alone.">
          <EyeOff aria-hidden />
          Dismissed
        </Badge>
      )}
      {row.findings > 0 && row.status !== 'DISABLED' && (
        <span
          title={`${row.findings} finding${row.findings === 1 ? '' : 's'} on its definition`}
          className="inline-flex shrink-0 items-center gap-0.5 text-warning-text text-xs"
        >
          <TriangleAlert aria-hidden className="size-3" />
          {row.findings}
          <span className="sr-only">findings</span>
        </span>
      )}
    </>
  );
}

export type CapabilitiesTableProps = {
  rows: CapabilityRow[];
  total: number;
  facets: { owners: Choice[]; providers: Choice[]; tags: Choice[] };
  /** Teams a capability can be handed to. */
  teams: Choice[];
  onBulk: (input: BulkTriageInput) => Promise<ActionAnswer<BulkAnswer>>;
};

export function CapabilitiesTable({ rows, total, facets, teams, onBulk }: CapabilitiesTableProps) {
  return (
    <DataTable
      id="capabilities"
      label="Capabilities"
      spec={capabilitiesTable}
      columns={columns}
      rows={rows}
      total={total}
      getRowId={(row) => row.id}
      getRowHref={(row) => `/capabilities/${row.id}`}
      searchable
      searchPlaceholder="Search names, ids, descriptions"
      facets={facetsOf(facets)}
      actions={<ExportContracts />}
      bulkActions={(chosen, clear) => (
        <BulkActions rows={chosen} teams={teams} onBulk={onBulk} onDone={clear} />
      )}
      empty={{
        icon: <Blocks />,
        title: 'No capabilities yet',
        description:
          'Sync an MCP server and its tools arrive here as drafts, or register one by hand.',
        action: (
          <>
            <Button asChild>
              <Link href="/providers">Add a provider</Link>
            </Button>
            <Button asChild variant="primary">
              <Link href="/capabilities/new">Register a capability</Link>
            </Button>
          </>
        ),
      }}
    />
  );
}

/** The contracts of what the filters leave, as one file; page, sort and looks do not belong into it. */
function ExportContracts() {
  const params = new URLSearchParams(useCurrentQuery());
  for (const key of ['page', 'size', 'sort', 'cols', 'density']) params.delete(key);
  return (
    <Button asChild size="sm" title="Contracts of these capabilities as YAML">
      <a href={`/api/console/contracts?${params}`} download>
        <Download aria-hidden />
        YAML
      </a>
    </Button>
  );
}

function facetsOf(facets: CapabilitiesTableProps['facets']): Facet[] {
  return [
    {
      key: 'status',
      label: 'Status',
      options: STATUSES.map((value) => ({ value, label: STATUS_LOOK[value].label })),
    },
    {
      key: 'risk',
      label: 'Risk',
      options: RISK_OPTIONS,
    },
    {
      key: 'type',
      label: 'Type',
      options: CAPABILITY_TYPES.map((value) => ({ value, label: TYPE_LOOK[value].label })),
    },
    { key: 'owner', label: 'Owner', options: facets.owners },
    { key: 'provider', label: 'Provider', options: facets.providers },
    { key: 'tag', label: 'Tag', options: facets.tags },
    {
      key: 'flag',
      label: 'Needs care',
      mode: 'one',
      options: [
        { value: 'quarantined', label: 'Quarantined' },
        { value: 'drifted', label: 'Drifted' },
        { value: 'orphan', label: 'Without an owner' },
        { value: 'overdue', label: 'Recertification overdue' },
        { value: 'mine', label: 'Of my teams' },
      ],
    },
    {
      key: 'dismissed',
      label: 'Dismissed',
      mode: 'one',
      options: [
        { value: 'yes', label: 'Only dismissed' },
        { value: 'all', label: 'Shown too' },
      ],
    },
  ];
}
