'use client';

import { Download, Waypoints } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { Sankey } from '@/components/charts/sankey';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Combobox } from '@/components/ui/combobox';
import { EmptyState } from '@/components/ui/empty-state';
import { useCurrentPath, useCurrentQuery, useNavigation } from '@/components/ui/navigation';
import { Select } from '@/components/ui/select';
import { type UsageGraph, type UsageWindow, WINDOWS } from '@/lib/schemas/usage';
import { EdgeTable } from './edge-table';
import { COLUMNS, plainId, rowsThrough, toFlow, toRows } from './graph-model';
import { saveSvg } from './save-svg';

const WINDOW_LABEL: Record<UsageWindow, string> = {
  '1h': 'Last hour',
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
};

type Props = {
  graph: UsageGraph;
  /** Every capability called in the window, for the filter. */
  capabilities: readonly string[];
  capability: string | null;
  /** Node the address isolates. */
  selected: string | null;
};

/** Who calls what: picture and table with the same numbers, state in the address. */
export function UsageGraphView({ graph, capabilities, capability, selected }: Props) {
  const drawing = useRef<HTMLDivElement>(null);
  const path = useCurrentPath();
  const query = useCurrentQuery();
  const { push } = useNavigation();
  const flow = useMemo(() => toFlow(graph), [graph]);
  const rows = useMemo(() => toRows(graph), [graph]);
  const shown = useMemo(() => rowsThrough(rows, selected), [rows, selected]);
  const calls = graph.edges.some((edge) => edge.calls > 0);

  function go(changes: Record<string, string | null>) {
    const params = new URLSearchParams(query);
    for (const [key, value] of Object.entries(changes)) {
      if (value === null) params.delete(key);
      else params.set(key, value);
    }
    push(`${path}?${params}`);
  }
  function save() {
    const svg = drawing.current?.querySelector('svg');
    if (svg) saveSvg(svg, `capstan-usage-${graph.window}.svg`);
  }

  return (
    <div className="grid min-w-0 gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <Select
          aria-label="Time window"
          value={graph.window}
          options={WINDOWS.map((value) => ({ value, label: WINDOW_LABEL[value] }))}
          onValueChange={(value) => go({ window: value })}
          className="w-40"
        />
        <Combobox
          aria-label="Capability"
          placeholder="All capabilities"
          clearable
          value={capability}
          options={capabilities.map((id) => ({ value: id, label: id }))}
          onValueChange={(value) => go({ capability: value, node: null })}
          className="w-72 max-w-full"
        />
        <div className="ml-auto flex gap-2">
          <Button size="sm" onClick={save} disabled={!calls}>
            <Download aria-hidden />
            SVG
          </Button>
          <Button asChild size="sm">
            <a
              href={`/api/console/usage-graph/export?${exportQuery(graph.window, capability)}`}
              download
            >
              <Download aria-hidden />
              CSV
            </a>
          </Button>
        </div>
      </div>
      <Card>
        {calls ? (
          <div ref={drawing}>
            <Sankey
              label="Calls from agents through capabilities and providers into backends"
              columns={COLUMNS}
              nodes={flow.nodes}
              links={flow.links}
              unit="calls"
              selectedId={selected}
              onSelect={(node) => go({ node: node.id === selected ? null : node.id })}
              onReturn={() => go({ node: null })}
            />
          </div>
        ) : (
          <EmptyState
            icon={<Waypoints />}
            title={`No call in the ${WINDOW_LABEL[graph.window].toLowerCase()}`}
            description="Ribbons appear as soon as an agent calls something. Choose a longer window, or make a call."
          />
        )}
      </Card>
      {rows.length > 0 && (
        <Card
          flush
          title={selected ? `Paths through ${plainId(selected)}` : 'The same numbers'}
          action={
            selected && (
              <Button size="sm" variant="ghost" onClick={() => go({ node: null })}>
                Show all
              </Button>
            )
          }
        >
          <EdgeTable rows={shown} />
        </Card>
      )}
    </div>
  );
}

function exportQuery(window: UsageWindow, capability: string | null): string {
  return new URLSearchParams({ window, ...(capability ? { capability } : {}) }).toString();
}
