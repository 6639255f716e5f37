'use client';

import { BadgeCheck, CalendarClock, UserRoundX } from 'lucide-react';
import { RiskBadge } from '@/components/catalog/risk-badge';
import { DataTable } from '@/components/data-table/data-table';
import type { DataColumn, Facet } from '@/components/data-table/types';
import { Badge } from '@/components/ui/badge';
import { RelativeTime } from '@/components/ui/relative-time';
import type { Option } from '@/components/ui/select';
import { Truncate } from '@/components/ui/truncate';
import type { OwnershipItem } from '@/lib/schemas/ownership';
import { AttestButton } from './attest-button';
import { OfferDialog } from './offer-dialog';
import { ownershipTable } from './table-spec';
import type { OnAttest, OnOffer } from './types';

type Props = {
  rows: readonly OwnershipItem[];
  total: number;
  teams: readonly Option[];
  onAttest: OnAttest;
  onOffer: OnOffer;
};

/** What needs an owner to act; each row with what can be done about it. */
export function OwnershipTable({ rows, total, teams, onAttest, onOffer }: Props) {
  const facets: Facet[] = [
    {
      key: 'state',
      label: 'State',
      mode: 'one',
      options: [
        { value: 'overdue', label: 'Overdue' },
        { value: 'due', label: 'Due within 30 days' },
        { value: 'orphan', label: 'Without an owner' },
      ],
    },
    { key: 'team', label: 'Team', mode: 'one', options: teams },
    { key: 'mine', label: 'Mine', mode: 'one', options: [{ value: 'yes', label: 'Of my teams' }] },
  ];
  return (
    <DataTable
      id="ownership"
      label="Capabilities that need an owner to act"
      spec={ownershipTable}
      columns={[...COLUMNS, actsColumn({ teams, onAttest, onOffer })]}
      rows={rows}
      total={total}
      getRowId={(row) => `${row.tenant_id}/${row.capability_id}`}
      getRowHref={(row) => `/capabilities/${row.capability_id}`}
      facets={facets}
      bulkActions={(chosen, clear) => (
        <AttestButton
          ids={chosen.filter((row) => row.may_attest).map((row) => row.capability_id)}
          label={`Recertify ${chosen.filter((row) => row.may_attest).length}`}
          onAttest={onAttest}
          onDone={clear}
        />
      )}
      empty={{
        icon: <BadgeCheck />,
        title: 'Everything has an owner and is certified',
        description:
          'What nobody owns any more, and what is to be recertified within 30 days, is listed here. Both block promotion.',
      }}
    />
  );
}

const COLUMNS: DataColumn<OwnershipItem>[] = [
  {
    id: 'capability',
    header: 'Capability',
    className: 'min-w-48',
    cell: (row) => <Truncate text={row.capability_id} mono />,
  },
  { id: 'state', header: 'State', cell: (row) => <StateOf row={row} /> },
  { id: 'owner', header: 'Owner', cell: (row) => <Truncate text={row.owner_name} /> },
  {
    id: 'due',
    header: 'Recertify by',
    cell: (row) => (row.recertify_by ? <RelativeTime at={row.recertify_by} /> : ''),
  },
  {
    id: 'offered',
    header: 'Offered to',
    cell: (row) => (row.offered_to ? <Truncate text={row.offered_to} mono /> : ''),
  },
  { id: 'risk', header: 'Risk', cell: (row) => <RiskOf risk={row.risk} /> },
  { id: 'status', header: 'Status', defaultHidden: true, cell: (row) => row.status },
];

function RiskOf({ risk }: { risk: string }) {
  return risk === 'LOW' || risk === 'MEDIUM' || risk === 'HIGH' || risk === 'CRITICAL' ? (
    <RiskBadge risk={risk} />
  ) : null;
}

function StateOf({ row }: { row: OwnershipItem }) {
  return (
    <span className="inline-flex flex-wrap gap-1">
      {row.orphan && (
        <Badge tone="danger">
          <UserRoundX aria-hidden />
          {row.orphan_reason === 'archived' ? 'Team archived' : 'Team empty'}
        </Badge>
      )}
      {row.overdue && (
        <Badge tone="warning">
          <CalendarClock aria-hidden />
          Overdue
        </Badge>
      )}
      {!row.orphan && !row.overdue && (
        <Badge>
          <CalendarClock aria-hidden />
          Due
        </Badge>
      )}
    </span>
  );
}

function actsColumn(
  acts: Pick<Props, 'teams' | 'onAttest' | 'onOffer'>,
): DataColumn<OwnershipItem> {
  return {
    id: 'acts',
    header: 'What to do',
    hideHeader: true,
    alwaysShown: true,
    align: 'right',
    cell: (row) => (
      <span className="inline-flex gap-1.5">
        {row.may_attest && (
          <AttestButton ids={[row.capability_id]} label="Recertify" onAttest={acts.onAttest} />
        )}
        {row.may_offer && !row.offered_to && (
          <OfferDialog
            target={{ kind: 'capability', id: row.capability_id }}
            owner={row.owner}
            teams={acts.teams}
            onOffer={acts.onOffer}
          />
        )}
      </span>
    ),
  };
}
