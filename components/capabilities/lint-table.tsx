'use client';

import { CircleAlert, Download, Info, SpellCheck, TriangleAlert } from 'lucide-react';
import { DataTable } from '@/components/data-table/data-table';
import type { DataColumn, Facet, FacetOption } from '@/components/data-table/types';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Link, useCurrentQuery } from '@/components/ui/navigation';
import { Truncate } from '@/components/ui/truncate';
import type { LintItem } from '@/lib/schemas/lint';
import { lintTable } from './lint-table-spec';
import { MarkedText } from './marked-text';

const SEVERITIES = [
  { value: 'error', label: 'Must be fixed' },
  { value: 'warning', label: 'Should be fixed' },
  { value: 'info', label: 'Worth knowing' },
];

function SeverityBadge({ severity }: { severity: string }) {
  if (severity === 'error') {
    return (
      <Badge tone="danger">
        <CircleAlert aria-hidden />
        Must be fixed
      </Badge>
    );
  }
  return severity === 'warning' ? (
    <Badge tone="warning">
      <TriangleAlert aria-hidden />
      Should be fixed
    </Badge>
  ) : (
    <Badge>
      <Info aria-hidden />
      Worth knowing
    </Badge>
  );
}

const COLUMNS: DataColumn<LintItem>[] = [
  {
    id: 'capability',
    header: 'Capability',
    className: 'min-w-48',
    cell: (row) => <Truncate text={row.capability_id} mono />,
  },
  {
    id: 'severity',
    header: 'Severity',
    cell: (row) => <SeverityBadge severity={row.finding.severity} />,
  },
  {
    id: 'finding',
    header: 'Finding',
    className: 'min-w-80',
    cell: (row) => (
      <div className="max-w-xl whitespace-normal py-1.5">
        <p className="text-table">
          {row.finding.message}{' '}
          <code title="Rule" className="text-2xs text-muted">
            {row.finding.rule}
          </code>
        </p>
        <p className="text-muted text-xs">{row.finding.suggestion}</p>
        {(row.finding.spans ?? []).length > 0 && (
          <div className="mt-1">
            <MarkedText text={row.description} spans={row.finding.spans ?? []} />
          </div>
        )}
      </div>
    ),
  },
  { id: 'owner', header: 'Owner', cell: (row) => <Truncate text={row.owner_name} /> },
  {
    id: 'providers',
    header: 'Provider',
    defaultHidden: true,
    cell: (row) => <Truncate text={row.providers.join(', ')} mono />,
  },
  {
    id: 'edit',
    header: 'Edit',
    hideHeader: true,
    align: 'right',
    cell: (row) => (
      <Button asChild size="sm">
        <Link href={`/capabilities/${row.capability_id}/edit#${row.finding.path || 'description'}`}>
          Edit
        </Link>
      </Button>
    ),
  },
];

type Props = {
  rows: readonly LintItem[];
  total: number;
  rules: readonly { rule: string; severity: string; count: number }[];
  owners: readonly FacetOption[];
  providers: readonly FacetOption[];
};

/** Findings over the catalog, each with its place in the text. */
export function LintTable({ rows, total, rules, owners, providers }: Props) {
  const facets: Facet[] = [
    { key: 'rule', label: 'Rule', mode: 'one', options: ruleOptions(rules) },
    { key: 'severity', label: 'Severity', mode: 'one', options: SEVERITIES },
    { key: 'owner', label: 'Owner', mode: 'one', options: owners },
    { key: 'provider', label: 'Provider', mode: 'one', options: providers },
  ];
  return (
    <DataTable
      id="lint"
      label="Findings"
      spec={lintTable}
      columns={COLUMNS}
      rows={rows}
      total={total}
      getRowId={(row) => `${row.tenant_id}/${row.capability_id}/${JSON.stringify(row.finding)}`}
      getRowHref={(row) => `/capabilities/${row.capability_id}`}
      facets={facets}
      actions={<ExportButton />}
      empty={{
        icon: <SpellCheck />,
        title: 'The lint finds nothing',
        description:
          'Every description says what it does, to what, and what it changes. New findings appear after a sync or an edit.',
      }}
    />
  );
}

function ruleOptions(rules: Props['rules']): FacetOption[] {
  const counts = new Map<string, number>();
  for (const { rule, count } of rules) counts.set(rule, (counts.get(rule) ?? 0) + count);
  return [...counts].map(([value, count]) => ({ value, label: value, count }));
}

function ExportButton() {
  const query = useCurrentQuery();
  return (
    <Button asChild size="sm">
      <a href={`/api/console/lint/export?${query}`} download>
        <Download aria-hidden />
        CSV
      </a>
    </Button>
  );
}
