'use client';

import { RefreshCw, Server } from 'lucide-react';
import type { ReactNode } from 'react';
import { HealthBadge } from '@/components/catalog/health';
import { DataTable } from '@/components/data-table/data-table';
import type { DataColumn } from '@/components/data-table/types';
import { Button } from '@/components/ui/button';
import { NameAndId } from '@/components/ui/name-and-id';
import { Link } from '@/components/ui/navigation';
import { HEALTHS, PROVIDER_KINDS } from '@/lib/core/shared/domain';
import type { ProviderRow, SyncView } from '@/lib/schemas/providers';
import { HEALTH_LABELS, KIND_LABELS, transportText } from './labels';
import { SyncButton, SyncCell } from './sync-state';
import { SyncsProvider, useSyncs } from './syncs';
import { providersTable } from './table-spec';
import type { Choice, SyncActions } from './types';

const columns: DataColumn<ProviderRow>[] = [
  {
    id: 'name',
    header: 'Provider',
    cell: (row) => <NameAndId name={row.name} id={row.id} />,
  },
  {
    id: 'health',
    header: 'Health',
    className: 'w-32',
    cell: (row) => <HealthBadge health={row.health} reason={row.health_reason} />,
  },
  {
    id: 'kind',
    header: 'Kind',
    className: 'w-36',
    cell: (row) => (
      <span>
        {KIND_LABELS[row.kind]} <span className="text-muted">{transportText(row)}</span>
      </span>
    ),
  },
  { id: 'owner', header: 'Owner', className: 'w-32', cell: (row) => row.owner_name },
  {
    id: 'backend',
    header: 'Backend',
    className: 'w-36',
    cell: (row) =>
      row.backend ? (
        <Link href={`/backends/${row.backend}`} className="hover:underline">
          {row.backend_name ?? row.backend}
        </Link>
      ) : (
        <span className="text-muted">None</span>
      ),
  },
  {
    id: 'capabilities',
    header: 'Capabilities',
    align: 'right',
    className: 'w-28',
    cell: (row) => row.capabilities.toLocaleString('en'),
  },
  {
    id: 'last_sync',
    header: 'Last sync',
    className: 'w-44',
    cell: (row) => <SyncCell provider={row.id} sync={row.sync} />,
  },
  {
    id: 'act',
    header: 'Action',
    hideHeader: true,
    align: 'right',
    className: 'w-24',
    alwaysShown: true,
    cell: (row) =>
      row.may_sync && (
        <SyncButton provider={row.id} sync={row.sync} label="Sync" size="sm" variant="ghost" />
      ),
  },
];

type Props = SyncActions & {
  rows: readonly ProviderRow[];
  total: number;
  teams: readonly Choice[];
  backends: readonly Choice[];
  /** The button that registers one; absent for people who may not. */
  action: ReactNode;
};

export function ProvidersTable({ rows, total, teams, backends, action, ...actions }: Props) {
  const shown = rows.flatMap((row): SyncView[] => (row.sync ? [row.sync] : []));
  return (
    <SyncsProvider shown={shown} {...actions}>
      <DataTable
        id="providers"
        label="Providers"
        spec={providersTable}
        columns={columns}
        rows={rows}
        total={total}
        getRowId={(row) => row.id}
        getRowHref={(row) => `/providers/${row.id}`}
        searchable
        searchPlaceholder="Search providers"
        facets={[
          {
            key: 'health',
            label: 'Health',
            options: HEALTHS.map((value) => ({ value, label: HEALTH_LABELS[value] })),
          },
          {
            key: 'kind',
            label: 'Kind',
            options: PROVIDER_KINDS.map((value) => ({ value, label: KIND_LABELS[value] })),
          },
          { key: 'owner', label: 'Owner', options: teams },
          { key: 'backend', label: 'Backend', options: backends },
        ]}
        bulkActions={(chosen, clear) => <SyncChosen rows={chosen} onDone={clear} />}
        empty={{
          icon: <Server />,
          title: 'No providers yet',
          description:
            'A provider is a server that implements capabilities. Register an HTTP address here; commands over stdio come from the file CAPSTAN_PROVIDERS_FILE names.',
          action,
        }}
      />
    </SyncsProvider>
  );
}

function SyncChosen({ rows, onDone }: { rows: ProviderRow[]; onDone: () => void }) {
  const syncs = useSyncs();
  const may = rows.filter((row) => row.may_sync).map((row) => row.id);
  return (
    <Button
      size="sm"
      variant="primary"
      disabled={may.length === 0}
      title={may.length === 0 ? 'Only an owner or an admin may sync these.' : undefined}
      onClick={() => {
        syncs.start(may);
        onDone();
      }}
    >
      <RefreshCw aria-hidden />
      Sync {may.length || ''}
    </Button>
  );
}
